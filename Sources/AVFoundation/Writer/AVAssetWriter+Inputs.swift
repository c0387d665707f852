import CaptureCore
import CoreMedia
import Foundation

extension AVAssetWriter {
    /// Whether the file can hold what settings describe.
    ///
    /// - Parameters:
    ///   - outputSettings: what an input of the media type would be made with; `nil` means pass-through.
    ///   - mediaType: the kind of media.
    public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard fileKind.mediaTypes.contains(mediaType) else { return false }
        guard let outputSettings else { return true }
        guard let plan = try? TrackEncodingPlan(mediaType: mediaType, settings: outputSettings, hint: nil) else {
            return false
        }
        return fileKind.refusal(of: plan) == nil
    }

    /// Whether ``add(_:)-(AVAssetWriterInput)`` would take an input.
    public func canAdd(_ input: AVAssetWriterInput) -> Bool {
        status == .unknown && refusal(of: input) == nil
    }

    /// Adds an input. Not once writing has started (S-185), not twice, and only what the file can hold (S-195).
    public func add(_ input: AVAssetWriterInput) {
        requireConfiguring("addInput:")
        if let refusal = refusal(of: input) { refusal.raise("AVAssetWriter addInput:") }
        guard input.attach(to: self) else {
            WriterRefusal.argument("Cannot add an input that has been added to a writer already")
                .raise("AVAssetWriter addInput:")
        }
        configuration.withLock { $0.inputs.append(input) }
    }

    private func refusal(of input: AVAssetWriterInput) -> WriterRefusal? {
        if input.isAttached {
            return .argument("Cannot add an input that has been added to a writer already")
        }
        guard fileKind.mediaTypes.contains(input.mediaType) else {
            return .argument(
                "Media type \(input.mediaType.rawValue) is not supported by file type \(outputFileType.rawValue)"
            )
        }
        if inputs.count >= fileKind.maximumTracks {
            return .argument("File type \(outputFileType.rawValue) cannot hold more tracks")
        }
        return fileKind.refusal(of: input.plan)
    }

    /// Whether ``add(_:)-(AVAssetWriterInputGroup)`` would take a group: no, alternate tracks are not written.
    public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool { false }

    /// Adds a group of alternate tracks; stops the program, as ``canAdd(_:)-(AVAssetWriterInputGroup)`` is false.
    public func add(_ inputGroup: AVAssetWriterInputGroup) {
        WriterRefusal.argument("Cannot add an input group of which -canAddInputGroup: returns NO")
            .raise("AVAssetWriter addInputGroup:")
    }
}

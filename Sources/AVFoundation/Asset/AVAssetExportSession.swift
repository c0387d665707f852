import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding

/// Writes an asset, or a part of it, to a file: as it is, or encoded anew.
///
/// A session exports once. The file begins and ends where the range does, also where no key frame is: what must be in the file before
/// is edited out. Pictures keep the track's transform.
open class AVAssetExportSession: NSObject {
    /// What is exported.
    public let asset: AVAsset
    /// How.
    public let presetName: String
    private let preset: ExportPreset
    private let state = ExportState()

    /// Where the file goes, for the older form of exporting; nothing may be there.
    open var outputURL: URL?
    /// What kind of file it becomes, for the older form of exporting; `nil` at first.
    open var outputFileType: AVFileType?
    /// What is exported; everything at first.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// What is written about the movie; `nil`, which it is at first, for the asset's own.
    open var metadata: [AVMetadataItem]?
    /// Whether the index comes before the media; it always does.
    open var shouldOptimizeForNetworkUse = false
    /// Where temporary files may go; none are needed.
    open var directoryForTemporaryFiles: URL?

    /// Makes a session.
    ///
    /// - Returns: `nil` for a preset that is not known, or whose encoder this machine does not have.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset(presetName) else { return nil }
        self.asset = asset
        self.presetName = presetName
        self.preset = preset
        super.init()
    }

    /// How far the session is.
    open var status: Status { state.status }
    /// Why there is no file.
    open var error: (any Error)? { state.error }
    /// How much is done, from 0 to 1.
    open var progress: Float { Float(state.fraction) }

    /// The kinds of files that the preset makes of the asset.
    open var supportedFileTypes: [AVFileType] { Self.fileTypes(asset, preset) }

    // MARK: Exporting

    /// Exports to a file.
    ///
    /// - Parameters:
    ///   - url: where; nothing may be there.
    ///   - fileType: what kind of file.
    ///   - isolation: where the caller runs.
    /// - Throws: `AVError`s; `CancellationError` if the task was cancelled. No file is left then, unless it was there before.
    public final func export(
        to url: URL,
        as fileType: AVFileType,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let (state, request) = (state, request(url, fileType))
        guard state.begin() else { throw AVError(.operationInterrupted) }
        await withTaskCancellationHandler {
            await AVAssetExportSession.run(request, state)
        } onCancel: {
            state.cancel()
        }
        if let error = state.error {
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }

    /// Exports to ``outputURL``; `status` and `error` say what became of it.
    ///
    /// A session without an address or a kind of file, or one that was used before, stops the program.
    ///
    /// - Parameter handler: called once, on a thread of its own.
    @preconcurrency
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let method = "AVAssetExportSession exportAsynchronouslyWithCompletionHandler:"
        guard let outputURL, let outputFileType else {
            WriterRefusal.state("Cannot call \(method) without an output URL and an output file type").raise(method)
        }
        let (state, request) = (state, request(outputURL, outputFileType))
        guard state.begin() else { WriterRefusal.state("Cannot call \(method) more than once.").raise(method) }
        Task {
            await AVAssetExportSession.run(request, state)
            handler()
        }
    }

    /// As ``exportAsynchronously(completionHandler:)``.
    nonisolated(nonsending) open func export() async {
        await withCheckedContinuation { continuation in
            exportAsynchronously { continuation.resume() }
        }
    }

    private func request(_ url: URL, _ fileType: AVFileType) -> ExportRequest {
        ExportRequest(
            asset: asset,
            preset: preset,
            url: url,
            fileType: fileType,
            range: timeRange,
            metadata: metadata,
            optimizesForNetworkUse: shouldOptimizeForNetworkUse
        )
    }

    @concurrent
    private static func run(_ request: ExportRequest, _ state: ExportState) async {
        do {
            try await request.asset.loadValues()
            guard request.url.isFileURL, fileTypes(request.asset, request.preset).contains(request.fileType) else {
                throw AVError(.operationNotSupportedForAsset)
            }
            let run = try ExportRun(request) { state.advance(to: $0) }
            try state.start(run)
            try await run.run()
            state.finish(nil)
        } catch {
            state.finish(error)
        }
    }

    /// Cancels the export; no file is left.
    open func cancelExport() {
        state.cancel()
    }

    /// What the session does, until it is done.
    ///
    /// - Parameter updateInterval: seconds between reports of progress, at least; with infinity only changes of the state are told.
    public final func states(updateInterval: TimeInterval = .infinity) -> some Sendable & AsyncSequence<State, Never> {
        state.states(interval: updateInterval)
    }

    // MARK: Presets

    /// The names of the presets that this machine can follow.
    open class func allExportPresets() -> [String] { ExportPreset.names }

    /// The names of the presets that can be used with an asset.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        ExportPreset.names.filter { name in ExportPreset(name).map { !fileTypes(asset, $0).isEmpty } ?? false }
    }

    /// Whether a preset makes a kind of file of an asset; with `nil`, of any kind.
    nonisolated(nonsending) open class func compatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?
    ) async -> Bool {
        guard let preset = ExportPreset(presetName) else { return false }
        try? await asset.loadValues()
        let types = fileTypes(asset, preset)
        return outputFileType.map(types.contains) ?? !types.isEmpty
    }

    /// Whether a preset makes a kind of file of an asset; with `nil`, of any kind.
    @preconcurrency
    open class func determineCompatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        Task { [asset = Shared(asset)] in
            handler(
                await AVAssetExportSession.compatibility(
                    ofExportPreset: presetName,
                    with: asset.object,
                    outputFileType: outputFileType
                )
            )
        }
    }

    /// The kinds of files that the preset makes of the asset.
    @preconcurrency
    open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        Task { [asset = Shared(asset), preset] in
            try? await asset.object.loadValues()
            handler(AVAssetExportSession.fileTypes(asset.object, preset))
        }
    }

    private static func fileTypes(_ asset: AVAsset, _ preset: ExportPreset) -> [AVFileType] {
        guard let tracks = try? ExportTrack.tracks(of: asset, preset), !tracks.isEmpty else { return [] }
        return preset.fileTypes.filter { type in
            guard let kind = WriterFileKind(type) else { return false }
            return tracks.count <= kind.maximumTracks && tracks.allSatisfy { kind.accepts($0) }
        }
    }
}

extension WriterFileKind {
    /// Whether the file can hold a track as it is to be exported.
    fileprivate func accepts(_ track: ExportTrack) -> Bool {
        guard mediaTypes.contains(track.track.mediaType) else { return false }
        let hint = track.encoding == nil ? track.track.contents.formats.first : nil
        let plan = try? TrackEncodingPlan(mediaType: track.track.mediaType, settings: track.encoding, hint: hint)
        return plan.map { refusal(of: $0) == nil } ?? false
    }
}

extension AVAssetExportSession {
    /// How far a session is.
    public enum Status: Int, Sendable {
        /// The export has not begun.
        case unknown
        /// It is about to begin.
        case waiting
        /// It is under way.
        case exporting
        /// The file is done.
        case completed
        /// There is no file; `error` says why.
        case failed
        /// It was cancelled.
        case cancelled
    }

    /// What a session is doing, for those who watch it.
    public enum State: Sendable {
        /// The export has not begun.
        case pending
        /// It is about to begin.
        case waiting
        /// It is under way, and so far.
        case exporting(progress: Progress)
    }
}

/// Samples as they are.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// Small pictures, for slow networks.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// Pictures of medium size, for sharing.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// Pictures of the asset's own size.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// HEVC, pictures of the asset's own size.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// H.264, at most 640 x 480.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264, at most 960 x 540.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264, at most 1280 x 720.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264, at most 1920 x 1080.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264, at most 3840 x 2160.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC, at most 1920 x 1080.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC, at most 3840 x 2160.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// Sound alone, AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"

/// What a preset's name means.
enum ExportPreset: Sendable {
    case passThrough
    /// Pictures at most so large, nil for the asset's own size; and sound.
    case movie(VideoCodec, longest: Int?, shortest: Int?)
    case audio

    private static let known: [(name: String, preset: ExportPreset)] = [
        (AVAssetExportPresetPassthrough, .passThrough),
        // OBSERVED: sizes of iPhones.
        (AVAssetExportPresetLowQuality, .movie(.h264, longest: 224, shortest: 128)),
        (AVAssetExportPresetMediumQuality, .movie(.h264, longest: 568, shortest: 320)),
        (AVAssetExportPresetHighestQuality, .movie(.h264, longest: nil, shortest: nil)),
        (AVAssetExportPresetHEVCHighestQuality, .movie(.hevc, longest: nil, shortest: nil)),
        (AVAssetExportPreset640x480, .movie(.h264, longest: 640, shortest: 480)),
        (AVAssetExportPreset960x540, .movie(.h264, longest: 960, shortest: 540)),
        (AVAssetExportPreset1280x720, .movie(.h264, longest: 1280, shortest: 720)),
        (AVAssetExportPreset1920x1080, .movie(.h264, longest: 1920, shortest: 1080)),
        (AVAssetExportPreset3840x2160, .movie(.h264, longest: 3840, shortest: 2160)),
        (AVAssetExportPresetHEVC1920x1080, .movie(.hevc, longest: 1920, shortest: 1080)),
        (AVAssetExportPresetHEVC3840x2160, .movie(.hevc, longest: 3840, shortest: 2160)),
        (AVAssetExportPresetAppleM4A, .audio),
    ]

    /// The names of all whose encoders this machine has.
    static var names: [String] { known.filter { $0.preset.isAvailable }.map(\.name) }

    init?(_ name: String) {
        guard let found = Self.known.first(where: { $0.name == name }), found.preset.isAvailable else { return nil }
        self = found.preset
    }

    private var isAvailable: Bool {
        guard case .movie(let codec, _, _) = self else { return true }
        return VideoEncoder.isAvailable(codec)
    }

    /// The kinds of files that it can make.
    var fileTypes: [AVFileType] {
        switch self {
        case .passThrough: [.mov, .mp4, .m4v, .m4a, .caf, .wav]
        case .movie: [.mov, .mp4, .m4v]
        case .audio: [.m4a]
        }
    }
}

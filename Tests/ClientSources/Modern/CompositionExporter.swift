@preconcurrency import AVFoundation

/// Feeds two tracks from sources that wait, one task each, as exporters do.
final class CompositionExporter: Sendable {
    enum Failure: Error {
        case cannotStart((any Error)?)
        case failed((any Error)?)
    }

    private let destination: URL

    init(destination: URL) {
        self.destination = destination
    }

    /// Writes what the sources give until they give `nil`.
    func export(
        videoSettings: [String: Any],
        audioSettings: [String: Any],
        video: @escaping @Sendable () -> CMSampleBuffer?,
        audio: @escaping @Sendable () -> CMSampleBuffer?
    ) async throws {
        let writer = try AVAssetWriter(outputURL: destination, fileType: .mp4)
        writer.shouldOptimizeForNetworkUse = true
        let videoInput = AVAssetWriterInput(mediaType: .video, outputSettings: videoSettings)
        let audioInput = AVAssetWriterInput(mediaType: .audio, outputSettings: audioSettings)
        for input in [videoInput, audioInput] where writer.canAdd(input) {
            input.expectsMediaDataInRealTime = false
            writer.add(input)
        }
        guard writer.startWriting() else { throw Failure.cannotStart(writer.error) }
        writer.startSession(atSourceTime: .zero)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await Self.feed(videoInput, "video", from: video) }
            group.addTask { await Self.feed(audioInput, "audio", from: audio) }
        }
        await writer.finishWriting()
        guard writer.status == .completed else { throw Failure.failed(writer.error) }
    }

    private static func feed(
        _ input: AVAssetWriterInput,
        _ label: String,
        from source: @escaping @Sendable () -> CMSampleBuffer?
    ) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            input.requestMediaDataWhenReady(on: DispatchQueue(label: "exporter.\(label)")) {
                while input.isReadyForMoreMediaData {
                    guard let sample = source(), input.append(sample) else {
                        input.markAsFinished()
                        continuation.resume()
                        return
                    }
                }
            }
        }
    }
}

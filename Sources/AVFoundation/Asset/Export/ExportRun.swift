import CoreMedia
import Dispatch
import Foundation
import Synchronization

/// What an export session was told.
struct ExportRequest: @unchecked Sendable {
    // @unchecked: metadata items may be used on any thread.
    var asset: AVAsset
    var preset: ExportPreset
    var url: URL
    var fileType: AVFileType
    var range: CMTimeRange
    var metadata: [AVMetadataItem]?
    var optimizesForNetworkUse: Bool
}

/// One export: reads each track, decoded if it is to be encoded, and writes it.
final class ExportRun: @unchecked Sendable {
    // @unchecked: immutable after initialisation; each output is read on its input's queue, the rest may be called on any thread.
    private let reader: AVAssetReader
    private let writer: AVAssetWriter
    private let copies: [TrackCopy]
    private let range: CMTimeRange
    private let isCancelled = Mutex(false)

    /// - Throws: why the asset cannot be read; `AVError.operationNotSupportedForAsset` if it does not fit the preset or the kind of file.
    init(_ request: ExportRequest, onProgress: @escaping @Sendable (Double) -> Void) throws {
        let tracks = try ExportTrack.tracks(of: request.asset, request.preset)
        let whole = CMTimeRange(start: .zero, duration: try request.asset.contents().duration)
        let end = request.range.duration.isNumeric ? min(request.range.end, whole.end) : whole.end
        range = CMTimeRange(start: max(.zero, request.range.start), end: max(end, max(.zero, request.range.start)))
        guard !tracks.isEmpty, range.duration > .zero else { throw AVError(.operationNotSupportedForAsset) }
        for track in tracks { try track.checkJoints() }
        reader = try AVAssetReader(asset: request.asset)
        reader.timeRange = range
        writer = try AVAssetWriter(outputURL: request.url, fileType: request.fileType)
        writer.metadata = try request.metadata ?? request.asset.contents().metadata
        writer.shouldOptimizeForNetworkUse = request.optimizesForNetworkUse
        let meter = ProgressMeter(count: tracks.count, onProgress)
        var copies: [TrackCopy] = []
        for (number, track) in tracks.enumerated() {
            let output = AVAssetReaderTrackOutput(track: track.track, outputSettings: track.decoding)
            let input = AVAssetWriterInput(
                mediaType: track.track.mediaType,
                outputSettings: track.encoding,
                sourceFormatHint: track.encoding == nil ? track.track.contents.formats.first : nil
            )
            guard reader.canAdd(output), writer.canAdd(input) else { throw AVError(.operationNotSupportedForAsset) }
            if track.track.mediaType == .video {
                input.transform = track.track.preferredTransform
                // Times are kept as they are.
                if track.encoding == nil { input.mediaTimeScale = track.track.naturalTimeScale }
            }
            input.languageCode = track.track.languageCode
            input.marksOutputTrackAsEnabled = track.track.isEnabled
            reader.add(output)
            writer.add(input)
            let (start, length) = (range.start, range.duration.seconds)
            copies.append(TrackCopy(output, input) { meter.report(($0 - start).seconds / length, of: number) })
        }
        self.copies = copies
        writer.setFailureHandler { [copies] _ in copies.forEach { $0.finish() } }
    }

    /// Exports; returns when the file is done.
    ///
    /// - Throws: why there is no file.
    func run() async throws {
        guard reader.startReading() else { throw reader.error ?? AVError(.exportFailed) }
        guard writer.startWriting() else {
            reader.cancelReading()
            throw writer.error ?? AVError(.exportFailed)
        }
        writer.startSession(atSourceTime: range.start)
        await withTaskGroup(of: Void.self) { group in
            for copy in copies { group.addTask { await copy.run() } }
        }
        guard !isCancelled.withLock({ $0 }), reader.status != .cancelled else {
            writer.cancelWriting()
            throw AVError(.operationCancelled)
        }
        if reader.status == .failed || writer.status == .failed {
            let cause = reader.error ?? writer.error
            if writer.status == .writing { writer.cancelWriting() }
            throw cause ?? AVError(.exportFailed)
        }
        writer.endSession(atSourceTime: range.end)
        await writer.finishWriting()
        guard writer.status == .completed else { throw writer.error ?? AVError(.exportFailed) }
    }

    func cancel() {
        isCancelled.withLock { $0 = true }
        reader.cancelReading()
    }
}

/// Adds up how far the tracks are.
private final class ProgressMeter: Sendable {
    private let fractions: Mutex<[Double]>
    private let onProgress: @Sendable (Double) -> Void

    init(count: Int, _ onProgress: @escaping @Sendable (Double) -> Void) {
        fractions = Mutex([Double](repeating: 0, count: count))
        self.onProgress = onProgress
    }

    func report(_ fraction: Double, of track: Int) {
        let mean = fractions.withLock { fractions in
            fractions[track] = max(fractions[track], min(1, fraction))
            return fractions.reduce(0, +) / Double(fractions.count)
        }
        onProgress(mean)
    }
}

/// Copies one track's samples from a reader to a writer.
private final class TrackCopy: @unchecked Sendable {
    // @unchecked: the output is used on one serial queue; what changes lies in the mutex.
    private enum Progress {
        case waiting
        case copying(CheckedContinuation<Void, Never>)
        case done
    }

    private let output: AVAssetReaderTrackOutput
    private let input: AVAssetWriterInput
    private let queue = DispatchQueue(label: "AVAssetExportSession")
    private let onProgress: @Sendable (CMTime) -> Void
    private let progress = Mutex(Progress.waiting)

    init(
        _ output: AVAssetReaderTrackOutput,
        _ input: AVAssetWriterInput,
        _ onProgress: @escaping @Sendable (CMTime) -> Void
    ) {
        self.output = output
        self.input = input
        self.onProgress = onProgress
    }

    /// Returns when everything is copied, or one of the two has ended.
    func run() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOver = progress.withLock { progress in
                if case .done = progress { return true }
                progress = .copying(continuation)
                return false
            }
            if isOver { return continuation.resume() }
            input.requestMediaDataWhenReady(on: queue) { [self] in copy() }
        }
    }

    private func copy() {
        dispatchPrecondition(condition: .onQueue(queue))
        while input.isReadyForMoreMediaData {
            guard let sample = output.copyNextSampleBuffer(), input.append(sample) else {
                input.markAsFinished()
                finish()
                return
            }
            onProgress(sample.presentationTimeStamp)
        }
    }

    /// Everything is copied, or the writer, which asks for nothing more then, has failed.
    func finish() {
        let former = progress.withLock { progress in
            defer { progress = .done }
            return progress
        }
        if case .copying(let continuation) = former { continuation.resume() }
    }
}

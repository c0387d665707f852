import CaptureCore
import CoreMedia
import CoreVideo
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

/// How one track is exported.
struct ExportTrack {
    var track: AVAssetTrack
    /// How it is decoded; nil if its samples stay as they are.
    var decoding: [String: Any]?
    var encoding: [String: Any]?

    /// The tracks of an asset that a preset exports.
    ///
    /// DEVIATION: tracks of sound are not mixed: each stays a track.
    static func tracks(of asset: AVAsset, _ preset: ExportPreset) throws -> [ExportTrack] {
        let tracks = try asset.contents().tracks.filter {
            !$0.contents.formats.isEmpty && $0.contents.timeRange.duration > .zero
        }
        let video = tracks.filter { $0.mediaType == .video }
        let audio = tracks.filter { $0.mediaType == .audio }
        switch preset {
        case .passThrough: return (video + audio).map { ExportTrack(track: $0) }
        case .movie(let codec, let longest, let shortest):
            let videoTracks = video.prefix(1).map { track in
                let settings = videoSettings(track, AVVideoCodecType(codec), longest, shortest)
                let format = "\(kCVPixelBufferPixelFormatTypeKey)"
                return ExportTrack(track: track, decoding: [format: pixelFormat(track)], encoding: settings)
            }
            return videoTracks + audio.map(audioTrack)
        case .audio: return audio.prefix(1).map(audioTrack)
        }
    }

    /// The range of values stays as it is.
    private static func pixelFormat(_ track: AVAssetTrack) -> OSType {
        let full = track.contents.formats.first.flatMap {
            CMFormatDescriptionGetExtension($0, extensionKey: kCMFormatDescriptionExtension_FullRangeVideo) as? NSNumber
        }
        return full?.boolValue == true
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }

    private static func videoSettings(
        _ track: AVAssetTrack,
        _ codec: AVVideoCodecType,
        _ longest: Int?,
        _ shortest: Int?
    ) -> [String: Any] {
        let size = track.naturalSize
        var scale = 1.0
        if let longest, let shortest, size.width > 0, size.height > 0 {
            let across = Double(longest) / max(size.width, size.height)
            scale = min(1, across, Double(shortest) / min(size.width, size.height))
        }
        func even(_ length: CGFloat) -> Int { min(8192, max(16, Int((length * scale / 2).rounded()) * 2)) }
        let rate = track.nominalFrameRate
        return [
            AVVideoCodecKey: codec, AVVideoWidthKey: even(size.width), AVVideoHeightKey: even(size.height),
            AVVideoCompressionPropertiesKey: rate > 0 ? [AVVideoExpectedSourceFrameRateKey: Double(rate)] : [:],
        ]
    }

    private static func audioTrack(_ track: AVAssetTrack) -> ExportTrack {
        let stream = track.contents.formats.first?.audioStreamBasicDescription
        let rate = stream?.mSampleRate ?? 44_100
        let usual: [Double] = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
        let settings: [String: Any] = [
            AVSampleRateKey: usual.contains(rate) ? rate : 44_100,
            AVNumberOfChannelsKey: min(2, max(1, Int(stream?.mChannelsPerFrame ?? 2))),
        ]
        return ExportTrack(
            track: track,
            decoding: settings.merging([AVFormatIDKey: kAudioFormatLinearPCM]) { $1 },
            encoding: settings.merging([AVFormatIDKey: kAudioFormatMPEG4AAC]) { $1 }
        )
    }

    /// - Throws: `AVError.operationNotSupportedForAsset` for parts that cannot follow each other as they are.
    func checkJoints() throws {
        let contents = track.contents
        let pieces = contents.sources.filter { $0.media != nil }
        guard decoding == nil, pieces.count > 1 else { return }
        func refuse(_ reason: String) -> AVError {
            AVError(.operationNotSupportedForAsset, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
        }
        guard contents.formats.count == 1 else { throw refuse("The parts of a track have different formats.") }
        guard track.mediaType == .video else { return }
        guard !contents.isReordered else { throw refuse("Pictures are decoded in another order than they are shown.") }
        for piece in contents.pieces(in: CMTimeRange(start: .zero, duration: .positiveInfinity)).dropFirst() {
            let first = try CompressedSource(piece).next()
            guard let first, first.presentationTimeStamp >= piece.range.start + piece.offset else {
                throw refuse("A part does not begin with a key frame.")
            }
        }
    }
}

/// How far an export session is, and who wants to know.
final class ExportState: Sendable {
    private struct Observer: Sendable {
        var continuation: AsyncStream<AVAssetExportSession.State>.Continuation
        var interval: TimeInterval
        var last: ContinuousClock.Instant?
    }

    private struct Values {
        var status = AVAssetExportSession.Status.unknown
        var error: (any Error)?
        var fraction = 0.0
        var run: ExportRun?
        var isCancelled = false
        var observers: [Int: Observer] = [:]
        var nextObserver = 0
    }

    private let values = Mutex(Values())
    private let progress = Progress(totalUnitCount: 1000)

    var status: AVAssetExportSession.Status { values.withLock { $0.status } }
    var error: (any Error)? { values.withLock { $0.error } }
    var fraction: Double { values.withLock { $0.fraction } }

    /// - Returns: false if the session was used already.
    func begin() -> Bool {
        let begins = values.withLock { values in
            guard values.status == .unknown else { return false }
            values.status = .waiting
            return true
        }
        if begins { notify(.waiting) }
        return begins
    }

    /// - Throws: if the session was cancelled before.
    func start(_ run: ExportRun) throws {
        try values.withLock { values in
            guard !values.isCancelled else { throw AVError(.operationCancelled) }
            values.run = run
            values.status = .exporting
        }
        notify(.exporting(progress: progress))
    }

    /// A part of the work is done: never less than before.
    func advance(to fraction: Double) {
        let due = values.withLock { values -> [AsyncStream<AVAssetExportSession.State>.Continuation] in
            guard values.status == .exporting, fraction > values.fraction else { return [] }
            values.fraction = fraction
            let now = ContinuousClock.now
            var due: [AsyncStream<AVAssetExportSession.State>.Continuation] = []
            for (number, observer) in values.observers where observer.interval.isFinite {
                let isDue = observer.last.map { $0 + .seconds(observer.interval) <= now } ?? true
                guard isDue else { continue }
                values.observers[number]?.last = now
                due.append(observer.continuation)
            }
            return due
        }
        progress.completedUnitCount = max(progress.completedUnitCount, Int64(fraction * 1000))
        for continuation in due { continuation.yield(.exporting(progress: progress)) }
    }

    func finish(_ failure: (any Error)?) {
        let observers = values.withLock { values in
            let isCancelled = (failure as? AVError)?.code == .operationCancelled
            values.status = failure == nil ? .completed : isCancelled ? .cancelled : .failed
            values.error = failure
            values.run = nil
            if failure == nil { values.fraction = 1 }
            defer { values.observers = [:] }
            return values.observers.values.map(\.continuation)
        }
        if failure == nil { progress.completedUnitCount = 1000 }
        for observer in observers { observer.finish() }
    }

    func cancel() {
        let run = values.withLock { values in
            values.isCancelled = true
            return values.run
        }
        run?.cancel()
    }

    private func notify(_ state: AVAssetExportSession.State) {
        let observers = values.withLock { $0.observers.values.map(\.continuation) }
        for observer in observers { observer.yield(state) }
    }

    /// The states from now on; ends with the export.
    func states(interval: TimeInterval) -> AsyncStream<AVAssetExportSession.State> {
        let (stream, continuation) = AsyncStream.makeStream(of: AVAssetExportSession.State.self)
        let (number, status) = values.withLock { values in
            values.nextObserver += 1
            let isOver = [.completed, .failed, .cancelled].contains(values.status)
            if !isOver {
                values.observers[values.nextObserver] = Observer(continuation: continuation, interval: interval)
            }
            return (values.nextObserver, values.status)
        }
        switch status {
        case .unknown: continuation.yield(.pending)
        case .waiting: continuation.yield(.waiting)
        case .exporting: continuation.yield(.exporting(progress: progress))
        case .completed, .failed, .cancelled: continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.values.withLock { $0.observers.removeValue(forKey: number) }
        }
        return stream
    }
}

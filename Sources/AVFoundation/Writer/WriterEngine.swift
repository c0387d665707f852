import CaptureCore
import CoreMedia
import Dispatch
import Foundation
import MediaEncoding
import Synchronization

/// Encodes and writes what the inputs of one writer are given, from the beginning of writing to the finished file.
///
/// Each track has a queue for its encoder, the file a thread for the disk: whoever appends waits for neither.
final class WriterEngine: @unchecked Sendable {
    // @unchecked: `tracks` is filled before anybody else knows the engine; what changes lies in mutexes.

    /// What is on its way into the file.
    private struct PendingOutput {
        var interleaver: TrackInterleaver<EncodedSample>
        /// Which tracks' formats the file knows.
        var knowsFormat: [Bool]
        /// Whether the file knows which time is its beginning.
        var hasStarted = false
        var hasWritten = false
    }

    private struct Balance {
        var policy: ReadinessPolicy
        var reported: [Bool]
    }

    private struct Life {
        var isOver = false
        var isFinishing = false
        var failure: (any Error)?
        var leftPlayableFile = false
    }

    private(set) var tracks: [WriterTrack] = []
    private let file: MovieFile
    private let pendingOutput: Mutex<PendingOutput>
    private let balance: Mutex<Balance>
    private let life = Mutex(Life())
    private let onReadiness: @Sendable ([Int]) -> Void
    private let onFailure: @Sendable (any Error) -> Void
    private let queue = DispatchQueue(label: "AVAssetWriter", qos: .userInitiated)

    /// Opens the encoders and makes the file.
    ///
    /// - Parameters:
    ///   - plan: what to write.
    ///   - unsettled: entered while something waits for its encoder.
    ///   - onReadiness: is told which inputs' readiness may have changed, on any thread.
    ///   - onFailure: is told once of a failure, after what could be saved was saved, on any thread.
    /// - Throws: what ``MovieFile`` and the encoders do.
    init(
        _ plan: WriterPlan,
        unsettled: DispatchGroup? = nil,
        onReadiness: @escaping @Sendable ([Int]) -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) throws(MediaEncodingError) {
        var encoders: [any TrackEncoder] = []
        for track in plan.tracks { encoders.append(try track.encoding.makeEncoder()) }
        var settings = plan.file
        for (index, encoder) in encoders.enumerated() { settings.tracks[index].format = encoder.format }
        file = try MovieFile(settings)
        let isLive = plan.tracks.allSatisfy(\.isRealTime)
        pendingOutput = Mutex(
            PendingOutput(
                interleaver: TrackInterleaver(
                    trackCount: encoders.count,
                    // What is held back is lost by a crash: little for live sources. Others wait for each other, and their
                    // encoders look ahead.
                    patience: isLive ? CMTime(value: 1, timescale: 2) : CMTime(value: 5, timescale: 1)
                ),
                knowsFormat: encoders.map { $0.format != nil }
            )
        )
        balance = Mutex(
            Balance(
                policy: ReadinessPolicy(
                    lanes: plan.tracks.map {
                        ReadinessPolicy.Lane(
                            isRealTime: $0.isRealTime,
                            capacity: Self.capacity($0),
                            limitsDelay: $0.isRealTime && $0.encoding.mediaType == .video
                        )
                    }
                ),
                reported: encoders.map { _ in false }
            )
        )
        self.onReadiness = onReadiness
        self.onFailure = onFailure
        tracks = encoders.enumerated().map {
            WriterTrack($0, plan.tracks[$0].encoding, $1, engine: self, unsettled: unsettled)
        }
        file.setStateHandler { [weak self] in self?.fileStateChanged() }
    }

    /// Memory that pictures may take while they wait for their encoder.
    private static let frameMemory = 64 << 20

    /// How many items may wait for an encoder: pictures are large, and hold a camera's buffers. More of those that cannot wait
    /// elsewhere.
    private static func capacity(_ track: WriterPlan.Track) -> Int {
        if case .video(let settings) = track.encoding.encoding {
            guard track.isRealTime else { return 8 }
            // With the half second of a fragment, less than a second of pictures at 30 per second.
            return min(max(8, frameMemory / max(1, settings.width * settings.height * 3 / 2)), 12)
        }
        // Live sound that finds no room leaves a hole that is heard. It is small, and its driver keeps some seconds at most.
        return track.isRealTime ? 1_024 : 64
    }

    // MARK: What is known at any time

    /// Bytes of the file at present.
    var bytesWritten: Int64 { file.fileSize }

    /// How much of the movie is in the file after writing it failed; `nil` while all of it is.
    var keptDuration: CMTime? { file.keptDuration }

    /// Whether writing failed or was cancelled.
    var isOver: Bool { life.withLock { $0.isOver } }

    /// Whether a file that plays was left by a failure.
    var leftPlayableFile: Bool { life.withLock { $0.leftPlayableFile } }

    // MARK: Back-pressure

    /// Whether a track may be given more.
    func isReady(_ track: Int) -> Bool { balance.withLock { $0.policy.isReady(track) } }

    /// Makes room for an item in a track's queue.
    ///
    /// - Parameter canBeDropped: whether its source does not ask for readiness before.
    /// - Returns: false if there is none.
    func reserve(_ track: Int, upTo time: CMTime, canBeDropped: Bool) -> Bool {
        balance.withLock { $0.policy.take(track, at: time, canBeDropped: canBeDropped) }
    }

    /// An item has left a track's queue.
    ///
    /// - Parameter seconds: how long the encoder took for it.
    func release(_ track: Int, after seconds: Double) {
        balance.withLock { $0.policy.release(track, after: seconds) }
        reportReadiness()
    }

    /// A track takes nothing more.
    func closeLane(_ track: Int) {
        balance.withLock { $0.policy.finish(track) }
        reportReadiness()
    }

    /// Tells of inputs whose readiness has changed.
    func reportReadiness() {
        let changed = balance.withLock { balance in
            balance.reported.indices.filter { track in
                let isReady = balance.policy.isReady(track)
                defer { balance.reported[track] = isReady }
                return isReady != balance.reported[track]
            }
        }
        if !changed.isEmpty { onReadiness(changed) }
    }

    private func fileStateChanged() {
        if let failure = file.failure { fail(failure) }
        updateDiskState()
    }

    private func updateDiskState() {
        let changed = balance.withLock { balance in
            // Asked with the lock held: what one thread has seen must not be noted after what another one saw later.
            let keepsUp = file.isReadyForMoreData
            defer { balance.policy.diskKeepsUp = keepsUp }
            return balance.policy.diskKeepsUp != keepsUp
        }
        if changed { reportReadiness() }
    }

    // MARK: Writing

    /// The movie begins at this time of the source.
    func startSession(at time: CMTime) {
        do {
            try pendingOutput.withLock { pendingOutput throws(MediaEncodingError) in
                try file.start(at: time)
                pendingOutput.hasStarted = true
                try writeWhatMay(&pendingOutput)
            }
        } catch {
            fail(error)
        }
    }

    /// Takes encoded samples of a track, and writes what may be written.
    func deliver(_ samples: [EncodedSample], format: CMFormatDescription?, track: Int) {
        do {
            try pendingOutput.withLock { pendingOutput throws(MediaEncodingError) in
                if !pendingOutput.knowsFormat[track], let format {
                    try file.setFormat(format, track: track)
                    pendingOutput.knowsFormat[track] = true
                }
                for sample in samples { pendingOutput.interleaver.add(sample, at: sample.decodeTime, track: track) }
                try writeWhatMay(&pendingOutput)
            }
        } catch {
            fail(error)
        }
        updateDiskState()
    }

    /// The segment ends behind what the tracks have taken so far: behind the latest picture, if there are any.
    func flushSegment() {
        let times = tracks.map { ($0.isVideo, $0.beginSegment()) }
        let pictures = times.filter(\.0).compactMap(\.1)
        let latest = pictures.isEmpty ? times.compactMap(\.1).max() : pictures.max()
        if let latest { file.endSegment(after: latest) }
    }

    /// A track brings nothing more.
    func finishLane(_ track: Int) {
        do {
            try pendingOutput.withLock { pendingOutput throws(MediaEncodingError) in
                pendingOutput.interleaver.finish(track: track)
                try writeWhatMay(&pendingOutput)
            }
        } catch {
            fail(error)
        }
    }

    /// Another thread may append as soon as there is a session, before the file was told of it.
    private func writeWhatMay(_ pendingOutput: inout PendingOutput) throws(MediaEncodingError) {
        guard pendingOutput.hasStarted else { return }
        while let (track, sample) = pendingOutput.interleaver.next() {
            pendingOutput.hasWritten = true
            try file.append(sample, track: track)
        }
    }

    // MARK: The end

    /// Encodes and writes what is left, and finishes the file.
    ///
    /// - Parameter completion: called once on a queue of the engine's.
    func finish(session: WriterStateMachine.Session, completion: @escaping @Sendable (Result<Void, any Error>) -> Void)
    {
        life.withLock { $0.isFinishing = true }
        let group = DispatchGroup()
        for track in tracks {
            group.enter()
            track.finish(at: session.end) { group.leave() }
        }
        group.notify(queue: queue) { [self] in completion(finishFile(at: session.end)) }
    }

    private func finishFile(at end: CMTime?) -> Result<Void, any Error> {
        dispatchPrecondition(condition: .onQueue(queue))
        if let failure = life.withLock({ $0.failure }) { return .failure(failure) }
        guard pendingOutput.withLock({ $0.hasWritten }) else {
            file.cancel()
            return .failure(AVError(.noDataCaptured))
        }
        do {
            try file.finish(endTime: end)
            return .success(())
        } catch {
            life.withLock { $0.leftPlayableFile = true }
            return .failure(error)
        }
    }

    /// Deletes the file. Waits at most ten seconds for a disk that hangs.
    func cancel() {
        life.withLock { $0.isOver = true }
        let done = DispatchSemaphore(value: 0)
        queue.async { [file] in
            file.cancel()
            done.signal()
        }
        _ = done.wait(timeout: .now() + 10)
    }

    /// Nobody wants to know any more; the file stays as it is.
    func abandon() {
        life.withLock { $0.isOver = true }
        file.setStateHandler(nil)
    }

    /// Ends writing because of an error, and saves what can be saved. What went wrong first counts.
    func fail(_ error: MediaEncodingError) {
        let (isFirst, isFinishing) = life.withLock { life in
            defer {
                if !life.isOver { life.failure = error }
                life.isOver = true
            }
            return (!life.isOver, life.isFinishing)
        }
        guard isFirst else { return }
        queue.async { [self] in
            let hasWritten = pendingOutput.withLock { $0.hasWritten }
            if hasWritten { _ = try? file.finish() } else { file.cancel() }
            life.withLock { $0.leftPlayableFile = hasWritten }
            // Whoever waits for the end of finishing is told there.
            if !isFinishing { onFailure(error) }
        }
    }
}

/// Turns what went wrong inside into the errors of the public API.
enum WriterFailure {
    /// The error that clients see; what it was made of stays under `NSUnderlyingErrorKey`.
    static func error(for cause: any Error) -> AVError {
        switch cause {
        case let error as AVError: error
        case let error as MediaEncodingError: AVError(error)
        default: AVError(.unknown, userInfo: [NSUnderlyingErrorKey: cause])
        }
    }
}

extension AVError {
    /// Translates a failure of an encoder or a file. Its operation and native code stay in the underlying error; its advice
    /// becomes the recovery suggestion.
    package init(_ error: MediaEncodingError) {
        var info: [String: Any] = [NSUnderlyingErrorKey: error]
        if !error.advice.isEmpty { info[NSLocalizedRecoverySuggestionErrorKey] = error.advice }
        info[NSLocalizedFailureReasonErrorKey] =
            error.code == 0 ? error.operation : "\(error.operation) (\(error.code))"
        self.init(error.kind.code, userInfo: info)
    }
}

extension MediaEncodingError.Kind {
    /// The code that Apple's API has for this kind of failure.
    var code: AVError.Code {
        switch self {
        case .encoderMissing: .encoderNotFound
        case .unsupportedSettings: .unsupportedOutputSettings
        case .encoderFailed: .encodeFailed
        case .fileExists: .fileAlreadyExists
        case .diskFull: .diskFull
        case .unreadable: .invalidSourceMedia
        case .unknownFormat: .fileFormatNotRecognized
        case .decoderMissing: .decoderNotFound
        case .decoderFailed: .decodeFailed
        // OBSERVED: Apple's writer says "unknown" for samples that do not fit and for files that cannot be made.
        case .cannotCreate, .writeFailed, .invalidSample: .unknown
        }
    }
}

import Foundation
import Logging
import ScanProtocol

/// One attempt of one worker at one photo.
struct RecognitionAttempt {
    let workers: ScanWorkers
    let lease: ScanLease

    private typealias Recognition = DetachableTask<Result<PhotoResult, any Error>>

    /// What ends the recognition.
    private enum End: Sendable {
        case recogniserEnded(Result<PhotoResult, any Error>)
        case leaseLost
        case timeOver
        case workerStops
    }

    /// What there is to store.
    private enum Outcome: Sendable {
        case recognized(PhotoResult)
        case failed(any Error)
        case leaseLost
        case stopped
    }

    /// A recognition that took too long.
    private struct TimeLimitExceeded: Error, CustomStringConvertible {
        let limit: Duration
        var description: String { "It was not ready after \(Int(limit / .seconds(1))) s." }
    }

    /// How often the end of an attempt is stored before the job is left to another worker.
    private static let storingAttempts = 10
    /// A lease is renewed after this part of its time.
    private static let renewalsPerLease = 3

    /// Recognises, and stores what came of it. Returns also when nothing could be stored.
    func run() async {
        let outcome = await recognizeWithLease()
        // Not cancelled with the worker: a result that is there shall not be lost, and a job that is not shall go back.
        await Task { await conclude(outcome) }.value
    }

    // MARK: - Recognition

    private func recognizeWithLease() async -> Outcome {
        let (progress, reporting) = AsyncStream.makeStream(
            of: RecognitionProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let recognition = Recognition { await recognize { reporting.yield($0) } }
        let end = await supervise(recognition, progress)
        if case .recogniserEnded(let result) = end { return Self.outcome(result) }
        recognition.cancel()
        let late = await Task { await lateResult(of: recognition) }.value
        if late == nil {
            log(.critical, "A recognition does not end", nil)
            workers.availability.abandon(recognition)
        }
        switch end {
        case .leaseLost: return .leaseLost
        case .timeOver, .workerStops, .recogniserEnded:
            if case .success(let result) = late { return .recognized(result) }
            if case .workerStops = end { return .stopped }
            return .failed(TimeLimitExceeded(limit: workers.configuration.timeLimit))
        }
    }

    private static func outcome(_ result: Result<PhotoResult, any Error>) -> Outcome {
        switch result {
        case .success(let result): .recognized(result)
        case .failure(let error): .failed(error)
        }
    }

    /// Keeps the lease and tells the progress until the recognition ends, or has to.
    private func supervise(_ recognition: Recognition, _ progress: AsyncStream<RecognitionProgress>) async -> End {
        await withTaskGroup(of: End?.self) { group in
            group.addTask { await recognition.value().map(End.recogniserEnded) }
            group.addTask { await renew() }
            group.addTask {
                guard (try? await workers.clock.sleep(for: workers.configuration.timeLimit)) != nil else { return nil }
                return .timeOver
            }
            group.addTask {
                await report(progress)
                return nil
            }
            var end: End?
            while end == nil, let next = await group.next() { end = next }
            group.cancelAll()
            return end ?? .workerStops
        }
    }

    /// What a cancelled recognition ends with; nil if it does not end.
    private func lateResult(of recognition: Recognition) async -> Result<PhotoResult, any Error>? {
        await withTaskGroup { group in
            group.addTask { await recognition.value() }
            group.addTask {
                try? await workers.clock.sleep(for: workers.configuration.cancellationGrace)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func recognize(
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async -> Result<PhotoResult, any Error> {
        do {
            let photo = try await workers.photos.photo(lease.scan)
            var result = try await workers.recognizer.recognize(photo: photo, progress: progress)
            result.photo = lease.photoName
            result.recognizer = result.recognizer ?? workers.recognizer.name
            // What cannot be read again would hold up its client for ever.
            return .success(try StoredStage.decode(PhotoResult.self, StoredStage.encode(result)))
        } catch {
            return .failure(error)
        }
    }

    /// Ends when the lease is lost, or with nil when it is not needed any more.
    private func renew() async -> End? {
        let interval = workers.configuration.leaseTime / Self.renewalsPerLease
        while (try? await workers.clock.sleep(for: interval)) != nil {
            do {
                try await workers.store.renew(lease, for: workers.configuration.leaseTime)
            } catch ScanJobStoreError.leaseLost {
                return .leaseLost
            } catch {
                // The store may come back before the lease is over.
                log(.warning, "A lease cannot be renewed", error)
            }
        }
        return nil
    }

    private func report(_ progress: AsyncStream<RecognitionProgress>) async {
        var reported = RecognitionProgress(0)
        for await var value in progress where value.fraction.isFinite {
            value.fraction = min(max(value.fraction, 0), 1)
            let isNews =
                value.fraction >= reported.fraction + workers.configuration.progressStep
                || value.stage != reported.stage
            guard isNews else { continue }
            // Progress that nobody learns of does no harm.
            try? await workers.store.report(lease, value)
            reported = value
        }
    }

    // MARK: - Its end

    private func conclude(_ outcome: Outcome) async {
        for attempt in 1...Self.storingAttempts {
            do {
                return try await store(outcome)
            } catch ScanJobStoreError.leaseLost {
                return log(.notice, "Another worker has the job", nil)
            } catch {
                log(.error, "The end of an attempt cannot be stored", error)
                guard attempt < Self.storingAttempts else { return }
                try? await workers.clock.sleep(for: workers.configuration.pollInterval)
            }
        }
    }

    private func store(_ outcome: Outcome) async throws {
        switch outcome {
        case .recognized(let result):
            workers.availability.succeeded()
            try await workers.store.finish(lease, result)
            await removePhoto()
        case .leaseLost:
            log(.notice, "Another worker has the job", nil)
        case .stopped:
            try await workers.store.release(lease, nil, retryAfter: .zero)
        case .failed(let error as UnrecognizablePhoto):
            let problem = ScanProblem.recognitionFailed.details(error.reason)
            try await workers.store.release(lease, problem, retryAfter: nil)
            await removePhoto()
        case .failed(let error as RecognizerUnavailable):
            // Before the job can be taken again.
            workers.availability.pause(for: error.retryAfter)
            log(.warning, "The recogniser is unavailable", error)
            try await workers.store.release(lease, nil, retryAfter: .zero)
        case .failed(let error):
            try await storeFailure(error)
        }
    }

    private func storeFailure(_ error: any Error) async throws {
        log(.error, "Recognition failed", error)
        let problem = ScanProblem.recognitionFailed.details("The recogniser failed: \(error)")
        let failures = lease.failures + 1
        var generator = SystemRandomNumberGenerator()
        let delay = workers.configuration.backoff.delay(failures: failures, using: &generator)
        let isLast = failures >= workers.configuration.maximumFailures
        try await workers.store.release(lease, problem, retryAfter: isLast ? nil : delay)
        if isLast { await removePhoto() }
    }

    /// Once the end of the scan is stored, so that no photo is missing that somebody waits for.
    private func removePhoto() async {
        guard !workers.configuration.keepsPhotos else { return }
        do { try await workers.photos.remove(lease.scan) } catch { log(.warning, "A photo cannot be deleted", error) }
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ error: (any Error)?) {
        var metadata: Logger.Metadata = ["scan": "\(lease.scan)", "attempt": "\(lease.attempt)"]
        if let error { metadata["error"] = "\(error)" }
        workers.logger.log(level: level, message, metadata: metadata)
    }
}

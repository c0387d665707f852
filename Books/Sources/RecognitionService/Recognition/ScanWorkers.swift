import Foundation
public import Logging
import ScanProtocol
public import ServiceLifecycle

/// Workers: each takes the first job from a store, recognises its photo and stores the result, again and again. When they look for
/// jobs they also remove uploads that have expired.
///
/// Whatever becomes of a worker, the store gives its job to another when the lease is over.
public struct ScanWorkers: Service {
    let store: any ScanJobStore
    let photos: any PhotoStorage
    let recognizer: any BookRecognizer
    let configuration: ScanWorkerConfiguration
    let clock: any Clock<Duration>
    let logger: Logger
    let availability: RecognizerAvailability

    /// Prepares workers; nothing happens before ``run()``.
    public init(
        store: any ScanJobStore,
        photos: any PhotoStorage,
        recognizer: any BookRecognizer,
        configuration: ScanWorkerConfiguration = ScanWorkerConfiguration(),
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger
    ) {
        self.store = store
        self.photos = photos
        self.recognizer = recognizer
        self.configuration = configuration
        self.clock = clock
        self.logger = logger
        availability = RecognizerAvailability(
            backoff: configuration.backoff,
            maximumAbandoned: configuration.maximumAbandoned,
            clock: clock
        )
    }

    /// Works until its task is cancelled or the program shuts down. Jobs that are not finished then go back into the queue.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<configuration.count {
                    group.addTask { await work() }
                }
            }
        }
    }

    private func work() async {
        let (wakes, waking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in store.changes(of: nil) { waking.yield() }
            }
            group.addTask {
                while (try? await clock.sleep(for: configuration.pollInterval)) != nil {
                    waking.yield()
                    await removeExpiredUploads()
                }
            }
            await processDueJobs()
            for await _ in wakes {
                if Task.isCancelled { break }
                await processDueJobs()
            }
            group.cancelAll()
        }
    }

    /// Removes what is left of uploads that were begun and never finished.
    private func removeExpiredUploads() async {
        do {
            for id in try await store.expireUploads() { await removeExpiredUpload(id) }
        } catch is CancellationError {
            return
        } catch {
            logger.error("Expired uploads are not removed", metadata: ["error": "\(error)"])
        }
    }

    /// One that cannot be removed keeps no other.
    private func removeExpiredUpload(_ id: ScanID) async {
        do {
            try await photos.remove(id)
            // Only now: whoever is killed in between leaves it to the next one who looks.
            try await store.forgetExpiredUpload(id)
            logger.info("Expired upload removed", metadata: ["scan": "\(id.text)"])
        } catch {
            logger.error("An expired upload is not removed", metadata: ["scan": "\(id.text)", "error": "\(error)"])
        }
    }

    private func processDueJobs() async {
        do {
            while !Task.isCancelled, availability.isAvailable,
                let lease = try await store.lease(for: configuration.leaseTime)
            {
                await RecognitionAttempt(workers: self, lease: lease).run()
            }
        } catch is CancellationError {
            return
        } catch {
            logger.error("No job can be taken", metadata: ["error": "\(error)"])
        }
    }
}

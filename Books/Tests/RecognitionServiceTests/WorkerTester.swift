import Foundation
import Logging
import RecognitionService
import ScanProtocol
import ScanTestSupport

/// A recogniser that a test directs.
struct ScriptedRecognizer: BookRecognizer {
    let name = "scripted"
    let body: @Sendable (Data, @Sendable (RecognitionProgress) -> Void) async throws -> PhotoResult

    func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult {
        try await body(photo, progress)
    }
}

struct Trouble: Error {}

/// Workers whose recogniser and clock a test directs.
struct WorkerTester {
    let service: TestService
    let clock = TestClock()

    init() throws { service = try TestService() }

    func workers(
        _ count: Int = 1,
        maximumFailures: Int = 3,
        maximumAbandoned: Int = 2,
        _ body: @escaping @Sendable (Data, @Sendable (RecognitionProgress) -> Void) async throws -> PhotoResult
    ) -> ScanWorkers {
        ScanWorkers(
            store: service.store,
            photos: service.photos,
            recognizer: ScriptedRecognizer(body: body),
            configuration: ScanWorkerConfiguration(
                count: count,
                leaseTime: .seconds(30),
                timeLimit: .seconds(300),
                cancellationGrace: .seconds(5),
                maximumAbandoned: maximumAbandoned,
                pollInterval: .seconds(1),
                maximumFailures: maximumFailures,
                backoff: RetryBackoff(base: .milliseconds(1), limit: .milliseconds(1))
            ),
            clock: clock,
            logger: .silent
        )
    }
}

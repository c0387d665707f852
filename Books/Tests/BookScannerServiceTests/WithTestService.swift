import BookScanner
import Foundation
import HTTPTransports
import ScanServiceTestSupport
import ScanTestSupport

/// Runs a test against the service, over a network that fails; both ends are shut down afterwards.
func withTestService(
    in folder: TemporaryFolder,
    _ recognizer: PrintRecognizer,
    clock: ScanClock,
    seed: UInt64 = 0,
    rate: Double = 0,
    leaseTime: Duration = .seconds(5),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TestService, FaultyTransport) async throws -> Void
) async throws {
    let base = SystemHTTPTransport()
    let service = try TestService(
        folder: folder.url.appending(path: "service"),
        recognizer: recognizer,
        leaseTime: leaseTime
    )
    try await service.start()
    let transport = FaultyTransport(
        base: base,
        port: { service.port },
        clock: clock,
        seed: seed,
        rate: rate
    )
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(service, transport)) } catch { outcome = .failure(error) }
    await service.stop()
    base.close()
    try outcome.get()
}

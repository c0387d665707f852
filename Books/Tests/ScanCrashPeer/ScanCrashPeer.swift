import BookScanner
import Foundation
import HTTPTransports
import ScanProtocol
import ScanServiceTestSupport
import ScanTestSupport
import SeededRandom

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One side of a scan as a process of its own, to be killed while it works. It announces what it does, line by line.
///
///     service FOLDER PORT             the recognition service: `listening PORT`
///     client FOLDER PORT SEED FIRST COUNT
///                                     captures the photos from FIRST up to COUNT, and sends all there are, over a network
///                                     that fails: `captured N`, `request METHOD`, `fault KIND`, `finished N`
///     holder FOLDER                   holds the right to send: `held` or `refused`
///     limited FOLDER BYTES COUNT      captures photos although no file may be larger: `kept ID SEED` or `refused ERROR`
@main
enum ScanCrashPeer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("service", 4): try await serve(URL(filePath: arguments[2]), port: number(arguments[3]))
        case ("client", 7):
            try await scan(
                URL(filePath: arguments[2]),
                port: number(arguments[3]),
                seed: UInt64(number(arguments[4])),
                photos: number(arguments[5])..<number(arguments[6])
            )
        case ("holder", 3): try await hold(URL(filePath: arguments[2]))
        case ("limited", 5):
            try await capture(URL(filePath: arguments[2]), limit: number(arguments[3]), count: number(arguments[4]))
        default: exit(2)
        }
    }

    private static func number(_ text: String) -> Int {
        guard let number = Int(text) else { exit(2) }
        return number
    }

    /// Writes a line at once.
    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func sleepForEver() async throws { while true { try await Task.sleep(for: .seconds(3600)) } }

    // MARK: - Service

    private static func serve(_ folder: URL, port: Int) async throws {
        let service = try TestService(folder: folder, recognizer: PrintRecognizer(stepTime: .milliseconds(2)))
        try await service.start(port: port)
        report("listening \(service.port ?? 0)")
        try await sleepForEver()
    }

    // MARK: - Client

    private static func scan(_ folder: URL, port: Int, seed: UInt64, photos: Range<Int>) async throws {
        let transport = FaultyTransport(
            base: SystemHTTPTransport(),
            port: { port },
            clock: .continuous,
            seed: seed,
            rate: 0.25,
            longestRefusal: 1,
            announce: report
        )
        var configuration = ScanClientConfiguration(server: URL(string: "http://127.0.0.1:\(port)")!)
        configuration.chunkSize = 64 << 10
        let store = try await ScanStore.open(at: folder)
        let session = ScanSession(
            store: store,
            configuration: configuration,
            transport: transport,
            policy: policy,
            random: { 0.1 }
        )
        try await session.start()
        let capturing = Task {
            for number in photos {
                let photo = NumberedPhoto(number)
                try await session.capture(photo.bytes, photo.info, id: photo.id)
                report("captured \(number)")
            }
        }
        var finished = -1
        for await snapshot in await session.snapshots() where snapshot.finishedCount > finished {
            finished = snapshot.finishedCount
            report("finished \(finished)")
        }
        try await capturing.value
    }

    /// Real time, and little of it.
    private static var policy: ScanQueuePolicy {
        var policy = ScanQueuePolicy()
        policy.backoff = RetryBackoff(base: .milliseconds(2), limit: .milliseconds(50))
        policy.rateLimitBackoff = RetryBackoff(base: .milliseconds(2), limit: .milliseconds(50))
        policy.errorsPerScan = 1_000_000
        policy.leaseDuration = .seconds(2)
        policy.leaseRenewal = .milliseconds(200)
        return policy
    }

    // MARK: - Store

    private static func hold(_ folder: URL) async throws {
        let store = try await ScanStore.open(at: folder)
        // It would last an hour if its holder's death were not noticed.
        report(try await store.claimLease(duration: .seconds(3600)) != nil ? "held" : "refused")
        try await sleepForEver()
    }

    private static func capture(_ folder: URL, limit: Int, count: Int) async throws {
        let store = try await ScanStore.open(at: folder)
        // As a disk that is full does, this fails the write in its midst.
        signal(SIGXFSZ, SIG_IGN)
        var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size) == 0 else { exit(3) }
        for seed in 0..<UInt64(count) {
            let id = UUID()
            do {
                let info = ScanPhotoInfo(capturedAt: Date(timeIntervalSince1970: 1))
                _ = try await store.add(CrashPhoto.bytes(seed: seed), info, id: id)
                report("kept \(id) \(seed)")
            } catch {
                report("refused \(error)")
            }
        }
    }
}

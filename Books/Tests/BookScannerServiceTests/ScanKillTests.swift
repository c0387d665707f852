import BookScanner
import Foundation
import GRDB
import ScanServiceTestSupport
import ScanTestSupport
import SeededRandom
import TestEffort
import Testing

/// Client and service as processes that are killed, over a network that fails. One at a time: each keeps all processors busy.
@Suite("Client and service under kill -9", .serialized)
struct ScanKillTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var clientFolder: URL { folder.url.appending(path: "client") }
    private var serviceFolder: URL { folder.url.appending(path: "service") }

    /// How many scans there are, and how often the client is killed. `SCAN_KILLS` asks for more than the usual 30.
    private static let rounds =
        ProcessInfo.processInfo.environment["SCAN_KILLS"].flatMap { Int($0) } ?? TestEffort.count(30, atLeast: 10)
    /// Decides the moments, as far as the machine lets it; `SCAN_KILLS_SEED` repeats one.
    private static let seed =
        ProcessInfo.processInfo.environment["SCAN_KILLS_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)

    private func startService(port: Int) async throws -> (ChildProgram, port: Int) {
        let service = try ChildProgram("scan-crash-peer", ["service", serviceFolder.path, String(port)])
        let line = try #require(await service.line(beginning: "listening"))
        return (service, try #require(line.split(separator: " ").last.flatMap { Int($0) }))
    }

    private func startClient(port: Int, seed: UInt64, photos: Range<Int>) throws -> ChildProgram {
        let numbers = [String(port), String(seed), String(photos.lowerBound), String(photos.upperBound)]
        return try ChildProgram("scan-crash-peer", ["client", clientFolder.path] + numbers)
    }

    @Test("Whoever is killed whenever, each scan has exactly one result, in order")
    func kills() async throws {
        print("SCAN_KILLS_SEED=\(Self.seed)")
        let begin = ContinuousClock.now
        var random = SeededGenerator(seed: Self.seed)
        var (service, port) = try await startService(port: 0)
        defer { service.killAndWait() }
        var captured = 0
        var (clientKills, serviceKills, faults) = (0, 0, 0)
        for round in 0..<Self.rounds {
            // One photo more in each round, and those of earlier rounds whose capture was not promised.
            let client = try startClient(port: port, seed: random.next() >> 32, photos: captured..<round + 1)
            defer { client.killAndWait() }
            let clientDies = 1 + Int(random.next() % 24)
            var serviceDies = random.nextUnit() < 0.4 ? 1 + Int(random.next() % UInt64(clientDies)) : nil
            // At least once, however few rounds there are.
            if round == Self.rounds - 1, serviceKills == 0 { serviceDies = 1 }
            var count = 0
            for await line in client.lines {
                if line.hasPrefix("fault") {
                    faults += 1
                    continue
                }
                count += 1
                if line.hasPrefix("captured") { captured += 1 }
                if count == serviceDies {
                    service.killAndWait()
                    serviceKills += 1
                    (service, port) = try await startService(port: port)
                }
                // Nothing is left to be said when all is done.
                if line == "finished \(round + 1)" { break }
                if count >= clientDies {
                    clientKills += 1
                    break
                }
            }
            client.killAndWait()
            for await line in client.lines where line.hasPrefix("fault") { faults += 1 }
        }
        #expect(serviceKills > 0)
        faults += try await finish(port: port, from: captured)
        let results = try await expectResults(await expectedOrder())
        let seconds = Int((begin.duration(to: .now) / .seconds(1)).rounded())
        print(
            """
            Scans under kill -9: \(Self.rounds) scans, \(clientKills) kills of the client at work, \(serviceKills) of the service \
            with its worker, \(faults) faults of the network: \(results) results, \(seconds) s
            """
        )
    }

    @Test("Two clients at once on one queue, killed in turns: each scan has exactly one result, in order")
    func twoClients() async throws {
        let (service, port) = try await startService(port: 0)
        defer { service.killAndWait() }
        var random = SeededGenerator(seed: Self.seed)
        let perRound = 3
        let rounds = max(4, Self.rounds / 6)
        for round in 0..<rounds {
            let photos = round * perRound * 2..<(round + 1) * perRound * 2
            let middle = photos.lowerBound + perRound
            let clients = [
                try startClient(port: port, seed: random.next() >> 32, photos: photos.lowerBound..<middle),
                try startClient(port: port, seed: random.next() >> 32, photos: middle..<photos.upperBound),
            ]
            defer { clients.forEach { $0.killAndWait() } }
            // Both have captured all of theirs; then the one goes, perhaps the one that sends, and the other goes on.
            for (client, last) in zip(clients, [middle - 1, photos.upperBound - 1]) {
                #expect(await client.line(beginning: "captured \(last)") != nil)
            }
            clients[Int(random.next() % 2)].killAndWait()
        }
        try await finish(port: port, from: rounds * perRound * 2)
        try await expectResults(await expectedOrder(count: rounds * perRound * 2))
    }

    /// Lets a client that nobody kills do the rest.
    ///
    /// - Returns: how many of its requests met a fault.
    @discardableResult private func finish(port: Int, from captured: Int) async throws -> Int {
        let total = max(captured, Self.rounds)
        let client = try startClient(port: port, seed: 1, photos: captured..<total)
        defer { client.killAndWait() }
        let store = try await ScanStore.open(at: clientFolder)
        var faults = 0
        for await line in client.lines {
            if line.hasPrefix("fault") { faults += 1 }
            guard line.hasPrefix("finished") || line.hasPrefix("captured") else { continue }
            let pending = try await store.pendingJobs()
            let finished = try await store.finishedCount()
            if pending.isEmpty, finished >= captured, finished == total || captured > Self.rounds { break }
        }
        try await store.close()
        return faults
    }

    /// The prints of all photos in the order in which the store took them.
    private func expectedOrder(count: Int = rounds) async throws -> [String] {
        let store = try await ScanStore.open(at: clientFolder)
        var photos: [(sequence: Int64, print: String)] = []
        for number in 0..<count {
            let photo = NumberedPhoto(number)
            let info = try #require(try await store.info(of: photo.id), "photo \(number) is lost")
            photos.append((info.sequence, PrintRecognizer.print(photo.bytes)))
        }
        try await store.close()
        return photos.sorted { $0.sequence < $1.sequence }.map(\.print)
    }

    /// - Returns: how many results the client has.
    @discardableResult private func expectResults(_ prints: [String]) async throws -> Int {
        let store = try await ScanStore.open(at: clientFolder)
        let books = try await store.books()
        #expect(books.map(\.title.title) == prints)
        #expect(try await store.finishedCount() == prints.count)
        #expect(try await store.pendingJobs().isEmpty)
        try await store.close()
        // The service has neither more scans than there are photos nor fewer, and one end of each.
        let database = try DatabaseQueue(ofAnother: serviceFolder.appending(path: "service.sqlite"))
        let (scans, done, ends) = try await database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM scan"),
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM scan WHERE state = 'done'"),
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM scanEvent WHERE body LIKE '%\"state\":\"done\"%'")
            )
        }
        #expect((scans, done, ends) == (prints.count, prints.count, prints.count))
        return books.count
    }
}

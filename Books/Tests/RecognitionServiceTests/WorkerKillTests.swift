import Digests
import Foundation
import RecognitionService
import ScanProtocol
import ScanTestSupport
import SeededRandom
import TestEffort
import Testing

/// Workers that are killed while they work, at moments that are counted in their own announcements.
enum WorkerKills {
    /// How often a worker is killed. `SCAN_KILLS` asks for more than the usual 25.
    static let count =
        ProcessInfo.processInfo.environment["SCAN_KILLS"].flatMap { Int($0) } ?? TestEffort.count(25, atLeast: 5)
    static let workerCount = 3
    /// How long recognitions are: long enough to be killed in their midst.
    static let pace = ["--steps", "10", "--step-time", "5"]

    private enum News: Sendable {
        case line(worker: Int, String)
        case change
    }

    /// Lets workers recognise scans, kills one at every few announcements until there were so many kills, and checks the results.
    static func run(
        store: any ScanJobStore,
        photos: any PhotoStorage,
        arguments: [String],
        scans: Int,
        kills: Int,
        seed: UInt64
    ) async throws {
        let begin = ContinuousClock.now
        var ids: [(id: ScanID, digest: String)] = []
        var open: Set<ScanID> = []
        func add() async throws {
            let number = ids.count
            let digest = MessageDigest(of: jpeg(number)).hexadecimal
            let id = try await store.enqueued(number, in: photos)
            ids.append((id, digest))
            open.insert(id)
        }
        for _ in 0..<scans { try await add() }
        let (news, telling) = AsyncStream.makeStream(of: News.self)
        var children: [ChildProgram] = []
        func start(_ worker: Int) throws -> ChildProgram {
            let child = try ChildProgram("recognition-service-demo", arguments)
            Task { for await line in child.lines { telling.yield(.line(worker: worker, line)) } }
            return child
        }
        for worker in 0..<workerCount { children.append(try start(worker)) }
        defer { for child in children { child.killAndWait() } }
        let changes = store.changes(of: nil)
        let forwarding = Task { for await _ in changes { telling.yield(.change) } }
        defer { forwarding.cancel() }

        var numbers = SeededGenerator(seed: seed)
        var killed = 0
        for await item in news {
            switch item {
            case .line(let worker, let line):
                guard killed < kills, line.hasPrefix("step"), Int.random(in: 0..<3, using: &numbers) == 0 else {
                    continue
                }
                children[worker].killAndWait()
                killed += 1
                children[worker] = try start(worker)
            case .change:
                for id in open {
                    guard let status = try await store.scan(id)?.status, status.state.isFinal else { continue }
                    open.remove(id)
                }
                // Work for as long as there are kills to come.
                if killed < kills, open.count < workerCount { try await add() }
            }
            if open.isEmpty { break }
        }
        #expect(killed == kills)
        var results = 0
        for (number, (id, digest)) in ids.enumerated() {
            let finals = try await store.events(of: id, after: 0).map(\.event).filter(\.isFinal)
            #expect(finals.count == 1)
            guard case .done(let result) = finals.first else {
                Issue.record("scan \(number) has \(finals)")
                continue
            }
            #expect(result.photo == "\(number).jpg")
            #expect(result.books.map(\.title) == [digest])
            #expect(try await store.scan(id)?.stage == .done(result))
            results += 1
        }
        let seconds = Int((begin.duration(to: .now) / .seconds(1)).rounded())
        print(
            "Workers under kill -9: \(ids.count) scans, \(killed) kills of a worker: \(results) results, \(seconds) s"
        )
    }
}

struct WorkerKillTests {
    @Test func sqlite() async throws {
        let folder = try TemporaryFolder()
        let photos = try UploadedPhotoFolder(url: folder.url.appending(path: "photos"))
        let store = try SQLiteJobStore(url: folder.url.appending(path: "scans.sqlite"))
        let watching = Task { try await store.watchOtherProcesses(every: .milliseconds(20), clock: ContinuousClock()) }
        defer { watching.cancel() }
        let arguments = ["work", "--folder", folder.url.path, "--lease", "1000"] + WorkerKills.pace
        try await WorkerKills.run(
            store: store,
            photos: photos,
            arguments: arguments,
            scans: 30,
            kills: WorkerKills.count,
            seed: 1
        )
    }
}

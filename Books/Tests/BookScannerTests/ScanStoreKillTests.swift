import BookScanner
import Foundation
import ScanTestSupport
import SeededRandom
import TestEffort
import Testing

@Suite("Store under kill -9")
struct ScanStoreKillTests {
    /// The first seed is printed, and taken from the environment's `SCAN_STORE_KILLS_SEED`; the moment of the kill depends on the machine,
    /// too.
    @Test("Whenever the process is killed, each promised photo is whole, and no photo and no row is without the other")
    func kills() async throws {
        let folder = try TemporaryFolder()
        let first = ProcessInfo.processInfo.environment["SCAN_STORE_KILLS_SEED"].flatMap(UInt64.init)
        let seed = first ?? UInt64.random(in: 0...UInt64.max)
        print("kill -9 of the store: SCAN_STORE_KILLS_SEED=\(seed)")
        var seeds = SeededGenerator(seed: seed)
        var kept: [UUID: UInt64] = [:]
        for _ in 0..<TestEffort.count(20, atLeast: 10) {
            let seed = seeds.next() >> 1
            // From before the first photo to some dozens of photos.
            let output = try await run(folder.url, seed: seed, nanoseconds: seeds.next() % 100_000_000)
            var maybeRemoved: Set<UUID> = []
            for line in output.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count >= 2, let id = UUID(uuidString: String(words[1])) else { continue }
                if words[0] == "kept" { kept[id] = UInt64(words[2]) } else { maybeRemoved.insert(id) }
            }
            let store = try await ScanStore.open(at: folder.url)
            let jobs = Set(try await store.pendingJobs().map(\.id))
            for id in maybeRemoved where !jobs.contains(id) { kept[id] = nil }
            for (id, photoSeed) in kept {
                try #require(jobs.contains(id), "seed \(seed): a promised photo has no row")
                try #require(
                    try await store.photo(of: id) == CrashPhoto.bytes(seed: photoSeed),
                    "seed \(seed): not the photo"
                )
            }
            try await expectPairs(folder.url, store, jobs, "seed \(seed)")
            // What was kept and not yet promised is as good.
            for id in jobs where kept[id] == nil { try await store.remove(id) }
            try await store.close()
        }
        #expect(!kept.isEmpty)
    }

    private func expectPairs(_ folder: URL, _ store: ScanStore, _ jobs: Set<UUID>, _ seed: String) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "photos").path)
        let photos = names.compactMap { UUID(uuidString: String($0.prefix(36))) }
        try #require(!names.contains { $0.hasSuffix(".part") }, "\(seed): the beginning of a photo is left")
        try #require(Set(photos) == jobs && names.count == jobs.count, "\(seed): photos and rows differ")
    }

    private func run(_ folder: URL, seed: UInt64, nanoseconds: UInt64) async throws -> String {
        let process = Process()
        process.executableURL = try Self.crasher
        process.arguments = [folder.path, String(seed), String(nanoseconds)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
        return String(decoding: output, as: UTF8.self)
    }

    /// Stands beside the tests' own program.
    private static var crasher: URL {
        get throws {
            let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            let candidates = [folder, Bundle.main.bundleURL].map { $0.appending(path: "scan-store-crasher") }
            return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
        }
    }
}

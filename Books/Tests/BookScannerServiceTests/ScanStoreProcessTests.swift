import Foundation
import ScanTestSupport
import Testing

@testable import BookScanner

/// A store that other processes use as well.
@Suite("Store and other processes")
struct ScanStoreProcessTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A process that is killed leaves the right to send at once; one that lives keeps it")
    func takeover() async throws {
        let store = try await ScanStore.open(at: folder.url)
        let holder = try ChildProgram("scan-crash-peer", ["holder", folder.url.path])
        defer { holder.killAndWait() }
        #expect(await holder.line(beginning: "") == "held")
        #expect(try await store.claimLease(duration: .seconds(3600)) == nil)
        holder.killAndWait()
        #expect(try await store.claimLease(duration: .seconds(3600)) != nil)
        let second = try ChildProgram("scan-crash-peer", ["holder", folder.url.path])
        defer { second.killAndWait() }
        #expect(await second.line(beginning: "") == "refused")
        second.killAndWait()
        await store.releaseLease()
        let third = try ChildProgram("scan-crash-peer", ["holder", folder.url.path])
        defer { third.killAndWait() }
        #expect(await third.line(beginning: "") == "held")
    }

    /// A file may not be larger than a limit of the system, which fails real writes in their midst.
    /// SQLite knows a full disk as such, and this limit as an error of writing (SQLITE_IOERR_WRITE).
    @Test("A photo or a row that does not fit is refused clearly and leaves nothing; those that fit are kept")
    func fileLimit() async throws {
        let child = try ChildProgram("scan-crash-peer", ["limited", folder.url.path, "150000", "40"])
        var kept: [(UUID, UInt64)] = []
        var refusals: Set<String> = []
        for await line in child.lines {
            let words = line.split(separator: " ")
            if words[0] == "kept" {
                kept.append((try #require(UUID(uuidString: String(words[1]))), try #require(UInt64(words[2]))))
            } else {
                refusals.insert(line)
            }
        }
        #expect(refusals == ["refused diskFull", "refused database(code: 778)"])
        #expect((1..<40).contains(kept.count))
        let store = try await ScanStore.open(at: folder.url)
        #expect(store.recovery == ScanStore.Recovery())
        #expect(try await store.pendingJobs().map(\.id) == kept.map(\.0))
        for (id, seed) in kept { #expect(try await store.photo(of: id) == CrashPhoto.bytes(seed: seed)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "photos").path)
        #expect(names.count == kept.count)
    }
}

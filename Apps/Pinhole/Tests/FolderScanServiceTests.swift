import BookScanner
import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("The scanner's storage")
struct FolderScanServiceTests {
    @Test("Scans that nobody can be sent to wait, survive the app's end, and are numbered (R-SCAN-2)")
    func waits() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scans-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let opening = FolderScanServiceOpening(folder: folder)
        let first = try await opening.open(recognizer: nil)
        let photo = TakenPhoto(data: Data([1, 2, 3]), date: Date(), size: PhotoSize(width: 1024, height: 768))
        try await first.capture(photo)
        try await first.capture(photo)
        await first.close()
        let second = try await opening.open(recognizer: nil)
        // Until the monitor has told, one may be tried.
        func isSettled(_ entry: ScanEntry) -> Bool {
            entry.number != nil && (entry.state == .waitingForNetwork || entry.state == .queued)
        }
        while second.entries.count < 2 || !second.entries.allSatisfy(isSettled) { await Task.yield() }
        #expect(second.entries.map(\.number) == [1, 2])
        #expect(second.entries[0].tokens.map(\.count) == [516, 1032])
        let csv = try await second.export(.csv, to: folder)
        #expect(try String(contentsOf: csv, encoding: .utf8).hasPrefix("title,author,isbn"))
        await second.close()
    }
}

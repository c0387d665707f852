import Foundation
import Testing

/// What a process in which a test runs says on standard error; nobody sees it otherwise, and without it an abort has no reason.
struct CapturedStandardError: Codable, Sendable {
    private let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)").path
    }

    /// From now on standard error is kept. Called in that process.
    func keep() {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else {
            Issue.record("cannot write \(path)")
            return
        }
        dup2(file, STDERR_FILENO)
        close(file)
    }

    /// Tells them if the process did not end well. Called by the one that started it.
    func tell(unless endedWell: Bool) {
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard !endedWell else { return }
        let words = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        Issue.record("its last words: \(words.suffix(4_000))")
    }
}

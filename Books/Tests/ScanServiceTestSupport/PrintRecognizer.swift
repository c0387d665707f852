public import Foundation
public import RecognitionService
public import ScanProtocol
import Synchronization

/// Finds one book in each photo: its title is a print of the photo's bytes. Counts how often it saw each.
public final class PrintRecognizer: BookRecognizer {
    public let name = "print"
    private let stepTime: Duration
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameter stepTime: how long each of its four steps takes.
    public init(stepTime: Duration = .zero) { self.stepTime = stepTime }

    /// How often each photo was recognised.
    public var seen: [String: Int] { counts.withLock { $0 } }

    /// What it calls a photo.
    public static func print(_ photo: Data) -> String {
        String(photo.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }

    public func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult {
        let title = Self.print(photo)
        counts.withLock { $0[title, default: 0] += 1 }
        if photo.dropFirst(4).starts(with: Data("UNREADABLE".utf8)) {
            throw UnrecognizablePhoto(reason: "It says so itself.")
        }
        for step in 1...4 {
            progress(RecognitionProgress(Double(step) / 4, stage: .reading))
            if stepTime > .zero { try await Task.sleep(for: stepTime) } else { await Task.yield() }
        }
        let corner = PixelPoint(x: 0, y: 0)
        let box = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        let book = RecognizedBook(title: title, author: "", score: 1, accepted: true, text: [title], box: box)
        return PhotoResult(photo: "", books: [book], tokens: TokenUsage(estimates: [], reported: 700))
    }
}

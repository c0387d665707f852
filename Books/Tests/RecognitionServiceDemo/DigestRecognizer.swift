import Digests
import Foundation
import RecognitionService
import ScanProtocol

/// A recogniser for tests of everything around recognisers: it "finds" one book whose title is the photo's digest, so that
/// each result proves which photo it belongs to.
struct DigestRecognizer: BookRecognizer {
    let name: String
    /// How many times it tells its progress, and how long each step takes.
    let steps: Int
    let stepTime: Duration

    func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult {
        let digest = MessageDigest(of: photo).hexadecimal
        for step in 1...steps {
            announce("step \(digest) \(step)")
            try await Task.sleep(for: stepTime)
            progress(RecognitionProgress(Double(step) / Double(steps), stage: .reading))
        }
        // What a photo that no recogniser can read begins with, after the format's magic.
        if photo.dropFirst(4).starts(with: Data("UNREADABLE".utf8)) {
            throw UnrecognizablePhoto(reason: "The photo says so itself.")
        }
        let corner = PixelPoint(x: 0, y: 0)
        let box = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        let book = RecognizedBook(title: digest, author: "", score: 1, accepted: true, text: [digest], box: box)
        return PhotoResult(photo: "", books: [book])
    }
}

/// Writes a line at once, whatever becomes of the process.
func announce(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

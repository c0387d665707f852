import Foundation
import Synchronization
import Testing

@testable import TextRecognition

/// Programs that end while text is read.
@Suite("A program's end while text is read")
struct ProgramEndTests {
    /// The library's globals are destroyed by `exit`, under the threads that read.
    @Test("Ends with its own status, whatever is read at this moment")
    func ends() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let (pictures, read) = AsyncStream.makeStream(of: Void.self)
            Thread.detachNewThread {
                let reader = TextReader()
                while let picture = try? BGRAImage(width: 640, height: 640) {
                    guard (try? reader.read(picture)) != nil else { break }
                    read.yield()
                }
            }
            // Two, as the third is being read then.
            for await _ in pictures.prefix(2) {}
            exit(7)
        }
    }

    @Test("What would be read after its end has begun, is refused")
    func refuses() async {
        await #expect(processExitsWith: .exitCode(7)) {
            // Registered before the library registers anything, so it is called after all that.
            atexit {
                guard let (reader, picture) = kept.withLock({ $0 }) else { _exit(2) }
                _exit((try? reader.read(picture)) == nil ? 7 : 3)
            }
            let reader = TextReader()
            guard let picture = try? BGRAImage(width: 64, height: 64) else { exit(4) }
            guard (try? reader.read(picture)) != nil else { _exit(5) }
            kept.withLock { $0 = (reader, picture) }
            exit(1)
        }
    }
}

private let kept = Mutex<(TextReader, BGRAImage)?>(nil)

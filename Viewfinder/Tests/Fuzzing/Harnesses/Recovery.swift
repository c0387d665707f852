import Foundation

@testable import MediaEncoding

/// Recovering a recording that was cut off: in memory, with every way to lay out the finished file.
enum RecoveryHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let storage = MemoryStorage(bytes)
        let url = URL(filePath: "/movie.mp4")
        do throws(MediaEncodingError) {
            try MovieRecovery.recover(storage, at: url) { precondition((0...1).contains($0), "more than all") }
        } catch {
            precondition(error.kind != .unreadable || storage.bytes.elementsEqual(bytes), "a refused file was changed")
            return
        }
        let again = storage.bytes
        // What was recovered is complete, and recovering it again changes nothing.
        try? MovieRecovery.recover(storage, at: url) { _ in }
        precondition(storage.bytes == again, "a complete movie was changed")
    }
}

#if FUZZER
    let harness = RecoveryHarness.run
#endif

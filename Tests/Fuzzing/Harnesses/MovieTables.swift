import Foundation

@testable import MediaEncoding

/// Looking at a movie file: boxes, tables, and what libavformat makes of them.
enum MovieTablesHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let movie = try? MovieRecovery.examine(MemoryStorage(bytes), at: URL(filePath: "/movie.mp4")) else {
            return
        }
        precondition(movie.playableDuration >= 0 && movie.playableDuration.isFinite, "a length that is none")
        precondition((0...Int64(bytes.count)).contains(movie.lostBytes), "more is lost than there was")
    }
}

#if FUZZER
    let harness = MovieTablesHarness.run
#endif

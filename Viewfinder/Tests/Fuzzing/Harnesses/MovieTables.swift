import Foundation

@testable import MediaEncoding

/// Looking at a movie file: boxes, tables, and what libavformat makes of them.
enum MovieTablesHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        demux(bytes)
        guard let movie = try? MovieRecovery.examine(MemoryStorage(bytes), at: URL(filePath: "/movie.mp4")) else {
            return
        }
        precondition(movie.playableDuration >= 0 && movie.playableDuration.isFinite, "a length that is none")
        precondition((0...Int64(bytes.count)).contains(movie.lostBytes), "more is lost than there was")
    }

    /// Reads the samples of all tracks.
    private static func demux(_ bytes: UnsafeRawBufferPointer) {
        guard let demuxer = try? MediaDemuxer(MemoryStorage(bytes), "/movie.mp4") else { return }
        precondition(demuxer.info.duration.isNumeric, "a length that is none")
        for track in demuxer.info.tracks {
            precondition(track.range.isValid && track.sampleRate.isFinite, "times that are none")
            demuxer.select(track: track.index)
            try? demuxer.seek(to: track.range.start)
            while let sample = try? demuxer.next() {
                precondition(sample.sample.presentationTime.isNumeric, "a sample without a time")
            }
        }
    }
}

#if FUZZER
    let harness = MovieTablesHarness.run
#endif

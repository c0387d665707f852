import Foundation
import MovieJudges
import Testing

/// Holds a finished file to what an ordinary movie is.
func expectOrdinary(
    _ url: URL,
    seconds: Double? = nil,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let movie = MovieFileJudge(url)
    let boxes = try movie.boxes()
    #expect(boxes.orderOfMeaning == ["ftyp", "moov", "mdat"], comment, sourceLocation: sourceLocation)
    #expect(boxes.isWhole, comment, sourceLocation: sourceLocation)
    #expect(!boxes.isFragmented, comment, sourceLocation: sourceLocation)
    let report = try movie.report()
    #expect(report.warnings == [], comment, sourceLocation: sourceLocation)
    #expect(try movie.decodingErrors() == [], comment, sourceLocation: sourceLocation)
    if let seconds {
        #expect(abs((report.duration ?? 0) - seconds) < 0.1, comment, sourceLocation: sourceLocation)
    }
}

/// Holds what is left of a recording to what was handed over: at most a second may be missing of picture and of sound.
func expectLittleLoss(
    _ url: URL,
    _ log: AppendLog,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let left = try MovieFileJudge(url).decodedFrames()
    let picture = left.video?.end ?? 0
    let sound = left.audio?.end ?? 0
    #expect(log.pictureEnd - picture <= 1, comment, sourceLocation: sourceLocation)
    #expect(log.soundEnd - sound <= 1, comment, sourceLocation: sourceLocation)
    // Nothing that was never handed over; a packet of sound is filled up with silence.
    #expect(picture <= log.pictureEnd + 0.1, comment, sourceLocation: sourceLocation)
}

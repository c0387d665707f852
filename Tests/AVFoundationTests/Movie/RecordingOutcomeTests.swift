import CaptureCore
import CoreMedia
import Foundation
import Testing

@testable import AVFoundation

@Suite("What delegates are told of the end of a recording")
struct RecordingOutcomeTests {
    private func outcome(_ end: RecordingStopReason, hasMedia: Bool = true, isPlayable: Bool = true) -> RecordingOutcome
    {
        RecordingOutcome(
            end: end,
            hasMedia: hasMedia,
            isPlayable: isPlayable,
            duration: CMTime(value: 3, timescale: 1),
            fileSize: 12_345,
            url: URL(fileURLWithPath: "/tmp/a.mov")
        )
    }

    @Test("S-177: a recording that was stopped has no error, unless nothing was captured")
    func requested() throws {
        #expect(outcome(.requested).error == nil)
        let error = try #require(outcome(.requested, hasMedia: false, isPlayable: false).error)
        #expect(error.code == .noDataCaptured && error.recordingSuccessfullyFinished == false)
        #expect(error.localizedDescription == "Cannot Record")
    }

    static let endings: [(RecordingStopReason, Int)] = [
        (.maximumDuration, -11810), (.maximumFileSize, -11811), (.diskFull, -11807), (.interrupted, -11818),
        (.sessionFailed(code: -11819), -11819), (.sessionFailed(code: 7), -11800), (.configurationChanged, -11806),
        (.mediaChanged, -11809), (.discontinuity, -11812), (.deviceLost, -11808), (.noData, -11805),
        (.fileRemoved, -11800), (.sessionNotRunning, -11803), (.alreadyRecording, -11859),
        (.fileFailed(code: -11823, underlying: nil, reason: nil), -11823),
    ]

    @Test(
        "S-179, S-180, S-183: the code says why, and a key whether the file is good",
        arguments: endings,
        [true, false]
    )
    func codes(pair: (RecordingStopReason, Int), isPlayable: Bool) throws {
        let error = try #require(outcome(pair.0, isPlayable: isPlayable).error)
        #expect(error.errorCode == pair.1)
        #expect(error.recordingSuccessfullyFinished == isPlayable)
        #expect(error.time == CMTime(value: 3, timescale: 1) && error.fileSize == 12_345)
        #expect((error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == isPlayable)
    }

    @Test("A file that could not be finished is told with its cause")
    func unfinished() throws {
        var outcome = outcome(.requested, isPlayable: false)
        outcome.finishingError = AVError(.diskFull) as NSError
        let error = try #require(outcome.error)
        #expect(error.code == .diskFull)
        #expect((error as NSError).userInfo[NSUnderlyingErrorKey] is NSError)
    }

    @Test("Why the file failed is told, while it was written as at its end")
    func reason() throws {
        let why = "writing a movie: another program shortened the file"
        let written = outcome(.fileFailed(code: -11800, underlying: nil, reason: why), isPlayable: false)
        var finished = outcome(.requested, isPlayable: false)
        finished.finishingError =
            AVError(.unknown, userInfo: [NSLocalizedFailureReasonErrorKey: why]) as NSError
        for outcome in [written, finished] {
            let error = try #require(outcome.error)
            #expect(error.code == .unknown && (error as NSError).localizedFailureReason == why)
        }
    }
}

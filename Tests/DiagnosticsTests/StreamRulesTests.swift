import CaptureDriver
import CoreMedia
import CoreVideo
import Testing

@testable import Diagnostics

@Suite("What a stream tells")
struct StreamRulesTests {
    private func drop(_ reason: CaptureDrop.Reason, _ count: Int) -> CaptureDrop {
        CaptureDrop(reason: reason, count: count, presentationTime: .zero)
    }

    @Test("No frame at all")
    func nothing() {
        let findings = Sample.findings(StreamTally(start: 0))
        #expect(findings.codes == [.noFrames] && findings.worst == .problem)
    }

    @Test("Damaged frames only")
    func damagedOnly() throws {
        var tally = StreamTally(start: 0)
        for _ in 0..<4 {
            tally.dropped(drop(.corrupt, 1))
            tally.rejected("truncated")
        }
        let finding = try #require(Sample.findings(tally)[.corruptFrames])
        #expect(
            finding.severity == .problem && finding.seen.contains("4 pictures") && finding.seen.contains("4 cut off")
        )
    }

    @Test("Unplugged before and after the first frame")
    func unplugged() {
        var tally = StreamTally(start: 0)
        tally.happened(.disconnected)
        #expect(Sample.findings(tally).codes == [.gone])
        var later = Sample.tally(Sample.times(10))
        later.happened(.disconnected)
        #expect(Sample.findings(later).codes == [.delivers, .gone])
    }

    @Test("A stream that fails is a problem with the error's words")
    func fails() {
        var tally = Sample.tally(Sample.times(10))
        tally.happened(.failed(Sample.error(.io, 5)))
        #expect(Sample.findings(Sample.camera(stream: Sample.stream(.ran(tally)))).codes == [.failed])
    }

    @Test("Slower than promised: light, and the control that keeps the rate where there is one")
    func slow() throws {
        let tally = Sample.tally(Sample.times(31, rate: 15))
        let plain = try #require(Sample.findings(tally)[.slowRate])
        #expect(plain.severity == .warning && plain.meaning.contains("little light"))
        #expect(!plain.advice.contains("v4l2-ctl"))
        #expect(plain.seen == "15 pictures per second came, 30 were promised.")
        let description = Sample.description(controls: [.exposureMode: .modes([0, 2], default: 2)])
        let camera = Sample.camera(.camera(description), stream: Sample.stream(.ran(tally)))
        let advice = try #require(Sample.findings(camera)[.slowRate]?.advice)
        #expect(advice.contains("v4l2-ctl -d /dev/video0 -c exposure_dynamic_framerate=0"))
    }

    @Test("Slower than promised because USB 2 carries no more: the bandwidth, not the light")
    func slowBus() throws {
        let tally = Sample.tally(Sample.times(17, rate: 8))
        var stream = Sample.stream(.ran(tally))
        stream.format = Sample.format(1_920, 1_080, 30, kCVPixelFormatType_422YpCbCr8_yuvs)
        var rules = StreamRules(stream: stream, tally: tally, attachment: Attachment(bus: "usb1", speed: 480))
        let finding = try #require(rules.findings[.slowRate])
        #expect(finding.meaning.contains("124 megabytes per second; USB 2 carries about 25"))
        rules.attachment.speed = 5_000
        #expect(rules.findings[.slowRate]?.meaning.contains("little light") == true)
    }

    @Test("Small deviations, and those of a very short test, are none")
    func tolerance() {
        #expect(Sample.findings(Sample.tally(Sample.times(56, rate: 28))).codes == [.delivers])
        #expect(Sample.findings(Sample.tally(Sample.times(3, rate: 24))).codes == [.delivers])
    }

    @Test("Faster than promised, or without a promise: notes")
    func fast() {
        #expect(Sample.findings(Sample.tally(Sample.times(121, rate: 60)))[.fastRate]?.severity == .note)
        #expect(Sample.findings(Sample.tally(Sample.times(61)), promised: nil)[.noPromise]?.severity == .note)
    }

    @Test("Lost frames: a note when one, a warning when several, a problem when many; and no slow rate")
    func lost() {
        let severities = [1, 5, 60].map { count -> Severity? in
            var tally = Sample.tally([100])
            tally.dropped(drop(.sequenceGap, count))
            for time in Sample.times(61).dropFirst() { tally.frame(time: time, arrival: time) }
            #expect(Sample.findings(tally)[.slowRate] == nil)
            return Sample.findings(tally)[.lostFrames]?.severity
        }
        #expect(severities == [.note, .warning, .problem])
        var starting = StreamTally(start: 0)
        starting.dropped(drop(.sequenceGap, 7))
        for time in Sample.times(61) { starting.frame(time: time, arrival: time) }
        #expect(Sample.findings(starting)[.lostFrames] == nil, "what is counted before the first frame is the start")
    }

    @Test("Lost frames explain a low delivered rate: the camera's own rate is judged")
    func lostExplainsRate() {
        var tally = StreamTally(start: 100)
        for index in 0..<61 where index.isMultiple(of: 2) {
            if index > 0 { tally.dropped(drop(.sequenceGap, 1)) }
            tally.frame(time: 100 + Double(index) / 30, arrival: 100 + Double(index) / 30)
        }
        let findings = Sample.findings(tally)
        #expect(findings[.slowRate] == nil && findings[.lostFrames]?.severity == .problem)
    }

    @Test("Damaged frames: at the start a note, later by their share")
    func damaged() {
        var starting = StreamTally(start: 99.9)
        starting.dropped(drop(.corrupt, 2))
        for time in Sample.times(61) { starting.frame(time: time, arrival: time) }
        #expect(Sample.findings(starting)[.corruptFrames]?.severity == .note)
        var tally = Sample.tally(Sample.times(61))
        tally.dropped(drop(.corrupt, 3))
        #expect(Sample.findings(tally)[.corruptFrames]?.severity == .warning)
        tally.dropped(drop(.corrupt, 50))
        #expect(Sample.findings(tally)[.corruptFrames]?.severity == .problem)
    }

    @Test("A silence in between is a warning and explains the rate")
    func stall() {
        var tally = Sample.tally(Sample.times(31))
        tally.happened(.stalled(seconds: 1.2))
        tally.happened(.resumed)
        tally.frame(time: 103, arrival: 103)
        let findings = Sample.findings(tally)
        #expect(findings.codes == [.delivers, .stalled] && findings.worst == .warning)
    }

    @Test("A late first frame is a note")
    func slowStart() {
        #expect(Sample.findings(Sample.tally(Sample.times(61), start: 97))[.slowStart]?.severity == .note)
    }

    @Test("Times that the driver did not believe: a note when few, a warning when many")
    func timestamps() throws {
        var tally = Sample.tally(Sample.times(61))
        tally.doubted("future")
        #expect(Sample.findings(tally)[.wrongTimestamps]?.severity == .note)
        for _ in 0..<20 { tally.doubted("otherClock") }
        let finding = try #require(Sample.findings(tally)[.wrongTimestamps])
        #expect(finding.severity == .warning)
        #expect(finding.seen.contains("1 in the future") && finding.seen.contains("20 of another clock"))
    }

    @Test("Times that run backwards or ahead are noticed without the driver's help")
    func impossibleTimes() {
        #expect(Sample.findings(Sample.tally([100, 100.03, 100.02, 100.1]))[.wrongTimestamps] != nil)
        var tally = StreamTally(start: 99)
        tally.frame(time: 100, arrival: 99.5)
        #expect(Sample.findings(tally)[.wrongTimestamps] != nil)
    }

    @Test("Uneven distances are a note, unless losses explain them")
    func uneven() {
        let times = (0..<60).map { 100 + Double($0) / 30 + ($0.isMultiple(of: 2) ? 0.015 : 0) }
        var tally = Sample.tally(times)
        #expect(Sample.findings(tally)[.unevenFrames]?.severity == .note)
        tally.dropped(drop(.sequenceGap, 1))
        #expect(Sample.findings(tally)[.unevenFrames] == nil)
    }
}

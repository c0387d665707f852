import CaptureDriver
import Testing

@testable import ALSADriver
@testable import Diagnostics

@Suite("What a microphone tells")
struct MicrophoneRulesTests {
    private func measurement(
        peak: Int16 = 8_000,
        rate: Double = 48_000,
        overruns: Int = 0
    ) -> MicrophoneMeasurement {
        let configuration = MicrophoneConfiguration(
            channels: 2,
            rate: 48_000,
            periodFrames: 960,
            bufferFrames: 9_600,
            channelRange: 1...2,
            rateRange: 44_100...48_000,
            encoding: "S16_LE"
        )
        var measurement = MicrophoneMeasurement(configuration: configuration)
        measurement.span = 2
        measurement.framesInSpan = Int(rate * 2)
        measurement.frames = measurement.framesInSpan + 960
        measurement.overruns = overruns
        [peak].withUnsafeBytes { measurement.level.add($0, .s16) }
        return measurement
    }

    @Test("A microphone that hears has nothing else to tell")
    func healthy() {
        let findings = Sample.microphone(.listened(measurement()))
        #expect(findings.codes == [.hears] && findings.worst == .ok)
        #expect(findings.first?.seen == "2 channels at 48000 Hz; loudest: -12 dB.")
    }

    @Test("Silence and great quiet are notes that name the mute key")
    func silence() throws {
        for peak: Int16 in [0, 20] {
            let finding = try #require(Sample.microphone(.listened(measurement(peak: peak)))[.silence])
            #expect(finding.severity == .note && finding.advice.contains("mute"))
        }
    }

    @Test("Clipping is a note")
    func clipping() {
        #expect(Sample.microphone(.listened(measurement(peak: .max)))[.clipping]?.severity == .note)
    }

    @Test("One overrun is a note, several are a warning, and explain the rate")
    func overruns() {
        let one = Sample.microphone(.listened(measurement(rate: 40_000, overruns: 1)))
        #expect(one.codes == [.hears, .overruns] && one.worst == .note)
        #expect(Sample.microphone(.listened(measurement(overruns: 3))).worst == .warning)
    }

    @Test("A wrong rate is a warning; an unpaced device is no microphone")
    func rate() {
        #expect(Sample.microphone(.listened(measurement(rate: 47_900))).codes == [.hears])
        #expect(Sample.microphone(.listened(measurement(rate: 44_100)))[.wrongRate]?.severity == .warning)
        #expect(Sample.microphone(.listened(measurement(rate: 500_000)))[.notPaced]?.severity == .note)
    }

    @Test("No sound at all, not even silence")
    func nothing() {
        var empty = MicrophoneMeasurement(configuration: measurement().configuration)
        #expect(Sample.microphone(.listened(empty)).codes == [.noAudio])
        empty.failure = Sample.error(.disconnected)
        #expect(Sample.microphone(.listened(empty)).codes == [.gone])
    }

    @Test("Gone in the middle: what was heard, and that it went")
    func gone() {
        var broken = measurement()
        broken.failure = Sample.error(.disconnected)
        #expect(Sample.microphone(.listened(broken)).codes == [.hears, .gone])
    }

    @Test("Denied names the group; busy is a note where the default input works")
    func refused() throws {
        let denied = try #require(Sample.microphone(.refused(Sample.error(.denied)))[.denied])
        #expect(denied.severity == .problem && denied.advice.contains("usermod -aG audio ann"))
        #expect(Sample.microphone(.refused(Sample.error(.busy)))[.busy]?.severity == .problem)
        #expect(Sample.microphone(.refused(Sample.error(.busy)), defaultWorks: true)[.busy]?.severity == .note)
        #expect(Sample.microphone(.noAnswer(seconds: 12)).codes == [.noAnswer])
    }
}

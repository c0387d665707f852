import CaptureDriver
import Glibc
import LinuxDevices
import Synchronization
import Testing

@testable import ALSADriver

@Suite("The driver of sound cards")
struct AudioDriverTests {
    private let system = ScriptedAudioSystem()

    private func makeDriver() -> ALSACaptureDriver {
        let system = system
        return ALSACaptureDriver(system: system, makeHints: { nil }, now: { 0 })
    }

    private func plug(_ isPlugged: Bool) {
        system.state.withLock { state in
            state.inputs = isPlugged ? [ScriptedAudioSystem.webcam] : []
            if isPlugged { state.life += 1 }
        }
    }

    @Test("The default input comes first, and only if it can be opened; then the cards'")
    func list() throws {
        plug(true)
        let driver = makeDriver()
        #expect(driver.devices().map(\.id) == ["default", "hw:CARD=Webcam,DEV=0"])
        let webcam = try #require(driver.devices().last)
        #expect(webcam.medium == .audio && webcam.name == "Webcam: USB Audio" && webcam.formats.isEmpty)
        #expect(webcam.transportType == 0x7573_6220 && webcam.modelID == "USB Audio VendorID_1 ProductID_2")
        #expect(webcam.audioFormats == [ScriptedAudioSystem.format.format])
        system.state.withLock { $0.errors["default"] = .notFound }
        #expect(driver.devices().map(\.id) == ["hw:CARD=Webcam,DEV=0"])
        plug(false)
        #expect(driver.devices().isEmpty)
        #expect(throws: CaptureDriverError.self) { try driver.open("hw:CARD=Webcam,DEV=0") }
    }

    @Test("A card is looked into once per plug, the default input each time")
    func examinedOnce() {
        plug(true)
        let driver = makeDriver()
        for _ in 1...3 { _ = driver.devices() }
        #expect(system.state.withLock { $0.opened.count { $0 == "hw:CARD=Webcam,DEV=0" } } == 1)
        #expect(system.state.withLock { $0.opened.count { $0 == "default" } } == 3)
    }

    @Test("An input that another program uses is listed with the format it is used in")
    func inUse() throws {
        plug(true)
        let format = CaptureAudioFormat(sampleRate: 16_000, channels: 1, sampleFormat: .int16)
        system.state.withLock { state in
            state.errors = ["hw:CARD=Webcam,DEV=0": .busy, "default": .busy]
            state.inUse["hw:CARD=Webcam,DEV=0"] = InputFormat(format: format, encoding: .s16)
        }
        let driver = makeDriver()
        #expect(driver.devices().map(\.audioFormats) == [[format]])
        system.state.withLock { $0.errors = [:] }
        #expect(driver.devices().map(\.audioFormats.count) == [1, 1])
        // A default input that is in use, perhaps by this program, is still there.
        system.state.withLock { $0.errors = ["default": .busy] }
        #expect(driver.devices().first?.id == "default")
    }

    @Test("Opened once in this program; a handle from before an unplugging never gets at the card that came back")
    func handles() throws {
        plug(true)
        let driver = makeDriver()
        let id = "hw:CARD=Webcam,DEV=0"
        let handle = try driver.open(id)
        let busy = #expect(throws: CaptureDriverError.self) { try driver.open(id) }
        #expect(busy?.kind == .busy)
        plug(false)
        plug(true)
        let request = CaptureAudioRequest(format: ScriptedAudioSystem.format.format)
        let gone = #expect(throws: CaptureDriverError.self) {
            try handle.startAudioStream(request, sink: AudioSinkLog())
        }
        #expect(gone?.kind == .disconnected)
        let next = try driver.open(id)
        #expect(next.description == handle.description)
        var wrong = request
        wrong.format.sampleRate = 12_345
        let refused = #expect(throws: CaptureDriverError.self) {
            try next.startAudioStream(wrong, sink: AudioSinkLog())
        }
        #expect(refused?.kind == .unsupportedFormat)
        system.state.withLock { $0.errors[id] = .busy }
        let taken = #expect(throws: CaptureDriverError.self) {
            try next.startAudioStream(request, sink: AudioSinkLog())
        }
        #expect(taken?.kind == .busy)
        next.close()
        let closed = #expect(throws: CaptureDriverError.self) {
            try next.startAudioStream(request, sink: AudioSinkLog())
        }
        #expect(closed?.kind == .disconnected)
    }

    @Test("A sound server that hangs is not waited for for ever, nor asked again before it has answered")
    func hangingServer() throws {
        plug(true)
        system.state.withLock { $0.hanging = ["default"] }
        let bounded = BoundedAudioSystem(system, patience: 0.05)
        let driver = ALSACaptureDriver(system: bounded, makeHints: { nil }, now: { 0 })
        for _ in 1...3 { #expect(driver.devices().map(\.id) == ["hw:CARD=Webcam,DEV=0"]) }
        // The one who asks may be given up before a busy machine has let its thread begin.
        while !system.state.withLock({ $0.opened.contains("default") }) { sched_yield() }
        #expect(system.state.withLock { $0.opened.count { $0 == "default" } } == 1)
        let error = #expect(throws: CaptureDriverError.self) { try driver.open("default") }
        #expect(error?.kind == .timedOut)
        system.state.withLock { $0.hanging = [] }
        system.answer.signal()
        // Asked once more, it may be given up again where a machine is busy.
        var devices = driver.devices()
        while devices.count == 1 { devices = driver.devices() }
        #expect(devices.map(\.id) == ["default", "hw:CARD=Webcam,DEV=0"])
    }

    @Test("An input that a sound server opens too late is closed")
    func lateInput() throws {
        system.state.withLock { $0.hanging = ["default"] }
        let bounded = BoundedAudioSystem(system, patience: 0.05)
        let error = #expect(throws: CaptureDriverError.self) {
            try bounded.open("default", ScriptedAudioSystem.format, packetFrames: 1_024)
        }
        #expect(error?.kind == .timedOut)
        system.answer.signal()
        while system.card.withLock({ $0?.isClosed }) != true {}
    }
}

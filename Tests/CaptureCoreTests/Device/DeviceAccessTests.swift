import CaptureDriver
import CoreMedia
import SimulatedDriver
import Synchronization
import Testing

@testable import CaptureCore

@Suite("The way to a device's hardware")
struct DeviceAccessTests {
    /// Counts frames.
    private final class Counter: CaptureStreamSink {
        private let count = Atomic(0)

        var frames: Int { count.load(ordering: .relaxed) }

        func capture(_ frame: CaptureFrame) { count.add(1, ordering: .relaxed) }
        func captureDropped(_ drop: CaptureDrop) {}
        func captureEvent(_ event: CaptureStreamEvent) {}
    }

    @Test("One user's stop leaves the stream alone that another user has started in its place")
    func streams() throws {
        let clock = ManualCaptureClock()
        let phone = SimulatedPhone(profile: .iphone, clock: clock)
        let camera = try #require(phone.driver.devices().first)
        let access = DeviceAccess(system: phone.system.platform, id: camera.id)
        let (first, second) = (Counter(), Counter())
        let format = try #require(camera.formats.first)
        let request = CaptureStreamRequest(format: format, frameDuration: CMTime(value: 1, timescale: 30))
        let former = try access.acquire()
        try former.startStream(request, sink: first)
        let next = try access.acquire()
        try next.startStream(request, sink: second)
        former.stopStream()
        access.release()
        for _ in 0..<20 { clock.advance(bySeconds: 0.01) }
        #expect(first.frames == 0 && second.frames >= 4)
        next.stopStream()
        access.release()
        let before = second.frames
        for _ in 0..<20 { clock.advance(bySeconds: 0.01) }
        #expect(second.frames == before && !access.isOpen)
    }

    @Test("A control that is set while the device is closed is set as soon as it is open")
    func wanted() throws {
        let phone = SimulatedPhone(profile: .iphone, clock: ManualCaptureClock())
        let camera = try #require(phone.driver.devices().first)
        let access = DeviceAccess(system: phone.system.platform, id: camera.id)
        #expect(try access.set(.zoom, .number(2)) == nil)
        #expect(access.number(.zoom) == nil)
        _ = try access.acquire()
        #expect(access.number(.zoom) == 2)
        access.release()
    }
}

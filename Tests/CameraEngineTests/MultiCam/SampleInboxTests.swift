import AVFoundation
import CameraLifecycle
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What waits for a recording of two cameras")
struct SampleInboxTests {
    @Test("Of each camera a few pictures wait; those beyond are lost at once, and others wait in order")
    func capacity() throws {
        var inbox = SampleInbox(cameraCount: 2)
        inbox.isOpen = true
        let sample = try DualFixture.sample(0, 0, 0, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        var woken = 0
        for number in 0..<10 {
            if inbox.enqueue(.frame(sample, 0)) { woken += 1 }
            if number < 2, inbox.enqueue(.frame(sample, 1)) { woken += 1 }
        }
        if inbox.enqueue(.end(.requested)) { woken += 1 }
        #expect(woken == 1)
        var counts = [Int: Int]()
        var lost = 0
        var last: SampleInbox.Item?
        while let item = inbox.dequeue() {
            if case .frame(_, let camera) = item { counts[camera, default: 0] += 1 }
            if case .lost(0, let count) = item { lost += count }
            last = item
        }
        #expect(counts == [0: SampleInbox.capacity, 1: 2] && lost == 10 - SampleInbox.capacity)
        guard case .end = last else {
            Issue.record("not in order")
            return
        }
        var opening = SampleInbox(cameraCount: 2)
        for _ in 0..<SampleInbox.capacityWhileOpening { _ = opening.enqueue(.frame(sample, 0)) }
        var kept = 0
        while let item = opening.dequeue() {
            guard case .frame = item else {
                Issue.record("lost while the file was opened")
                break
            }
            kept += 1
        }
        #expect(kept == SampleInbox.capacityWhileOpening)
        #expect(inbox.enqueue(.audioEnded) == true)
        #expect(inbox.enqueue(.frame(sample, 0)) == false)
    }
}

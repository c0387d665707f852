import AVFoundation
import CameraLifecycle
import Testing

@testable import CameraEngine

@Suite("What waits for a recording of two cameras")
struct SampleInboxTests {
    @Test("Of each camera a few pictures wait; those beyond are lost at once, and others wait in order")
    func capacity() throws {
        var inbox = SampleInbox()
        inbox.isOpen = true
        let sample = try DualStage.sample(.first, 0, 0, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        var woken = 0
        for number in 0..<10 {
            if inbox.put(.picture(sample, .first)) { woken += 1 }
            if number < 2, inbox.put(.picture(sample, .second)) { woken += 1 }
        }
        if inbox.put(.end(.requested)) { woken += 1 }
        #expect(woken == 1)
        var counts = [DualCamera: Int]()
        var lost = 0
        var last: SampleInbox.Item?
        while let item = inbox.take() {
            if case .picture(_, let camera) = item { counts[camera, default: 0] += 1 }
            if case .lost(.first, let count) = item { lost += count }
            last = item
        }
        #expect(counts == [.first: SampleInbox.capacity, .second: 2] && lost == 10 - SampleInbox.capacity)
        guard case .end = last else {
            Issue.record("not in order")
            return
        }
        var opening = SampleInbox()
        for _ in 0..<SampleInbox.capacityWhileOpening { _ = opening.put(.picture(sample, .first)) }
        while let item = opening.take() {
            guard case .picture = item else {
                Issue.record("lost while the file was opened")
                break
            }
        }
        #expect(inbox.put(.audioEnded) == true)
        #expect(inbox.put(.picture(sample, .first)) == false)
    }
}

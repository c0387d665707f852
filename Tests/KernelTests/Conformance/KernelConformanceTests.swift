import CaptureDriverConformance
import EmulatedUSBCamera
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("The driver of the kernel's cameras conforms")
    struct Conformance {
        @Test("To every check, with vivid's cameras", arguments: KernelSubject.allCases, ConformanceCheck.allCases)
        func conforms(_ subject: KernelSubject, _ check: ConformanceCheck) throws {
            try check.run(on: try subject.make())
        }

        /// In one test, because plugging the camera in for each check would take long.
        @Test("To every check, with a USB camera")
        func usbCamera() throws {
            let camera = EmulatedUSBCamera(serialNumber: "conformance")
            let plugged = PluggedCamera(camera)
            let device = try plugged.plug()
            var subject = try KernelSubject.subject("an emulated USB camera", plugged.driver, device.id)
            subject.plug = ConformanceSubject.Plug(pull: { camera.unplug() }, insert: { try camera.plug() })
            subject.occupyElsewhere = {
                let node = LinuxVideoNodeDirectory().nodes().first {
                    $0.usb?.serial == camera.serialNumber && $0.index == 0
                }
                let other = try OtherProgram(streamingFrom: try #require(node).path)
                return { other.end() }
            }
            for check in ConformanceCheck.allCases {
                do throws(ConformanceFailure) {
                    try check.run(on: subject)
                } catch {
                    Issue.record(error)
                }
            }
            camera.unplug()
            try plugged.waitUntilGone(device)
        }
    }
}

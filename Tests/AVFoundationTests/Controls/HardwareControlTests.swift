import CaptureCore
import CaptureDriver
import Dispatch
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Hardware controls")
    struct HardwareControlTests {
        @Test(
            "S-29: the phone supports four controls; a desktop none, unless a user interface stands in for the button"
        )
        func support() throws {
            let desktop = Fixture(.webcam)
            #expect(!desktop.session.supportsControls && desktop.session.maxControlsCount == 0)
            let slider = AVCaptureSlider("a", symbolName: "a", in: 0...1)
            slider.setActionQueue(.main) { _ in }
            #expect(!desktop.session.canAddControl(slider))
            HardwareControlPanel.current.standIn(limit: 2)
            #expect(desktop.session.supportsControls && desktop.session.maxControlsCount == 2)
            #expect(desktop.session.canAddControl(slider))
            HardwareControlPanel.current.standIn(limit: 0)
            #expect(!desktop.session.supportsControls)
            let phone = Fixture()
            #expect(phone.session.supportsControls && phone.session.maxControlsCount == 4)
        }

        @Test("S-29: a control needs an action, is in one session once, and there is a limit; removing one makes room")
        func limits() throws {
            let fixture = Fixture()
            let slider = AVCaptureSlider("a", symbolName: "a", in: 0...1)
            let picker = AVCaptureIndexPicker("a", symbolName: "a", numberOfIndexes: 2)
            #expect(!fixture.session.canAddControl(slider) && !fixture.session.canAddControl(picker))
            slider.setActionQueue(.main) { _ in }
            picker.setActionQueue(.main) { _ in }
            #expect(fixture.session.canAddControl(slider) && fixture.session.canAddControl(picker))
            fixture.session.addControl(slider)
            #expect(!fixture.session.canAddControl(slider))
            let other = AVCaptureSession()
            #expect(!other.canAddControl(slider))
            fixture.session.addControl(picker)
            fixture.session.addControl(AVCaptureSystemZoomSlider(device: try fixture.camera))
            fixture.session.addControl(AVCaptureSystemExposureBiasSlider(device: try fixture.camera))
            let fifth = AVCaptureSystemZoomSlider(device: try fixture.frontCamera)
            #expect(!fixture.session.canAddControl(fifth))
            #expect(fixture.session.controls.count == 4 && fixture.session.controls.first === slider)
            fixture.session.removeControl(fifth)
            fixture.session.removeControl(slider)
            #expect(fixture.session.controls.count == 3 && fixture.session.canAddControl(fifth))
            #expect(other.canAddControl(slider))
        }

        @Test("S-12: adding a control that may not be added stops the program")
        func addingRefused() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                Fixture().session.addControl(AVCaptureSlider("a", symbolName: "a", in: 0...1))
            }
            expectMessage(result, "NSInvalidArgumentException", "addControl:", "setActionQueue:action:")
        }

        @Test("S-29: a controls delegate without a queue stops the program; it is not kept alive")
        func delegate() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                Fixture().session.setControlsDelegate(ControlsListenerRecorder(), queue: nil)
            }
            expectMessage(result, "NSInvalidArgumentException", "setControlsDelegate:queue:")
            let fixture = Fixture()
            var listener: ControlsListenerRecorder? = ControlsListenerRecorder()
            fixture.session.setControlsDelegate(listener, queue: listener?.queue)
            #expect(fixture.session.controlsDelegate === listener)
            #expect(fixture.session.controlsDelegateCallbackQueue === listener?.queue)
            listener = nil
            #expect(fixture.session.controlsDelegate == nil)
            fixture.session.setControlsDelegate(nil, queue: nil)
            #expect(fixture.session.controlsDelegateCallbackQueue == nil)
        }

        @Test(
            "Sliders and pickers stop the program for empty ranges, wrong steps, no values, no titles, and values outside"
        )
        func badValues() async {
            for number in 0..<9 {
                let result = await #expect(
                    processExitsWith: .signal(SIGABRT),
                    observing: [\.standardErrorContent]
                ) { [number = number as Int] in
                    switch number {
                    case 0: _ = AVCaptureSlider("a", symbolName: "a", in: 1...1)
                    case 1: _ = AVCaptureSlider("a", symbolName: "a", in: 0...1, step: 0)
                    case 2: _ = AVCaptureSlider("a", symbolName: "a", values: [])
                    case 3: AVCaptureSlider("a", symbolName: "a", in: 0...1).value = 1.1
                    case 4: _ = AVCaptureIndexPicker("a", symbolName: "a", numberOfIndexes: 0)
                    case 5: _ = AVCaptureIndexPicker("a", symbolName: "a", localizedIndexTitles: [])
                    case 6: AVCaptureIndexPicker("a", symbolName: "a", numberOfIndexes: 2).selectedIndex = 2
                    case 7: AVCaptureIndexPicker("a", symbolName: "a", numberOfIndexes: 2).selectedIndex = -1
                    default: _ = AVCaptureSlider("a", symbolName: "a", in: 0...Float.infinity)
                    }
                }
                expectMessage(result, "NSInvalidArgumentException")
            }
        }

        @Test("System sliders stop the program for a device that cannot zoom, or whose exposure cannot be biased")
        func badDevices() async {
            for number in 0..<2 {
                let result = await #expect(
                    processExitsWith: .signal(SIGABRT),
                    observing: [\.standardErrorContent]
                ) { [number = number as Int] in
                    let fixture = Fixture()
                    fixture.phone.setAuthorization(.authorized, for: .audio)
                    let microphone = try #require(AVCaptureDevice.default(for: .audio))
                    if number == 0 {
                        _ = AVCaptureSystemZoomSlider(device: microphone)
                    } else {
                        _ = AVCaptureSystemExposureBiasSlider(device: microphone)
                    }
                }
                expectMessage(result, "NSInvalidArgumentException", "initWithDevice:action:")
            }
        }

        @Test("A value is set on the action's queue only, once there is an action")
        func queue() async {
            await #expect(processExitsWith: .failure) {
                let slider = AVCaptureSlider("a", symbolName: "a", in: 0...1)
                slider.setActionQueue(DispatchQueue(label: "elsewhere")) { _ in }
                slider.value = 0.5
            }
        }

        @Test("Values: the least at first, rounded to steps, and no call of the action when the program sets them")
        func values() {
            let listener = ControlsListenerRecorder()
            let plain = AVCaptureSlider("Warmth", symbolName: "flame", in: -1...1)
            #expect(plain.value == -1 && plain.localizedTitle == "Warmth" && plain.symbolName == "flame")
            plain.setActionQueue(listener.queue) { listener.record("\($0)") }
            listener.queue.sync { plain.value = 0.3 }
            #expect(plain.value == 0.3 && listener.words.isEmpty)
            let steps = AVCaptureSlider("a", symbolName: "a", in: 0...1, step: 0.25)
            steps.value = 0.6
            #expect(steps.value == 0.5)
            #expect(steps.face.scale == .stops([0, 0.25, 0.5, 0.75, 1]))
            let uneven = AVCaptureSlider("a", symbolName: "a", in: 0...1, step: 0.3)
            #expect(uneven.face.scale.count == 4)
            let chosen = AVCaptureSlider("a", symbolName: "a", values: [4, 1, 2, 2])
            #expect(chosen.value == 1 && chosen.face.scale == .stops([1, 2, 4]))
            let picker = AVCaptureIndexPicker("a", symbolName: "a", numberOfIndexes: 3) { "no. \($0)" }
            #expect(picker.selectedIndex == 0 && picker.numberOfIndexes == 3)
            #expect(picker.localizedIndexTitles == ["no. 0", "no. 1", "no. 2"])
            picker.selectedIndex = 2
            #expect(picker.face.valueText == "no. 2")
            let bare = AVCaptureIndexPicker("a", symbolName: "a", numberOfIndexes: 2)
            #expect(bare.localizedIndexTitles.isEmpty && bare.face.valueText == "1")
        }

        @Test("What a user sees follows title, format, prominent values, identifier and whether the control is enabled")
        func faces() {
            let slider = AVCaptureSlider("Speed", symbolName: "s", in: 24...60)
            slider.localizedValueFormat = "%@ fps"
            slider.prominentValues = [30, 60]
            slider.accessibilityIdentifier = "speed"
            slider.value = 29.5
            var face = slider.face
            #expect(face.title == "Speed" && face.valueText == "29.5 fps" && face.accessibilityIdentifier == "speed")
            #expect(face.prominentValues == [30, 60] && face.isEnabled && face.scale == .continuous(24...60))
            slider.localizedValueFormat = "%d fps"
            slider.isEnabled = false
            face = slider.face
            #expect(face.valueText == "29.5" && !face.isEnabled)
            #expect(slider.localizedValueFormat == "%d fps")
        }
    }
}

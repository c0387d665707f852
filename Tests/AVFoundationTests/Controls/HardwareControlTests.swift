import CaptureDriver
import Dispatch
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Hardware controls")
    struct HardwareControlTests {
        /// Remembers what a controls delegate hears, and what actions are called with.
        private final class Listener: NSObject, AVCaptureSessionControlsDelegate, Sendable {
            let queue = DispatchQueue(label: "test.controls")
            private let said = Mutex<[String]>([])

            var words: [String] {
                queue.sync {}
                return said.withLock { $0 }
            }

            func say(_ word: String) { said.withLock { $0.append(word) } }

            func sessionControlsDidBecomeActive(_ session: AVCaptureSession) { say("active") }
            func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) { say("enter") }
            func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) { say("exit") }
            func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { say("inactive") }
        }

        private struct Setup {
            let stage = Stage()
            let listener = Listener()
            let slider = AVCaptureSlider("Warmth", symbolName: "flame", in: 0...10)
            let picker = AVCaptureIndexPicker("Filter", symbolName: "f", localizedIndexTitles: ["None", "Noir"])

            init(delegate: Bool = true) throws {
                let listener = listener
                slider.setActionQueue(listener.queue) { listener.say("slider \($0)") }
                picker.setActionQueue(listener.queue) { listener.say("picker \($0)") }
                try stage.addInput()
                stage.session.addControl(slider)
                stage.session.addControl(picker)
                if delegate { stage.session.setControlsDelegate(listener, queue: listener.queue) }
                stage.session.startRunning()
                settle()
            }

            var panel: HardwareControlPanel.State { HardwareControlPanel.current.state }

            func settle() {
                stage.session.settle()
                listener.queue.sync {}
                // What an action changed.
                stage.session.settle()
            }

            func feel(_ gesture: CaptureControlGesture) {
                stage.phone.useCameraControl(gesture)
                settle()
            }
        }

        // MARK: Order

        @Test("The panel tells states and presses one at a time, in the order in which they happened")
        func panelOrder() {
            let panel = HardwareControlPanel()
            let told = Recorded<String>()
            let (isTelling, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let states = panel.observe { state in
                isTelling.signal()
                mayGoOn.wait()
                told.append("state \(state.isSupported)")
            }
            let presses = panel.observeShutter { told.append("press") }
            DispatchQueue.global().async { panel.standIn(limit: 2) }
            isTelling.wait()
            Outbox.withoutWaiting { panel.pressShutter() }
            #expect(told.values == [])
            mayGoOn.signal()
            // Returns when all that happened before has been told.
            panel.changed()
            #expect(told.values == ["state true", "press"])
            states.cancel()
            presses.cancel()
        }

        // MARK: Adding

        @Test(
            "S-29: the phone supports four controls; a desktop none, unless a user interface stands in for the button"
        )
        func support() throws {
            let desktop = Stage(.webcam)
            #expect(!desktop.session.supportsControls && desktop.session.maxControlsCount == 0)
            let slider = AVCaptureSlider("a", symbolName: "a", in: 0...1)
            slider.setActionQueue(.main) { _ in }
            #expect(!desktop.session.canAddControl(slider))
            HardwareControlPanel.current.standIn(limit: 2)
            #expect(desktop.session.supportsControls && desktop.session.maxControlsCount == 2)
            #expect(desktop.session.canAddControl(slider))
            HardwareControlPanel.current.standIn(limit: 0)
            #expect(!desktop.session.supportsControls)
            let phone = Stage()
            #expect(phone.session.supportsControls && phone.session.maxControlsCount == 4)
        }

        @Test("S-29: a control needs an action, is in one session once, and there is a limit; removing one makes room")
        func limits() throws {
            let stage = Stage()
            let slider = AVCaptureSlider("a", symbolName: "a", in: 0...1)
            let picker = AVCaptureIndexPicker("a", symbolName: "a", numberOfIndexes: 2)
            #expect(!stage.session.canAddControl(slider) && !stage.session.canAddControl(picker))
            slider.setActionQueue(.main) { _ in }
            picker.setActionQueue(.main) { _ in }
            #expect(stage.session.canAddControl(slider) && stage.session.canAddControl(picker))
            stage.session.addControl(slider)
            #expect(!stage.session.canAddControl(slider))
            let other = AVCaptureSession()
            #expect(!other.canAddControl(slider))
            stage.session.addControl(picker)
            stage.session.addControl(AVCaptureSystemZoomSlider(device: try stage.camera))
            stage.session.addControl(AVCaptureSystemExposureBiasSlider(device: try stage.camera))
            let fifth = AVCaptureSystemZoomSlider(device: try stage.frontCamera)
            #expect(!stage.session.canAddControl(fifth))
            #expect(stage.session.controls.count == 4 && stage.session.controls.first === slider)
            stage.session.removeControl(fifth)
            stage.session.removeControl(slider)
            #expect(stage.session.controls.count == 3 && stage.session.canAddControl(fifth))
            #expect(other.canAddControl(slider))
        }

        @Test("S-12: adding a control that may not be added stops the program")
        func addingRefused() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                Stage().session.addControl(AVCaptureSlider("a", symbolName: "a", in: 0...1))
            }
            expectMessage(result, "NSInvalidArgumentException", "addControl:", "setActionQueue:action:")
        }

        @Test("S-29: a controls delegate without a queue stops the program; it is not kept alive")
        func delegate() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                Stage().session.setControlsDelegate(Listener(), queue: nil)
            }
            expectMessage(result, "NSInvalidArgumentException", "setControlsDelegate:queue:")
            let stage = Stage()
            var listener: Listener? = Listener()
            stage.session.setControlsDelegate(listener, queue: listener?.queue)
            #expect(stage.session.controlsDelegate === listener)
            #expect(stage.session.controlsDelegateCallbackQueue === listener?.queue)
            listener = nil
            #expect(stage.session.controlsDelegate == nil)
            stage.session.setControlsDelegate(nil, queue: nil)
            #expect(stage.session.controlsDelegateCallbackQueue == nil)
        }

        // MARK: Values

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
                    let stage = Stage()
                    stage.phone.setAuthorization(.authorized, for: .audio)
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
            let listener = Listener()
            let plain = AVCaptureSlider("Warmth", symbolName: "flame", in: -1...1)
            #expect(plain.value == -1 && plain.localizedTitle == "Warmth" && plain.symbolName == "flame")
            plain.setActionQueue(listener.queue) { listener.say("\($0)") }
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

        // MARK: The button

        @Test(
            "S-29: a light press shows a control, slides change it, and a while later it is put away; the delegate hears it all"
        )
        func story() throws {
            let setup = try Setup()
            #expect(setup.panel.areAvailable && setup.panel.showing == .nothing && setup.panel.controls.count == 2)
            setup.feel(.lightPress)
            #expect(setup.listener.words == ["active", "enter"])
            #expect(setup.panel.showing == .control && setup.panel.selected == setup.slider.face.id)
            setup.feel(.slide(0.5))
            #expect(setup.slider.value == 5)
            #expect(setup.panel.controls.first?.value == 5)
            setup.feel(.doubleLightPress)
            setup.feel(.slide(1))
            #expect(setup.panel.showing == .list && setup.panel.selected == setup.picker.face.id)
            setup.feel(.lightPress)
            setup.feel(.slide(1))
            #expect(setup.picker.selectedIndex == 1)
            #expect(setup.listener.words == ["active", "enter", "slider 5.0", "picker 1"])
            setup.stage.clock.advance(bySeconds: 3.9)
            setup.settle()
            #expect(setup.panel.showing == .control)
            setup.stage.clock.advance(bySeconds: 0.2)
            setup.settle()
            #expect(setup.panel.showing == .nothing)
            #expect(setup.listener.words.suffix(2) == ["exit", "inactive"])
        }

        @Test("Each touch keeps what is shown for a while longer; a swipe puts it away at once")
        func patience() throws {
            let setup = try Setup()
            setup.feel(.lightPress)
            for _ in 0..<3 {
                setup.stage.clock.advance(bySeconds: 3)
                setup.feel(.slide(0.01))
            }
            #expect(setup.panel.showing == .control)
            setup.feel(.dismiss)
            #expect(setup.panel.showing == .nothing)
            setup.stage.clock.advance(bySeconds: 10)
            setup.settle()
            #expect(setup.listener.words.filter { $0 == "inactive" }.count == 1)
        }

        @Test("S-29: without a delegate, without a session that runs, or without controls nothing is shown")
        func unavailable() throws {
            let mute = try Setup(delegate: false)
            mute.feel(.lightPress)
            #expect(!mute.panel.areAvailable && mute.panel.showing == .nothing)
            let setup = try Setup()
            setup.feel(.lightPress)
            setup.stage.session.stopRunning()
            setup.settle()
            #expect(setup.listener.words == ["active", "enter", "exit", "inactive"])
            setup.feel(.lightPress)
            #expect(!setup.panel.areAvailable && setup.listener.words.count == 4)
            setup.stage.session.startRunning()
            setup.settle()
            #expect(setup.panel.areAvailable && setup.panel.showing == .nothing)
            setup.feel(.lightPress)
            setup.stage.session.removeControl(setup.slider)
            setup.stage.session.removeControl(setup.picker)
            setup.settle()
            #expect(setup.listener.words.suffix(2) == ["exit", "inactive"])
            setup.feel(.lightPress)
            #expect(setup.listener.words.count == 8)
        }

        @Test(
            "S-29: of two delegates, each hears on its own queue only; what was on its way to the first is told to nobody"
        )
        func delegateReplaced() throws {
            let setup = try Setup()
            let other = Listener()
            setup.listener.queue.suspend()
            setup.stage.phone.useCameraControl(.lightPress)
            setup.stage.session.settle()
            setup.stage.session.setControlsDelegate(other, queue: other.queue)
            setup.listener.queue.resume()
            setup.settle()
            #expect(setup.listener.words.isEmpty && other.words.isEmpty, "\(setup.listener.words) \(other.words)")
            setup.feel(.dismiss)
            setup.feel(.lightPress)
            #expect(setup.listener.words.isEmpty && other.words.suffix(2) == ["active", "enter"], "\(other.words)")
        }

        @Test(
            "A control that is removed or disabled while a change is on its way keeps its value",
            arguments: [true, false]
        )
        func changeOnItsWay(isRemoved: Bool) throws {
            let setup = try Setup()
            setup.listener.queue.suspend()
            HardwareControlPanel.current.set(setup.slider.face.id, to: 5)
            HardwareControlPanel.current.set(setup.picker.face.id, to: 1)
            setup.stage.session.settle()
            for control in [setup.slider, setup.picker] as [AVCaptureControl] {
                if isRemoved { setup.stage.session.removeControl(control) } else { control.isEnabled = false }
            }
            setup.listener.queue.resume()
            setup.settle()
            #expect(setup.slider.value == 0 && setup.picker.selectedIndex == 0 && setup.listener.words.isEmpty)
        }

        @Test("When the control that is shown is removed, the list of the others is shown; nobody becomes inactive")
        func shownRemoved() throws {
            let setup = try Setup()
            setup.feel(.lightPress)
            setup.stage.session.removeControl(setup.slider)
            setup.settle()
            #expect(setup.panel.showing == .list && setup.panel.selected == setup.picker.face.id, "\(setup.panel)")
            #expect(setup.listener.words == ["active", "enter"], "\(setup.listener.words)")
        }

        @Test("What a user interface heard last is what there is to see, even if a change comes while it is told")
        func latestNews() {
            _ = Stage(.webcam)
            HardwareControlPanel.current.standIn(limit: 0)
            let heard = Mutex<[[Bool]]>([[], []])
            let observations = [
                HardwareControlPanel.current.observe { state in
                    heard.withLock { $0[0].append(state.isSupported) }
                    if state.isSupported { HardwareControlPanel.current.standIn(limit: 0) }
                },
                HardwareControlPanel.current.observe { state in heard.withLock { $0[1].append(state.isSupported) } },
            ]
            HardwareControlPanel.current.standIn(limit: 1)
            let said = heard.withLock { $0 }
            #expect(said == [[true, false], [true, false]], "\(said)")
            observations.forEach { $0.cancel() }
        }

        @Test("S-81: an interruption puts the controls away; after it they can be shown again")
        func interruption() throws {
            let setup = try Setup()
            setup.feel(.lightPress)
            setup.stage.phone.background()
            setup.settle()
            #expect(!setup.panel.areAvailable && setup.listener.words.last == "inactive")
            setup.stage.phone.foreground()
            setup.settle()
            setup.feel(.lightPress)
            #expect(setup.panel.showing == .control)
        }

        @Test(
            "S-30: a user interface sets a value directly: the nearest one, on the action's queue; not of a disabled control"
        )
        func setDirectly() throws {
            let setup = try Setup()
            HardwareControlPanel.current.set(setup.slider.face.id, to: 99)
            HardwareControlPanel.current.set(setup.picker.face.id, to: 0.6)
            setup.settle()
            #expect(setup.listener.words == ["slider 10.0", "picker 1"])
            setup.slider.isEnabled = false
            HardwareControlPanel.current.set(setup.slider.face.id, to: 1)
            HardwareControlPanel.current.set(-1, to: 1)
            HardwareControlPanel.current.select(setup.picker.face.id)
            setup.settle()
            #expect(setup.slider.value == 10)
            #expect(setup.panel.showing == .control && setup.panel.selected == setup.picker.face.id)
        }

        @Test(
            "A user interface hears of each change of what is shown, and of each press of the shutter, until it stops listening"
        )
        func observing() throws {
            let setup = try Setup()
            let heard = Mutex<[HardwareControlPanel.State]>([])
            let presses = Mutex(0)
            var observations = [
                HardwareControlPanel.current.observe { state in heard.withLock { $0.append(state) } },
                HardwareControlPanel.current.observeShutter { presses.withLock { $0 += 1 } },
            ]
            setup.feel(.press)
            #expect(presses.withLock { $0 } == 1 && heard.withLock { $0.isEmpty })
            setup.feel(.lightPress)
            setup.feel(.slide(0.2))
            setup.slider.localizedValueFormat = "%@ K"
            setup.settle()
            let states = heard.withLock { $0 }
            #expect(states.map(\.showing) == [.control, .control, .control])
            #expect(states.map { $0.controls.first?.valueText } == ["0", "2", "2 K"])
            observations = []
            setup.feel(.press)
            setup.feel(.dismiss)
            #expect(observations.isEmpty && presses.withLock { $0 } == 1 && heard.withLock { $0.count } == 3)
        }

        @Test("The button is for the session that was set up last among those that run")
        func twoSessions() throws {
            let setup = try Setup()
            let other = AVCaptureSession()
            let slider = AVCaptureSlider("Other", symbolName: "o", in: 0...1)
            slider.setActionQueue(setup.listener.queue) { _ in }
            other.addControl(slider)
            other.setControlsDelegate(setup.listener, queue: setup.listener.queue)
            #expect(setup.panel.controls.map(\.title) == ["Warmth", "Filter"])
            other.addInput(try AVCaptureDeviceInput(device: try setup.stage.frontCamera))
            other.startRunning()
            other.settle()
            setup.settle()
            #expect(setup.panel.controls.map(\.title) == ["Other"])
            other.stopRunning()
            other.settle()
            setup.settle()
            #expect(setup.panel.controls.map(\.title) == ["Warmth", "Filter"])
        }

        // MARK: The system's sliders

        @Test(
            "The zoom slider zooms in the recommended range, follows other changes, and calls its action on the main actor"
        )
        func zoom() async throws {
            let stage = Stage()
            let camera = try stage.camera
            let heard = Mutex<[CGFloat]>([])
            let slider = AVCaptureSystemZoomSlider(device: camera) { factor in
                MainActor.assertIsolated()
                heard.withLock { $0.append(factor) }
            }
            let listener = Listener()
            try stage.addInput()
            stage.session.addControl(slider)
            stage.session.setControlsDelegate(listener, queue: listener.queue)
            stage.session.startRunning()
            let range = try #require(camera.activeFormat.systemRecommendedVideoZoomRange)
            #expect(range.lowerBound == 1 && range.upperBound == 10)
            #expect(slider.face.scale == .geometric(1...10) && slider.face.prominentValues == [1, 2, 4, 8])
            stage.phone.useCameraControl(.lightPress)
            stage.phone.useCameraControl(.slide(0.5))
            stage.session.settle()
            #expect(abs(camera.videoZoomFactor - 10.squareRoot()) < 1e-6)
            #expect(slider.face.valueText == "3.2x")
            HardwareControlPanel.current.set(slider.face.id, to: 400)
            stage.session.settle()
            #expect(camera.videoZoomFactor == 10)
            try camera.lockForConfiguration()
            camera.videoZoomFactor = 2
            camera.unlockForConfiguration()
            #expect(slider.face.value == 2)
            await MainActor.run {}
            #expect(heard.withLock { $0.count } == 2)
        }

        @Test("The exposure slider sets the bias, two stops either way")
        func exposure() throws {
            let stage = Stage()
            let camera = try stage.camera
            let slider = AVCaptureSystemExposureBiasSlider(device: camera)
            let listener = Listener()
            try stage.addInput()
            stage.session.addControl(slider)
            stage.session.setControlsDelegate(listener, queue: listener.queue)
            stage.session.startRunning()
            #expect(camera.activeFormat.systemRecommendedExposureBiasRange == -2...2)
            #expect(slider.face.valueText == "0")
            stage.phone.useCameraControl(.lightPress)
            stage.phone.useCameraControl(.slide(0.25))
            stage.session.settle()
            #expect(camera.exposureTargetBias == 1 && slider.face.valueText == "+1")
            slider.isEnabled = false
            HardwareControlPanel.current.set(slider.face.id, to: -8)
            stage.session.settle()
            #expect(camera.exposureTargetBias == 1)
        }

        @Test("A camera that is unplugged while its slider is shown can't be changed any more, and nothing breaks")
        func unplugged() throws {
            let setup = Stage()
            let camera = try setup.camera
            let slider = AVCaptureSystemZoomSlider(device: camera)
            let listener = Listener()
            try setup.addInput()
            setup.session.addControl(slider)
            setup.session.setControlsDelegate(listener, queue: listener.queue)
            setup.session.startRunning()
            setup.phone.useCameraControl(.lightPress)
            setup.phone.unplug(camera.uniqueID)
            setup.phone.useCameraControl(.slide(0.5))
            setup.session.settle()
            #expect(camera.videoZoomFactor == 1 && !slider.face.isEnabled)
        }

        @Test("A session that goes away leaves the button to nobody; a desktop's button does nothing")
        func endings() throws {
            var setup: Setup? = try Setup()
            setup?.feel(.lightPress)
            let phone = setup?.stage.phone
            setup = nil
            #expect(HardwareControlPanel.current.state.controls.isEmpty)
            phone?.useCameraControl(.lightPress)
            let desktop = Stage(.webcam)
            let presses = Mutex(0)
            let observation = HardwareControlPanel.current.observeShutter { presses.withLock { $0 += 1 } }
            try desktop.addInput()
            desktop.session.startRunning()
            desktop.phone.useCameraControl(.press)
            desktop.session.settle()
            #expect(presses.withLock { $0 } == 0)
            // What stands in for the button works without any session for controls.
            HardwareControlPanel.current.perform(.press)
            #expect(presses.withLock { $0 } == 1)
            observation.cancel()
        }
    }
}

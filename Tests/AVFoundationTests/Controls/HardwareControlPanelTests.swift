import CaptureCore
import CaptureDriver
import Dispatch
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("What is shown of hardware controls")
    struct HardwareControlPanelTests {
        @Test(
            "S-29: a light press shows a control, slides change it, and a while later it is put away; the delegate hears it all"
        )
        func story() throws {
            let setup = try HardwareControlFixture()
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
            setup.fixture.clock.advance(bySeconds: 3.9)
            setup.settle()
            #expect(setup.panel.showing == .control)
            setup.fixture.clock.advance(bySeconds: 0.2)
            setup.settle()
            #expect(setup.panel.showing == .nothing)
            #expect(setup.listener.words.suffix(2) == ["exit", "inactive"])
        }

        @Test("Each touch keeps what is shown for a while longer; a swipe puts it away at once")
        func patience() throws {
            let setup = try HardwareControlFixture()
            setup.feel(.lightPress)
            for _ in 0..<3 {
                setup.fixture.clock.advance(bySeconds: 3)
                setup.feel(.slide(0.01))
            }
            #expect(setup.panel.showing == .control)
            setup.feel(.dismiss)
            #expect(setup.panel.showing == .nothing)
            setup.fixture.clock.advance(bySeconds: 10)
            setup.settle()
            #expect(setup.listener.words.filter { $0 == "inactive" }.count == 1)
        }

        @Test("S-29: without a delegate, without a session that runs, or without controls nothing is shown")
        func unavailable() throws {
            let mute = try HardwareControlFixture(delegate: false)
            mute.feel(.lightPress)
            #expect(!mute.panel.areAvailable && mute.panel.showing == .nothing)
            let setup = try HardwareControlFixture()
            setup.feel(.lightPress)
            setup.fixture.session.stopRunning()
            setup.settle()
            #expect(setup.listener.words == ["active", "enter", "exit", "inactive"])
            setup.feel(.lightPress)
            #expect(!setup.panel.areAvailable && setup.listener.words.count == 4)
            setup.fixture.session.startRunning()
            setup.settle()
            #expect(setup.panel.areAvailable && setup.panel.showing == .nothing)
            setup.feel(.lightPress)
            setup.fixture.session.removeControl(setup.slider)
            setup.fixture.session.removeControl(setup.picker)
            setup.settle()
            #expect(setup.listener.words.suffix(2) == ["exit", "inactive"])
            setup.feel(.lightPress)
            #expect(setup.listener.words.count == 8)
        }

        @Test(
            "S-29: of two delegates, each hears on its own queue only; what was on its way to the first is told to nobody"
        )
        func delegateReplaced() throws {
            let setup = try HardwareControlFixture()
            let other = ControlsListenerRecorder()
            setup.listener.queue.suspend()
            setup.fixture.phone.useCameraControl(.lightPress)
            setup.fixture.session.settle()
            setup.fixture.session.setControlsDelegate(other, queue: other.queue)
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
            let setup = try HardwareControlFixture()
            setup.listener.queue.suspend()
            HardwareControlPanel.current.set(setup.slider.face.id, to: 5)
            HardwareControlPanel.current.set(setup.picker.face.id, to: 1)
            setup.fixture.session.settle()
            for control in [setup.slider, setup.picker] as [AVCaptureControl] {
                if isRemoved { setup.fixture.session.removeControl(control) } else { control.isEnabled = false }
            }
            setup.listener.queue.resume()
            setup.settle()
            #expect(setup.slider.value == 0 && setup.picker.selectedIndex == 0 && setup.listener.words.isEmpty)
        }

        @Test("When the control that is shown is removed, the list of the others is shown; nobody becomes inactive")
        func shownRemoved() throws {
            let setup = try HardwareControlFixture()
            setup.feel(.lightPress)
            setup.fixture.session.removeControl(setup.slider)
            setup.settle()
            #expect(setup.panel.showing == .list && setup.panel.selected == setup.picker.face.id, "\(setup.panel)")
            #expect(setup.listener.words == ["active", "enter"], "\(setup.listener.words)")
        }

        @Test("What a user interface heard last is what there is to see, even if a change comes while it is told")
        func latestNews() {
            _ = Fixture(.webcam)
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
            let setup = try HardwareControlFixture()
            setup.feel(.lightPress)
            setup.fixture.phone.background()
            setup.settle()
            #expect(!setup.panel.areAvailable && setup.listener.words.last == "inactive")
            setup.fixture.phone.foreground()
            setup.settle()
            setup.feel(.lightPress)
            #expect(setup.panel.showing == .control)
        }

        @Test(
            "S-30: a user interface sets a value directly: the nearest one, on the action's queue; not of a disabled control"
        )
        func setDirectly() throws {
            let setup = try HardwareControlFixture()
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
            let setup = try HardwareControlFixture()
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
            let setup = try HardwareControlFixture()
            let other = AVCaptureSession()
            let slider = AVCaptureSlider("Other", symbolName: "o", in: 0...1)
            slider.setActionQueue(setup.listener.queue) { _ in }
            other.addControl(slider)
            other.setControlsDelegate(setup.listener, queue: setup.listener.queue)
            #expect(setup.panel.controls.map(\.title) == ["Warmth", "Filter"])
            other.addInput(try AVCaptureDeviceInput(device: try setup.fixture.frontCamera))
            other.startRunning()
            other.settle()
            setup.settle()
            #expect(setup.panel.controls.map(\.title) == ["Other"])
            other.stopRunning()
            other.settle()
            setup.settle()
            #expect(setup.panel.controls.map(\.title) == ["Warmth", "Filter"])
        }

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
    }
}

@_spi(Pinhole) import AVFoundation
import AVKit
import CaptureDriver
import CaptureSystemTesting
import Dispatch
import SimulatedDriver
import Testing

@Suite("Buttons that take photos", .ownCaptureSystem)
@MainActor
struct CaptureEventInteractionTests {
    init() {
        CaptureSystem.use(SimulatedPhone(clock: ManualCaptureClock()).system)
    }

    /// Waits until the main queue has done what it had to do.
    private func settle() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    @Test("A press begins and ends, on the main queue")
    func press() async {
        var phases: [AVCaptureEventPhase] = []
        let interaction = AVCaptureEventInteraction { event in
            dispatchPrecondition(condition: .onQueue(.main))
            phases.append(event.phase)
        }
        HardwareControlPanel.current.perform(.press)
        await settle()
        #expect(phases == [.began, .ended])
        HardwareControlPanel.current.perform(.lightPress)
        await settle()
        #expect(phases.count == 2 && interaction.isEnabled)
    }

    @Test("The button for cameras is the primary one")
    func primary() async {
        var (first, second) = (0, 0)
        let interaction = AVCaptureEventInteraction(primary: { _ in first += 1 }, secondary: { _ in second += 1 })
        HardwareControlPanel.current.perform(.press)
        await settle()
        #expect(first == 2 && second == 0 && interaction.isEnabled)
    }

    @Test("Nothing is told while an interaction is disabled, and after it is gone")
    func silent() async {
        var count = 0
        var interaction: AVCaptureEventInteraction? = AVCaptureEventInteraction { _ in count += 1 }
        interaction?.isEnabled = false
        HardwareControlPanel.current.perform(.press)
        await settle()
        #expect(count == 0)
        interaction?.isEnabled = true
        interaction = nil
        HardwareControlPanel.current.perform(.press)
        await settle()
        #expect(count == 0)
    }
}

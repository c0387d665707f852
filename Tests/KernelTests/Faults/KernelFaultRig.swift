import AVFoundation
import CaptureDriver
import FaultScenarios
import Glibc

@testable import V4L2Driver

/// A rig with a camera of the kernel's, in real time.
protocol KernelFaultRig: FaultRig {}

/// The fault is not one of this rig's.
struct NotOnThisRig: Error {
    var fault: InjectedFault
}

/// The machine's real cameras; one system for all scenarios, as devices come and go in it.
let machine: CaptureSystem = {
    let driver = Video4LinuxDriver()
    let clock = HostCaptureClock()
    return CaptureSystem(
        drivers: [driver],
        conditions: LinuxSystemConditions(clock: clock) { driver.devices().map(\.id) },
        clock: clock
    )
}()

extension CaptureSystem {
    /// Waits until something holds.
    func waitForRealTime(atMost seconds: Double, until holds: () -> Bool) -> Bool {
        let deadline = CMTimeGetSeconds(clock.now) + seconds
        while CMTimeGetSeconds(clock.now) < deadline {
            if holds() { return true }
            usleep(10_000)
        }
        return holds()
    }
}

extension KernelFaultRig {
    var system: CaptureSystem { machine }

    func wait(atMost seconds: Double, until holds: () -> Bool) -> Bool {
        machine.waitForRealTime(atMost: seconds, until: holds)
    }
}

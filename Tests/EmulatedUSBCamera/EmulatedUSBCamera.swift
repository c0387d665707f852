import Foundation
import FoundationExtras
import Synchronization

/// A USB webcam played by this process: the kernel's virtual USB host (the module `vhci-hcd`) sees a device, and the
/// kernel's real driver of webcams (`uvcvideo`) drives it.
///
/// USB Video Class 1.0 with bulk transfers. YUYV in 320x240, 640x480 and 1920x1080, Motion-JPEG in 640x480, 1280x720 and
/// 1920x1080, 30 or 15 frames per second; see ``EmulatedFrame`` for what they show. Brightness, gain, exposure, focus
/// and zoom can be set and read back; like most webcams it refuses what an automatic governs.
///
/// A frame's faults concern frames that are begun after the order. Several at once fall on the same frames.
///
/// All methods may be called from any thread.
public final class EmulatedUSBCamera: Sendable {
    /// So long the camera's thread may take to end.
    private static let patience = DispatchTimeInterval.seconds(5)

    private struct Plug {
        var wire: USBWire
        var end: DispatchSemaphore
    }

    private struct State {
        var plug: Plug?
        /// Where it was plugged in last, and will be again.
        var port: Int?
    }

    /// Tells cameras of this kind apart.
    public let serialNumber: String
    private let injector = FaultInjector()
    private let state = Mutex(State())

    /// Makes a camera that is not plugged in.
    ///
    /// - Parameter serialNumber: two cameras at once must have different ones to be told apart at the same port.
    public init(serialNumber: String = "0001") {
        self.serialNumber = serialNumber
    }

    deinit {
        unplug()
    }

    /// Plugs the camera in: at a free port the first time, and at the same port again afterwards.
    ///
    /// Returns when the kernel has the device; it takes a third of a second more until the video node appears. Faults
    /// that were ordered before and not met are forgotten.
    ///
    /// - Throws: ``EmulatedUSBCameraError``.
    public func plug() throws {
        try state.withLock { state in
            if let last = state.plug {
                // It may have pulled its plug itself.
                guard last.end.wait(timeout: .now()) == .success else { throw EmulatedUSBCameraError.pluggedInAlready }
                state.plug = nil
            }
            injector.cancelFaults()
            injector.stall(false)
            var port = state.port
            let wire = try USBWire { port = try VirtualUSBHost.attach($0, port: port) }
            state.port = port
            let end = DispatchSemaphore(value: 0)
            state.plug = Plug(wire: wire, end: end)
            let service = CameraService(wire: wire, injector: injector, serialNumber: serialNumber)
            let thread = Thread {
                Thread.nameCurrent("emulated camera")
                var service = service
                service.run()
                wire.close()
                end.signal()
            }
            thread.start()
        }
    }

    /// Pulls the plug, whatever the camera is doing. Harmless when it is not plugged in.
    public func unplug() {
        let plug = state.withLock { state in
            defer { state.plug = nil }
            return state.plug
        }
        plug?.wire.cut()
        _ = plug?.end.wait(timeout: .now() + Self.patience)
    }

    /// The camera pulls its own plug when half of the next frame was sent.
    public func unplugMidFrame() {
        injector.inject { $0.unplugs = true }
    }

    /// The camera falls silent: it answers what it is asked, but sends no picture, not even the rest of one.
    public func stall() {
        injector.stall(true)
    }

    /// The camera sends pictures again.
    public func resume() {
        injector.stall(false)
    }

    /// The camera calls the next frames bad itself: the error bit of USB Video Class.
    public func markNextFrames(_ count: Int) {
        injector.inject { $0.marked = count }
    }

    /// The next frames end half way.
    public func truncateNextFrames(_ count: Int) {
        injector.inject { $0.truncated = count }
    }

    /// The next frames have another frame's beginning in their middle: JPEGs cannot be decoded any more. In YUYV that is
    /// a picture like any other.
    public func corruptNextFrames(_ count: Int) {
        injector.inject { $0.corrupt = count }
    }

    /// How many frames were sent to their end since the camera was made, the faulty ones included.
    public var framesSent: Int { injector.framesSent }
}

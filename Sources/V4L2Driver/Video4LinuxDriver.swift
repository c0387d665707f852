import CaptureDriver
import CoreMedia
import Logging

/// Linux's cameras: everything that the kernel's Video4Linux interface captures video from.
public final class Video4LinuxDriver: CaptureDriver {
    /// `v4l2`.
    public let name = "v4l2"

    private let system: any SystemCalls
    private let now: MonotonicTime
    private let log: Logger
    private let enumerator: CameraEnumerator
    private let monitor: DeviceMonitor<V4L2CameraModel>

    /// Makes the driver of the machine's real cameras.
    public convenience init() {
        self.init(
            system: LinuxSystemCalls(),
            directory: LinuxVideoNodeDirectory(),
            makeHints: {
                try? LinuxHotplugHints(
                    subsystem: "video4linux",
                    directories: [LinuxHotplugHints.Directory("/dev", ["video"])]
                )
            },
            now: kernelMonotonicTime
        )
    }

    /// Makes a driver of another kernel's, for tests.
    init(
        system: any SystemCalls,
        directory: any VideoNodeDirectory,
        makeHints: @escaping @Sendable () -> (any HotplugHints)?,
        now: @escaping MonotonicTime
    ) {
        let log = Logger(label: "pinhole.v4l2")
        self.system = system
        self.now = now
        self.log = log
        let enumerator = CameraEnumerator(directory: directory, system: system, log: log)
        self.enumerator = enumerator
        monitor = DeviceMonitor(makeHints: makeHints, now: now) { enumerator.enumerate() }
    }

    /// The cameras that are present, in the order of their nodes.
    public func devices() -> [CaptureDeviceDescription] {
        monitor.models().map(\.description)
    }

    /// Tells of cameras that come and go. A thread waits for them as long as there is an observer.
    public func observeDevices(
        _ handler: @escaping @Sendable (CaptureDeviceChange) -> Void
    ) -> CaptureObservation {
        monitor.observe(handler)
    }

    /// Opens a camera. The kernel lets several programs open one and refuses only a second stream: a camera that another
    /// program streams from is busy, one that it has merely open is not. Within this program a camera is opened once.
    ///
    /// - Parameter id: a device's id; the path of a node, such as `/dev/video0`, is understood too.
    /// - Throws: `CaptureDriverError`.
    public func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        guard let model = model(id) else { throw unknown(id) }
        guard let token = monitor.markOpen(model.description.id) else {
            throw CaptureDriverError(
                kind: .busy,
                operation: "open",
                device: model.entry.path,
                advice: "This program uses the camera already. Close the other use first."
            )
        }
        do {
            let node = try VideoNode.opened(model.entry.path, system: system)
            try node.requireNoOtherStream()
            let monitor = monitor
            return CameraHandle(model: model, node: node, now: now, log: log) {
                monitor.markClosed(model.description.id, token: token)
            }
        } catch {
            monitor.markClosed(model.description.id, token: token)
            throw error
        }
    }

    private func model(_ id: String) -> V4L2CameraModel? {
        monitor.model(id) ?? monitor.models().first { $0.description.id == id || $0.entry.path == id }
    }

    private func unknown(_ id: String) -> CaptureDriverError {
        switch enumerator.rejection(ofPath: id) {
        case .inaccessible(let error)?:
            error
        case let rejection?:
            CaptureDriverError(
                kind: .notACaptureDevice,
                operation: "open",
                device: id,
                advice: rejection.text + " List the devices and choose one of them."
            )
        case nil:
            CaptureDriverError(
                kind: .notFound,
                operation: "open",
                device: id,
                advice: "No such camera is connected. List the devices and choose one of them."
            )
        }
    }
}

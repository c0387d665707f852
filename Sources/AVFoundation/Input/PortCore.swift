import CoreMedia
import FoundationExtras
import Synchronization

/// What an input keeps of one of its ports.
///
/// A port keeps its input alive, so the input cannot keep the port alive as well: it keeps this, and makes the port object
/// again when one is asked for and none is around. Observers and settings are here and survive.
final class PortCore: @unchecked Sendable {
    // @unchecked: devices guard their state with locks.

    private struct State: @unchecked Sendable {
        // @unchecked: capture objects guard their state with locks.
        var isEnabled = true
        var format: CMFormatDescription?
        weak var port: AVCaptureInput.Port?
    }

    /// The device that the data comes from.
    let source: AVCaptureDevice
    /// The kind of data.
    let mediaType: AVMediaType
    /// The direction that a microphone listens in; `nil` for a camera, and for all around.
    let beam: AVCaptureDevice.Position?
    let observers = KeyValueObserverRegistry()
    private let state: Mutex<State>
    /// The virtual camera that the source is a constituent of.
    private let virtualCamera: AVCaptureDevice?

    /// - Parameters:
    ///   - virtualCamera: what the source is a constituent of, whose format it delivers.
    ///   - mediaType: the kind of data, if it is not what the source captures but what is found in it.
    init(
        source: AVCaptureDevice,
        of virtualCamera: AVCaptureDevice? = nil,
        beam: AVCaptureDevice.Position? = nil,
        mediaType: AVMediaType? = nil
    ) {
        self.source = source
        self.virtualCamera = virtualCamera
        self.beam = beam
        self.mediaType = mediaType ?? source.hardware.medium.mediaType
        state = Mutex(State())
        state.withLock { $0.format = describedFormat }
    }

    /// What the data looks like; nothing describes objects.
    private var describedFormat: CMFormatDescription? {
        if mediaType == .metadataObject { return nil }
        if mediaType == .depthData { return source.read(\.activeDepthFormat)?.formatDescription }
        return virtualCamera.map { source.format(asOf: $0)?.formatDescription }
            ?? source.read(\.activeFormat)?.formatDescription
    }

    /// The port object; the same one as long as anybody holds it.
    func port(of input: AVCaptureInput) -> AVCaptureInput.Port {
        state.withLock { state in
            let port = state.port ?? AVCaptureInput.Port(self, input: input)
            state.port = port
            return Shared(port)
        }.object
    }

    var isEnabled: Bool { state.withLock { $0.isEnabled } }

    var format: CMFormatDescription? { state.withLock { $0.format } }

    /// - Parameter announce: announces that the port was enabled or disabled; under the lock.
    /// - Returns: whether that is so.
    func setEnabled(_ isEnabled: Bool, announce: () -> Void) -> Bool {
        state.withLock { state in
            guard state.isEnabled != isEnabled else { return false }
            state.isEnabled = isEnabled
            announce()
            return true
        }
    }

    /// Takes over the source's active format.
    ///
    /// - Parameter announce: announces the descriptions before and after, if they differ; under the lock.
    func updateFormat(announce: (_ old: CMFormatDescription?, _ new: CMFormatDescription?) -> Void) {
        state.withLock { state in
            // Read under the lock: of two threads the later one finds what is newer.
            let (old, new) = (state.format, describedFormat)
            guard old !== new else { return }
            state.format = new
            announce(old, new)
        }
    }
}

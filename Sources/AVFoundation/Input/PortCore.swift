import CoreMedia
import FoundationExtras
import Synchronization

/// What an input keeps of one of its ports.
///
/// A port keeps its input alive, so the input cannot keep the port alive as well: it keeps this, and makes the port object
/// again when one is asked for and none is around. Observers and settings are here and survive.
final class PortCore: Sendable {
    private struct State: Sendable {
        var isEnabled = true
        var format: CMFormatDescription?
        weak var port: AVCaptureInput.Port?
    }

    /// The device that the data comes from.
    let source: AVCaptureDevice
    /// The direction that a microphone listens in; `nil` for a camera, and for all around.
    let beam: AVCaptureDevice.Position?
    let observers = KeyValueObserverRegistry()
    private let state: Mutex<State>

    init(source: AVCaptureDevice, beam: AVCaptureDevice.Position? = nil) {
        self.source = source
        self.beam = beam
        state = Mutex(State(format: source.read(\.activeFormat)?.formatDescription))
    }

    /// The port object; the same one as long as anybody holds it.
    func port(of input: AVCaptureInput) -> AVCaptureInput.Port {
        state.withLock { state in
            if let port = state.port { return port }
            let port = AVCaptureInput.Port(self, input: input)
            state.port = port
            return port
        }
    }

    var isEnabled: Bool { state.withLock { $0.isEnabled } }

    var format: CMFormatDescription? { state.withLock { $0.format } }

    /// - Returns: the value before.
    func setEnabled(_ isEnabled: Bool) -> Bool {
        state.withLock { state in
            defer { state.isEnabled = isEnabled }
            return state.isEnabled
        }
    }

    /// Takes over the source's active format.
    ///
    /// - Returns: the descriptions before and after, if they differ.
    func updateFormat() -> (old: CMFormatDescription?, new: CMFormatDescription?)? {
        let new = source.read(\.activeFormat)?.formatDescription
        let old = state.withLock { state in
            defer { state.format = new }
            return state.format
        }
        return old === new ? nil : (old, new)
    }
}

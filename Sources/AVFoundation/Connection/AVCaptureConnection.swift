import CaptureDriver
import Foundation
import FoundationExtras
import Synchronization

private let connectionCount = Atomic<UInt64>(0)

/// Joins ports of inputs to one output or one preview layer, exactly as Apple's class of the same name.
///
/// Ports, output and layer never change (S-110). Properties may be read and set from any thread.
open class AVCaptureConnection: NSObject, KeyValueObservable {
    // Safe on any thread: all mutable state lies in the mutex; the weak references are constant.

    struct State: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.

        var isEnabled = true
        var isActive = true
        var adjustsMirroring = true
        var isMirrored = false
        var rotationAngle: CGFloat = 0
        var stabilization = AVCaptureVideoStabilizationMode.off
        weak var session: AVCaptureSession?
        /// The session's, also when the connection is in none any more.
        var outbox = Outbox()
    }

    /// The ports that data comes from.
    public let inputPorts: [AVCaptureInput.Port]
    private let weakOutput: WeakReference<AVCaptureOutput>
    private let layer: PreviewLayerReference?
    let state = Mutex(State())
    /// Tells the connection from all others that there ever were: for those who must not compare weak references, on drivers' threads
    /// where that could turn out to be the last one, nor addresses, which come again.
    let number = connectionCount.add(1, ordering: .relaxed).newValue

    /// Keeps the observers of the observable properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureConnection>(_: Root.Type) -> [AnyKeyPath] {
            [
                \Root.isActive, \Root.isEnabled, \Root.activeVideoStabilizationMode, \Root.isVideoMirrored,
                \Root.videoRotationAngle,
            ]
        }
        guard let root = root as? any (AVCaptureConnection & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Makes a connection between ports and an output; add it with `AVCaptureSession.addConnection(_:)`.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        weakOutput = WeakReference(output)
        layer = nil
        super.init()
    }

    /// Makes a connection between a port and a preview layer; add it with `AVCaptureSession.addConnection(_:)`.
    public init(inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
        inputPorts = [port]
        weakOutput = WeakReference(nil)
        self.layer = PreviewLayerReference(layer)
        super.init()
    }

    init(inputPort port: AVCaptureInput.Port, layer: PreviewLayerReference) {
        inputPorts = [port]
        weakOutput = WeakReference(nil)
        self.layer = layer
        super.init()
    }

    /// Where data goes to; `nil` for a preview layer's connection.
    open var output: AVCaptureOutput? { weakOutput.object }

    /// The layer that shows the data; `nil` for an output's connection.
    open var videoPreviewLayer: AVCaptureVideoPreviewLayer? { layer?.object }

    /// Which layer shows the data, even when it is just going away; `nil` for an output's connection.
    var layerID: ObjectIdentifier? { layer?.id }

    /// Who gets the data. It does not keep a layer alive, nor does it look at it, as one that goes away wants the session's locks.
    var receiver: (any StreamReceiver)? { layer?.tap ?? weakOutput.object }

    // MARK: Enabling

    /// Whether data may flow; true at first (S-111). Takes effect at once on a running session. Key-value observable.
    open var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            let (session, outbox, hasChanged) = state.withLock { state in
                defer { state.isEnabled = newValue }
                let hasChanged = state.isEnabled != newValue
                if hasChanged {
                    let property = \AVCaptureConnection.isEnabled
                    reportChange(of: property, from: !newValue, to: newValue, through: state.outbox)
                }
                return (state.session, state.outbox, hasChanged)
            }
            session?.replanUnlessConfiguring()
            guard hasChanged else { return }
            output?.connectionEnablingChanged(self)
            reviewPreview(through: outbox)
            outbox.deliver()
        }
    }

    /// Whether the configuration lets data flow. Key-value observable (S-111).
    open var isActive: Bool { state.withLock { $0.isActive } }

    /// Takes note of the session that the connection is committed to (`nil`: removed), and of what that means for
    /// `isActive`.
    func commit(to session: AVCaptureSession?) {
        let isPossible = session != nil && inputPorts.contains { $0.isEnabled && $0.input.isUsable }
        let outbox = state.withLock { state in
            let was = state.isActive
            if let session { state.outbox = session.outbox }
            state.session = session
            state.isActive = isPossible
            if was != isPossible {
                reportChange(of: \AVCaptureConnection.isActive, from: was, to: isPossible, through: state.outbox)
            }
            if was != isPossible { reviewPreview(through: state.outbox) }
            return state.outbox
        }
        outbox.deliver()
    }

    /// Has the layer look whether it still shows the session's video, if there is one. The layer is not looked at before the outbox
    /// delivers, which happens without locks.
    func reviewPreview(through outbox: Outbox) {
        guard let layer else { return }
        outbox.append { layer.object?.previewingMayHaveChanged() }
    }

    /// Whether data of one of an input's devices may flow through it: it and one of its ports of the device are enabled.
    func carriesData(from input: AVCaptureInput, of device: AVCaptureDevice) -> Bool {
        isEnabled && inputPorts.contains { $0.input === input && $0.source === device && $0.isEnabled }
    }

    /// Whether data can flow through it, as far as it, its ports and their devices are concerned.
    var canDeliver: Bool { isEnabled && inputPorts.contains { $0.isEnabled && $0.input.isUsable } }

    /// Whether what it leads to wants depth maps.
    var wantsDepth: Bool { mediaType == .depthData || output?.wantsDepthWithFrames == true }

    // MARK: What it connects

    /// The one media type of its ports.
    var mediaType: AVMediaType? { inputPorts.first?.mediaType }

    /// The camera or microphone at its other end.
    var captureDevice: AVCaptureDevice? {
        guard let port = inputPorts.first, port.input is AVCaptureDeviceInput else { return nil }
        return port.source
    }
}

/// A preview layer that may go away by itself. Told from others without being looked at: whoever looks at a layer may find
/// themselves the last to hold it, and a layer that goes away wants the session's locks.
struct PreviewLayerReference: Sendable {
    /// Tells the layer from others; valid until the layer has left its session, which it does as it goes away.
    let id: ObjectIdentifier
    /// Where the layer's frames go.
    let tap: PreviewTap
    private let reference: WeakReference<AVCaptureVideoPreviewLayer>

    init(_ layer: AVCaptureVideoPreviewLayer) {
        id = ObjectIdentifier(layer)
        tap = layer.tap
        reference = WeakReference(layer)
    }

    /// The layer, if it is still there.
    var object: AVCaptureVideoPreviewLayer? { reference.object }
}

import CaptureDriver
import FoundationExtras

/// A session's inputs, outputs and connections as a value, and the rules of what may be added.
///
/// Editing a copy and committing it whole is what makes configuration failure-atomic. The members are objects, because
/// clients hold them; the struct itself does no I/O.
struct CaptureGraph {
    /// Which preset the formats follow.
    var preset = AVCaptureSession.Preset.high
    /// In the order in which they were added.
    private(set) var inputs: [AVCaptureInput] = []
    /// In the order in which they were added.
    private(set) var outputs: [AVCaptureOutput] = []
    /// In the order in which they were made.
    private(set) var connections: [AVCaptureConnection] = []
    /// The layers that show this session; the layer retains the session (S-19), not the other way round.
    private(set) var layers: [WeakLayer] = []
    /// Whether a commit has to choose formats anew, because the preset or the inputs changed.
    var needsPresetFormats = false

    /// A preview layer that may go away by itself.
    struct WeakLayer {
        weak var layer: AVCaptureVideoPreviewLayer?
        /// Whether the session makes connections for it.
        var formsConnections: Bool
    }

    // MARK: Inputs

    /// Why an input can't be added; `nil` when it can. Documented: S-12, S-13.
    func refusal(of input: AVCaptureInput, session: AVCaptureSession) -> String? {
        if inputs.contains(where: { $0 === input }) {
            return "An AVCaptureInput instance may not be added to a session twice"
        }
        if let owner = input.session, owner !== session {
            return "An AVCaptureInput instance may not be added to more than one session"
        }
        guard let deviceInput = input as? AVCaptureDeviceInput else { return nil }
        if !deviceInput.device.isConnected {
            return "The device of the input is not connected"
        }
        let medium = deviceInput.device.hardware.medium
        let isTaken = inputs.contains { ($0 as? AVCaptureDeviceInput)?.device.hardware.medium == medium }
        if isTaken {
            return "Multiple audio/video AVCaptureInputs are not currently supported"
        }
        if medium == .video, !PresetResolver(formats: deviceInput.device.hardware.formats).supports(preset) {
            return "The input's device does not support the session's preset \(preset.rawValue)"
        }
        return nil
    }

    /// Adds an input that is not refused, and connects it if told to (S-17).
    mutating func add(_ input: AVCaptureInput, connecting: Bool) {
        inputs.append(input)
        needsPresetFormats = true
        guard connecting else { return }
        for output in outputs {
            connect(output)
        }
        for entry in layers where entry.formsConnections {
            entry.layer.map { connect($0) }
        }
    }

    /// Removes an input with its connections. Harmless when it is not there.
    mutating func remove(_ input: AVCaptureInput) {
        inputs.removeAll { $0 === input }
        dropConnections { $0.inputPorts.contains { $0.input === input } }
    }

    // MARK: Outputs

    /// Why an output can't be added; `nil` when it can. Documented: S-12, S-14, S-15.
    func refusal(of output: AVCaptureOutput, session: AVCaptureSession) -> String? {
        if outputs.contains(where: { $0 === output }) {
            return "An AVCaptureOutput instance may not be added to a session twice"
        }
        if let owner = output.session, owner !== session {
            return "An AVCaptureOutput instance may not be added to more than one session"
        }
        let sameType = outputs.contains { type(of: $0) == type(of: output) }
        if sameType, !(output is AVCaptureVideoDataOutput) {
            return "Multiple instances of \(type(of: output)) are not supported in one session"
        }
        return nil
    }

    /// Adds an output that is not refused, and connects it if told to (S-17).
    mutating func add(_ output: AVCaptureOutput, connecting: Bool) {
        outputs.append(output)
        if connecting { connect(output) }
    }

    /// Removes an output with its connections. Harmless when it is not there.
    mutating func remove(_ output: AVCaptureOutput) {
        outputs.removeAll { $0 === output }
        dropConnections { $0.output === output }
    }

    // MARK: Preview layers

    /// Attaches a layer; S-18: it gets a connection to the first compatible video port, if it wants one.
    mutating func attach(_ layer: AVCaptureVideoPreviewLayer, connecting: Bool) {
        detach(layer)
        layers.append(WeakLayer(layer: layer, formsConnections: connecting))
        if connecting { connect(layer) }
    }

    /// Takes a layer away with its connection.
    mutating func detach(_ layer: AVCaptureVideoPreviewLayer) {
        layers.removeAll { $0.layer == nil || $0.layer === layer }
        dropConnections { $0.videoPreviewLayer === layer }
    }

    // MARK: Connections

    /// Why a connection can't be added; `nil` when it can. Documented: S-12, S-110.
    func refusal(of connection: AVCaptureConnection) -> String? {
        if connections.contains(where: { $0 === connection }) {
            return "The connection is already in the session"
        }
        guard !connection.inputPorts.isEmpty else { return "The connection has no input ports" }
        let foreign = connection.inputPorts.contains { port in !inputs.contains { $0 === port.input } }
        if foreign {
            return "The connection's input port belongs to an input that is not in the session"
        }
        return connection.output == nil ? refusalOfLayer(of: connection) : refusalOfOutput(of: connection)
    }

    private func refusalOfOutput(of connection: AVCaptureConnection) -> String? {
        guard let output = connection.output, outputs.contains(where: { $0 === output }) else {
            return "The connection's output is not in the session"
        }
        let media = Set(connection.inputPorts.map(\.mediaType))
        guard media.count == 1, let medium = media.first, output.acceptedMediaTypes.contains(medium) else {
            return "The output does not accept the media type of the connection's input ports"
        }
        if connections.contains(where: { $0.output === output && $0.mediaType == medium }) {
            return "The output already has a connection for this media type"
        }
        return nil
    }

    private func refusalOfLayer(of connection: AVCaptureConnection) -> String? {
        guard let layer = connection.videoPreviewLayer, layers.contains(where: { $0.layer === layer }) else {
            return "The connection's preview layer does not show this session"
        }
        guard connection.mediaType == .video else { return "A preview layer shows video only" }
        if connections.contains(where: { $0.videoPreviewLayer === layer }) {
            return "The preview layer already has a connection"
        }
        return nil
    }

    /// Adds a connection that is not refused.
    mutating func add(_ connection: AVCaptureConnection) {
        connections.append(connection)
    }

    /// Removes a connection. Harmless when it is not there.
    mutating func remove(_ connection: AVCaptureConnection) {
        dropConnections { $0 === connection }
    }

    private mutating func connect(_ output: AVCaptureOutput) {
        for medium in output.acceptedMediaTypes {
            let isConnected = connections.contains { $0.output === output && $0.mediaType == medium }
            guard !isConnected, let port = firstPort(of: medium) else { continue }
            connections.append(AVCaptureConnection(inputPorts: [port], output: output))
        }
    }

    private mutating func connect(_ layer: AVCaptureVideoPreviewLayer) {
        guard !connections.contains(where: { $0.videoPreviewLayer === layer }), let port = firstPort(of: .video) else {
            return
        }
        connections.append(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
    }

    private func firstPort(of medium: AVMediaType) -> AVCaptureInput.Port? {
        inputs.lazy.flatMap(\.ports).first { $0.mediaType == medium && $0.isEnabled }
    }

    private mutating func dropConnections(where isDropped: (AVCaptureConnection) -> Bool) {
        connections.removeAll(where: isDropped)
    }

    // MARK: Questions

    /// The cameras and microphones of the graph.
    var deviceInputs: [AVCaptureDeviceInput] { inputs.compactMap { $0 as? AVCaptureDeviceInput } }

    /// Why a preset can't be set; `nil` when it can (S-11).
    func refusal(of preset: AVCaptureSession.Preset) -> String? {
        let cameras = deviceInputs.filter { $0.device.hardware.medium == .video }
        let unfit = cameras.first { !PresetResolver(formats: $0.device.hardware.formats).supports(preset) }
        return unfit.map { "\($0.device.localizedName) does not support \(preset.rawValue)" }
    }
}

import CaptureDriver
import FoundationExtras

/// A session's inputs, outputs and connections as a value, and the rules of what may be added.
///
/// Editing a copy and committing it whole is what makes configuration failure-atomic. The members are objects, because
/// clients hold them; the struct itself does no I/O.
struct CaptureGraph: @unchecked Sendable {
    // @unchecked: the members guard their state with locks.

    /// Whose rules hold.
    enum Kind: Sendable {
        /// Those of `AVCaptureSession`.
        case oneCamera
        /// Those of `AVCaptureMultiCamSession`.
        case severalCameras
    }

    /// Whose rules hold.
    let kind: Kind
    /// Which preset the formats follow.
    var preset: AVCaptureSession.Preset
    /// In the order in which they were added.
    private(set) var inputs: [AVCaptureInput] = []
    /// In the order in which they were added.
    private(set) var outputs: [AVCaptureOutput] = []
    /// In the order in which they were made.
    private(set) var connections: [AVCaptureConnection] = []
    /// The layers that show this session; the layer retains the session (S-19), not the other way round.
    private(set) var layers: [ShownLayer] = []
    /// Whether a commit has to choose formats anew, because the preset or the inputs changed.
    var needsPresetFormats = false

    /// A preview layer that may go away by itself.
    struct ShownLayer {
        var layer: PreviewLayerReference
        /// Whether the session makes connections for it.
        var formsConnections: Bool
    }

    /// An empty graph.
    init(kind: Kind = .oneCamera) {
        self.kind = kind
        // Documented: S-10, S-97.
        preset = kind == .oneCamera ? .high : .inputPriority
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
        // There is no such thing on Apple's platforms; here it happens to programs that find devices and make sessions on
        // queues of different scopes.
        guard deviceInput.device.belongs(to: session.system) else {
            return "The device of the input belongs to another CaptureSystem than the session"
        }
        let hardware = deviceInput.device.hardware
        let others = deviceInputs.map(\.device.hardware).filter { $0.medium == hardware.medium }
        if hardware.medium == .video, kind == .severalCameras {
            return refusal(of: hardware, beside: others.map(\.id), session.system.conditions.cameraHardware)
        }
        if !others.isEmpty {
            return "Multiple audio/video AVCaptureInputs are not currently supported"
        }
        if hardware.medium == .video, !PresetResolver(formats: hardware.formats).supports(preset) {
            return "The input's device does not support the session's preset \(preset.rawValue)"
        }
        return nil
    }

    /// Why a camera can't be added to those that are there; `nil` when it can. Documented: S-99, S-106.
    private func refusal(
        of camera: CaptureDeviceDescription,
        beside others: [CaptureDeviceDescription.ID],
        _ hardware: CaptureCameraHardware
    ) -> String? {
        if others.contains(camera.id) {
            return "Multiple AVCaptureInputs for the same camera are not supported"
        }
        guard hardware.allows(Set(others + [camera.id])) else {
            return "\(camera.name) can't be used together with the session's other cameras - Use "
                + "-[AVCaptureDeviceDiscoverySession supportedMultiCamDeviceSets]"
        }
        return nil
    }

    /// Adds an input that is not refused, and connects it if told to (S-17).
    mutating func add(_ input: AVCaptureInput, connecting: Bool) {
        inputs.append(input)
        needsPresetFormats = true
        guard connecting else { return }
        for output in outputs {
            connect(output, to: [input])
        }
        for entry in layers where entry.formsConnections {
            connect(entry.layer, to: [input])
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
        if sameType, kind == .oneCamera, !(output is AVCaptureVideoDataOutput) {
            return "Multiple instances of \(type(of: output)) are not supported in one session"
        }
        return nil
    }

    /// Adds an output that is not refused, and connects it if told to (S-17).
    mutating func add(_ output: AVCaptureOutput, connecting: Bool) {
        outputs.append(output)
        if connecting { connect(output, to: inputs) }
    }

    /// Removes an output with its connections. Harmless when it is not there.
    mutating func remove(_ output: AVCaptureOutput) {
        outputs.removeAll { $0 === output }
        dropConnections { $0.output === output }
    }

    // MARK: Preview layers

    /// Attaches a layer; S-18: it gets a connection to the first compatible video port, if it wants one.
    mutating func attach(_ layer: AVCaptureVideoPreviewLayer, connecting: Bool) {
        let layer = PreviewLayerReference(layer)
        detach(layer.id)
        layers.append(ShownLayer(layer: layer, formsConnections: connecting))
        if connecting { connect(layer, to: inputs) }
    }

    /// Takes a layer away with its connection.
    mutating func detach(_ layer: ObjectIdentifier) {
        layers.removeAll { $0.layer.id == layer }
        dropConnections { $0.layerID == layer }
    }

    // MARK: Connections

    /// Why a connection can't be added; `nil` when it can. Documented: S-12, S-110.
    func refusal(of connection: AVCaptureConnection) -> String? {
        if connections.contains(where: { $0 === connection }) {
            return "The connection is already in the session"
        }
        let ports = connection.inputPorts
        guard !ports.isEmpty else { return "The connection has no input ports" }
        let foreign = ports.contains { port in !inputs.contains { $0 === port.input } }
        if foreign {
            return "The connection's input port belongs to an input that is not in the session"
        }
        if Set(ports).count < ports.count {
            return "The connection has the same input port twice"
        }
        if ports.count > 1, ports.contains(where: { $0.mediaType == .video || $0.mediaType == .depthData }) {
            return "A connection of video or depth data has one input port"
        }
        // Documented: S-107.
        if ports.contains(where: \.isOfConstituent), connection.output is AVCapturePhotoOutput {
            return "A port of a virtual device's constituent can't be connected to an AVCapturePhotoOutput"
        }
        if kind == .oneCamera, ports.contains(where: { $0.isBeam || $0.isOfConstituent }) {
            return "The connection's input port may be used in an AVCaptureMultiCamSession only"
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
        guard let layer = connection.layerID, layers.contains(where: { $0.layer.id == layer }) else {
            return "The connection's preview layer does not show this session"
        }
        guard connection.mediaType == .video else { return "A preview layer shows video only" }
        if connections.contains(where: { $0.layerID == layer }) {
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

    /// Connects an output to the first inputs that fit, as far as it isn't. Outputs may accept more than when they were added.
    mutating func connect(_ output: AVCaptureOutput) {
        if outputs.contains(where: { $0 === output }) { connect(output, to: inputs) }
    }

    /// Takes away an output's connections for a media type.
    mutating func disconnect(_ output: AVCaptureOutput, from medium: AVMediaType) {
        dropConnections { $0.output === output && $0.mediaType == medium }
    }

    private mutating func connect(_ output: AVCaptureOutput, to inputs: [AVCaptureInput]) {
        for medium in output.acceptedMediaTypes {
            let isConnected = connections.contains { $0.output === output && $0.mediaType == medium }
            guard !isConnected, let port = firstPort(of: medium, of: inputs) else { continue }
            connections.append(AVCaptureConnection(inputPorts: [port], output: output))
        }
    }

    private mutating func connect(_ layer: PreviewLayerReference, to inputs: [AVCaptureInput]) {
        guard !connections.contains(where: { $0.layerID == layer.id }),
            let port = firstPort(of: .video, of: inputs)
        else { return }
        connections.append(AVCaptureConnection(inputPort: port, layer: layer))
    }

    private func firstPort(of medium: AVMediaType, of inputs: [AVCaptureInput]) -> AVCaptureInput.Port? {
        inputs.lazy.flatMap(\.ports).first { $0.mediaType == medium && $0.isEnabled }
    }

    private mutating func dropConnections(where isDropped: (AVCaptureConnection) -> Bool) {
        connections.removeAll(where: isDropped)
    }

    // MARK: Questions

    /// The cameras and microphones of the graph.
    var deviceInputs: [AVCaptureDeviceInput] { inputs.compactMap { $0 as? AVCaptureDeviceInput } }

    /// The connections that another graph doesn't have.
    func connections(without other: CaptureGraph) -> [AVCaptureConnection] {
        connections.filter { own in !other.connections.contains { $0 === own } }
    }

    /// The outputs that another graph doesn't have.
    func outputs(without other: CaptureGraph) -> [AVCaptureOutput] {
        outputs.filter { own in !other.outputs.contains { $0 === own } }
    }

    /// The devices that an input's connections get data of, enabled or not: its own, and constituents of it.
    func sources(of input: AVCaptureDeviceInput) -> [AVCaptureDevice] {
        let ports = connections.flatMap(\.inputPorts).filter { $0.input === input }
        return ([input.device] + (input.device.isVirtualDevice ? input.device.constituentDevices : []))
            .filter { device in ports.contains { $0.source === device } }
    }

    /// Why a preset can't be set; `nil` when it can (S-11, S-97).
    func refusal(of preset: AVCaptureSession.Preset) -> String? {
        if kind == .severalCameras, preset != .inputPriority {
            return "A multi-camera session's preset is \(AVCaptureSession.Preset.inputPriority.rawValue)"
        }
        let cameras = deviceInputs.filter { $0.device.hardware.medium == .video }
        let unfit = cameras.first { !PresetResolver(formats: $0.device.hardware.formats).supports(preset) }
        return unfit.map { "\($0.device.localizedName) does not support \(preset.rawValue)" }
    }
}

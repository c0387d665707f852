import CaptureCore

/// What a session is made of, as far as it matters to a recording: when it changes, the recording ends (S-183).
///
/// UNKNOWN: Apple doesn't say which changes count. Here: inputs, outputs, the preset, and the connections of the output that
/// records; preview layers do not.
struct SessionTopology: Equatable {
    private var inputs: [ObjectIdentifier] = []
    private var outputs: [ObjectIdentifier] = []
    private var connections: [ObjectIdentifier] = []
    private var preset: AVCaptureSession.Preset?

    /// Of no session.
    init() {}

    /// Of a session's committed configuration.
    init(_ session: AVCaptureSession?, output: AVCaptureOutput) {
        guard let graph = session?.configuration.withLock({ $0.committed }) else { return }
        inputs = graph.inputs.map(ObjectIdentifier.init)
        outputs = graph.outputs.map(ObjectIdentifier.init)
        connections = graph.connections.filter { $0.output === output }.map(ObjectIdentifier.init)
        preset = graph.preset
    }
}

extension SessionRuntimeError {
    /// What the failure means for a recording.
    var recordingEnd: RecordingStopReason {
        code == AVError.Code.deviceWasDisconnected.rawValue ? .deviceLost : .sessionFailed(code: code)
    }
}

@preconcurrency import AVFoundation

/// Inputs, outputs and the connections between them. Used on the session's queue, inside of a configuration.
extension SessionConfigurator {
    // MARK: Inputs

    func removeInputs(except plan: CameraPlan) {
        for input in session.cameraInputs where !plan.cameras.contains(where: { $0.input === input }) {
            session.removeInput(input)
        }
    }

    /// The microphone comes before several cameras; those that are there are taken out for it, and put in again.
    func configureMicrophone(_ isWanted: Bool, before plan: CameraPlan) -> AudioState {
        let isLate = session.microphoneInput.map { $0 !== session.inputs.first } ?? false
        if plan.areSeveral, isWanted, isLate || microphone.needsChange(isWanted) {
            session.cameraInputs.forEach(session.removeInput)
            session.microphoneInput.map(session.removeInput)
        }
        return microphone.setEnabled(isWanted)
    }

    func addCameras(_ plan: inout CameraPlan) throws(Refusal) {
        // Those that are not in the order of the list have to give way.
        let inOrder = zip(session.cameraInputs, plan.cameras).prefix { $0 === $1.input }.count
        session.cameraInputs.dropFirst(inOrder).forEach(session.removeInput)
        for camera in plan.cameras where !session.inputs.contains(camera.input) {
            if camera.index == 0, !canHaveSeveral {
                // The preset of a former camera must not keep another one out.
                FormatChooser(session: session, wanted: plan.format).prepareForInput()
            }
            if session.canAddInput(camera.input) {
                session.addInputWithNoConnections(camera.input)
            } else if camera.index == 0 {
                throw Refusal(failure: .refused)
            } else {
                plan.leaveOut(camera.index, .refused(reason: "The session does not take it."))
            }
        }
    }

    // MARK: Outputs

    private func wantedOutputs(_ plan: CameraPlan) -> [AVCaptureOutput] {
        guard plan.areSeveral else { return outputs.leading + (plan.hasMovieOutput ? outputs.alone : []) }
        let additional = plan.additional.flatMap {
            [outputs.frames[$0.index], outputs.photos[$0.index]] as [AVCaptureOutput]
        }
        return outputs.leading + additional + (outputs.audio.map { [$0] } ?? [])
    }

    /// Adds each output that is missing (R-LIFE-3).
    func addOutputs(_ plan: inout CameraPlan) throws(Refusal) {
        let wanted = wantedOutputs(plan)
        for output in session.outputs where !wanted.contains(output) { session.removeOutput(output) }
        for output in wanted where !session.outputs.contains(output) {
            guard session.canAddOutput(output) else {
                guard let last = plan.additional.last else { throw Refusal(failure: .refused) }
                return drop(last, .refused(reason: "The session does not take its pictures."), &plan)
            }
            session.addOutputWithNoConnections(output)
        }
    }

    // MARK: Connections

    /// Connects each output with its camera, and what records sound with the microphone.
    func connect(_ plan: CameraPlan) {
        for output in wantedOutputs(plan) {
            if output === outputs.audio {
                connect(output, session.microphoneInput, .audio)
                continue
            }
            let camera =
                plan.additional.first { outputs.frames[$0.index] === output || outputs.photos[$0.index] === output }
                ?? plan.leading
            connect(output, camera.input, .video)
            if output is AVCaptureMovieFileOutput { connect(output, session.microphoneInput, .audio) }
        }
    }

    /// Sees to it that an output has one connection for a medium, which comes from this input.
    private func connect(_ output: AVCaptureOutput, _ input: AVCaptureDeviceInput?, _ medium: AVMediaType) {
        let present = session.connections.filter { connection in
            connection.output === output && connection.inputPorts.contains { $0.mediaType == medium }
        }
        for connection in present where !connection.comes(from: input) { session.removeConnection(connection) }
        guard let input, !present.contains(where: { $0.comes(from: input) }), let port = port(of: input, medium) else {
            return
        }
        let connection = AVCaptureConnection(inputPorts: [port], output: output)
        guard session.canAddConnection(connection) else { return }
        session.addConnection(connection)
    }

    private func port(of input: AVCaptureDeviceInput, _ medium: AVMediaType) -> AVCaptureInput.Port? {
        #if os(macOS)
            input.ports.first { $0.mediaType == medium }
        #else
            // A microphone has ports for several directions, of which the first is the one for all of them; only a session that can
            // have several cameras has ports besides those that an input shows.
            medium == .audio || !canHaveSeveral
                ? input.ports.first { $0.mediaType == medium }
                : input.ports(
                    for: medium,
                    sourceDeviceType: input.device.deviceType,
                    sourceDevicePosition: input.device.position
                ).first
        #endif
    }

    /// Connects each preview with its camera, and no other layer with any.
    func connect(_ previews: SessionPreviewLayers, _ cameras: SessionCameras) {
        dispatchPrecondition(condition: .onQueue(queue))
        for connection in session.connections {
            guard let layer = connection.videoPreviewLayer, !previews.contains(layer) else { continue }
            session.removeConnection(connection)
            layer.session = nil
        }
        for (index, layer) in previews.all {
            let device = cameras[index]?.device
            connect(layer, session.cameraInputs.first { $0.device == device })
        }
    }

    /// Connects a preview with a camera, explicitly: an automatic connection would be made on whatever thread the layer is given its
    /// session, in the midst of a configuration. One that is another camera's from before is connected anew.
    private func connect(_ layer: AVCaptureVideoPreviewLayer, _ input: AVCaptureDeviceInput?) {
        let present = session.connections.first { $0.videoPreviewLayer === layer }
        if let present, present.comes(from: input) { return }
        present.map(session.removeConnection)
        guard let input, let port = port(of: input, .video) else { return }
        if layer.session !== session { layer.setSessionWithNoConnection(session) }
        let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
        if session.canAddConnection(connection) { session.addConnection(connection) }
    }
}

extension AVCaptureConnection {
    /// Whether a connection leaves a port of this input.
    func comes(from input: AVCaptureInput?) -> Bool {
        input != nil && inputPorts.contains { $0.input === input }
    }
}

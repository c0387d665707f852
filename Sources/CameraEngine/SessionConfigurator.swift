import AVFoundation
import CameraLifecycle

/// Fills and empties a session. Only ever used on the session's queue (R-LIFE-2).
struct SessionConfigurator {
    let session: AVCaptureSession
    /// The outputs that belong into the session, in the order in which they are added.
    let outputs: [AVCaptureOutput]
    /// Chooses the camera's format.
    let format: FormatChooser

    /// Adds and removes the microphone.
    var microphone: MicrophoneConfigurator { MicrophoneConfigurator(session: session) }

    /// Why a configuration failed.
    struct Refusal: Error {
        var failure: ConfigurationFailure
    }

    /// Configures the session inside of one begin and commit (R-LIFE-3).
    ///
    /// - Parameters:
    ///   - steps: what to do.
    ///   - choice: the camera that is wanted.
    ///   - preview: what shows the picture, if anything does.
    ///   - prepare: sets up what depends on the camera, before the commit.
    /// - Returns: the camera that is used.
    func configure(
        _ steps: ConfigurationSteps,
        _ choice: CameraChoice,
        preview: AVCaptureVideoPreviewLayer?,
        prepare: (AVCaptureDevice) -> Void
    ) throws(Refusal) -> AVCaptureDevice {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        if steps.contains(.addInputs) { try addInput(choice) }
        if steps.contains(.ensureOutputs) { try ensureOutputsAreAdded() }
        guard let device = session.cameraInput?.device else {
            throw Refusal(failure: .noCamera)
        }
        if steps.contains(.checkDevice), !device.isConnected {
            throw Refusal(failure: Self.failure(AVError(.deviceNotConnected)))
        }
        do {
            try format.apply(to: device)
        } catch {
            throw Refusal(failure: Self.failure(error))
        }
        connect(preview)
        prepare(device)
        return device
    }

    /// Adds the chosen camera in the place of the one that is there. If it cannot be added the former one stays.
    private func addInput(_ choice: CameraChoice) throws(Refusal) {
        guard let device = choice.device() else { throw Refusal(failure: .noCamera) }
        let former = session.cameraInput
        guard former?.device != device else { return }
        let input: AVCaptureDeviceInput
        do {
            input = try AVCaptureDeviceInput(device: device)
        } catch {
            throw Refusal(failure: Self.failure(error))
        }
        former.map(session.removeInput)
        format.prepareForInput()
        guard session.canAddInput(input) else {
            if let former, session.canAddInput(former) { session.addInput(former) }
            throw Refusal(failure: .refused)
        }
        session.addInput(input)
    }

    /// Adds each output that is missing (R-LIFE-3).
    func ensureOutputsAreAdded() throws(Refusal) {
        for output in outputs where !session.outputs.contains(output) {
            guard session.canAddOutput(output) else { throw Refusal(failure: .refused) }
            session.addOutput(output)
        }
    }

    /// Connects a preview with the camera, explicitly: an automatic connection would be made on whatever thread the layer is
    /// given its session, in the midst of a configuration.
    func connect(_ layer: AVCaptureVideoPreviewLayer?) {
        guard let layer, let input = session.cameraInput else { return }
        if layer.session !== session { layer.setSessionWithNoConnection(session) }
        let isConnected = session.connections.contains { $0.videoPreviewLayer === layer }
        guard !isConnected, let port = input.ports.first(where: { $0.mediaType == .video }) else { return }
        let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
        if session.canAddConnection(connection) { session.addConnection(connection) }
    }

    /// Empties and stops the session: inputs and outputs first, so that their hardware is given back (R-LIFE-3).
    func tearDown(_ steps: TeardownSteps) {
        session.beginConfiguration()
        if steps.contains(.removeInputs) { session.inputs.forEach(session.removeInput) }
        if steps.contains(.removeOutputs) { session.outputs.forEach(session.removeOutput) }
        session.commitConfiguration()
        if steps.contains(.stopRunning) { session.stopRunning() }
    }

    static func failure(_ error: any Error) -> ConfigurationFailure {
        switch (error as? AVError)?.code {
        case .applicationIsNotAuthorizedToUseDevice: .notPermitted
        // One that is lost at this very moment: there may be another one.
        case .deviceWasDisconnected, .deviceNotConnected:
            CameraChoice().device() == nil ? .noCamera : .cameraUnavailable
        case .deviceInUseByAnotherApplication: .cameraInUse
        default: .cameraUnavailable
        }
    }
}

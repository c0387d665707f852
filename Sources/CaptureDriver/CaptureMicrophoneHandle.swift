import CoreMedia

/// An open microphone, which has neither pictures nor controls. Drivers' microphones conform to this instead of answering
/// for what they don't have.
public protocol CaptureMicrophoneHandle: CaptureDeviceHandle {}

extension CaptureMicrophoneHandle {
    /// A microphone has no pictures.
    public func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        throw CaptureDriverError(
            kind: .unsupportedFormat,
            operation: "startStream",
            device: description.id,
            advice: "This device captures sound only. Open a camera for pictures."
        )
    }

    /// Sound has no frame duration: changes nothing.
    public func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {}

    /// A microphone has no controls.
    public func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError)
        -> CMTime
    {
        throw unsupported(control)
    }

    /// A microphone has no controls.
    public func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        throw unsupported(control)
    }

    private func unsupported(_ control: CaptureControl) -> CaptureDriverError {
        CaptureDriverError(
            kind: .unsupportedControl,
            operation: control.rawValue,
            device: description.id,
            advice: "A microphone has no such setting."
        )
    }
}

extension CaptureDeviceHandle {
    /// A camera has no sound.
    public func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        throw CaptureDriverError(
            kind: .unsupportedFormat,
            operation: "startAudioStream",
            device: description.id,
            advice: "This device captures pictures only. Open a microphone for sound."
        )
    }
}

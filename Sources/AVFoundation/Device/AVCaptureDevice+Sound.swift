import CaptureDriver
import CoreMedia

extension AVCaptureDevice {
    /// What a microphone is to deliver; `nil` for a device without sound.
    var audioRequest: CaptureAudioRequest? {
        hardware.defaultAudioFormat.map { CaptureAudioRequest(format: $0) }
    }

    /// A microphone delivers another format from now on, as when a headset has taken over. On the session's event queue.
    func soundFormatDidChange(_ description: CMFormatDescription) {
        let hasChanged = change { state in
            let current = state.activeFormat?.formatDescription
            guard !CMFormatDescriptionEqual(current, otherFormatDescription: description) else { return false }
            state.activeFormat = Format(description, soundOf: hardware)
            return true
        }
        if hasChanged { inputs.forEach { $0.formatDidChange() } }
    }
}

extension CaptureDeviceDescription {
    /// What a microphone delivers when nobody has chosen; `nil` for a device without sound.
    var defaultAudioFormat: CaptureAudioFormat? {
        guard medium == .audio else { return nil }
        return audioFormats.indices.contains(defaultFormatIndex) ? audioFormats[defaultFormatIndex] : audioFormats.first
    }
}

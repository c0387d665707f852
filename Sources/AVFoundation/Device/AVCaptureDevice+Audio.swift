import AVFAudio
import CaptureDriver
import CoreMedia

extension AVCaptureDevice {
    /// What a microphone is to deliver; `nil` for a device without sound.
    ///
    /// - Parameters:
    ///   - audioSession: the audio session whose preferences count; `nil` for none.
    ///   - channels: the wanted number of channels; `nil` leaves it to the audio session.
    func audioRequest(_ audioSession: AVAudioSession?, channels: Int?) -> CaptureAudioRequest? {
        guard let usual = hardware.defaultAudioFormat else { return nil }
        if let audioSession { return audioSession.request(for: hardware, channels: channels) }
        let format = hardware.audioFormats.first { $0.channels == channels && $0.sampleRate == usual.sampleRate }
        return CaptureAudioRequest(format: format ?? usual)
    }

    /// A microphone delivers another format from now on, as when a headset has taken over. A session of the device's tells it, on
    /// its event queue.
    func audioFormatDidChange(_ description: CMFormatDescription) {
        let hasChanged = change { state in
            let current = state.activeFormat?.formatDescription
            guard !CMFormatDescriptionEqual(current, otherFormatDescription: description) else { return false }
            state.activeFormat = Format(description, audioOf: hardware)
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

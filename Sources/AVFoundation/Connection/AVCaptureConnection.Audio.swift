import CaptureDriver

extension AVCaptureConnection {
    /// The channels of sound, to ask for their power levels (S-126); empty for video.
    ///
    /// As many as the sound has that came last, else as many as the microphone's format has.
    public var audioChannels: [AVCaptureAudioChannel] {
        guard mediaType == .audio, let device = captureDevice else { return [] }
        let arrived = device.meter.channelCount
        let count = arrived > 0 ? arrived : device.hardware.defaultAudioFormat?.channels ?? 0
        return (0..<count).map { AVCaptureAudioChannel(meter: device.meter, index: $0) }
    }
}

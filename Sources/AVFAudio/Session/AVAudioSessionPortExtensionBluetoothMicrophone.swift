import Foundation

/// What a Bluetooth microphone can do besides, exactly as Apple's class of the same name. Immutable.
open class AVAudioSessionPortExtensionBluetoothMicrophone: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Recording in high quality.
    public let highQualityRecording: AVAudioSessionCapability
    /// Hearing from a distance; no port here can.
    public let farFieldCapture = AVAudioSessionCapability(isSupported: false, isEnabled: false)

    init(highQualityRecording: AVAudioSessionCapability) {
        self.highQualityRecording = highQualityRecording
        super.init()
    }
}

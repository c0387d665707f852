import CoreMedia
import Foundation

extension AVCaptureAudioDataOutput {
    /// Settings for an asset writer's audio input, with the rate and channels of the microphone as far as the kind of file has
    /// them; `nil` for kinds of file that hold no sound, and while the output is not connected to a microphone.
    public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        guard let format = connection(with: .audio)?.captureDevice?.defaultAudioFormat else { return nil }
        return RecommendedSettings.audio(outputFileType, sampleRate: format.sampleRate, channels: format.channels)
    }
}

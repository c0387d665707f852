internal import CALSA
import Foundation

/// Where sounds are heard.
protocol SoundOutput: Sendable {
    /// Plays a sound, and returns when it has been heard. Without a device it returns at once.
    func play(_ sound: SystemSound)
}

/// ALSA's default device. A machine without one is silent.
struct ALSASoundOutput: SoundOutput {
    /// How much sound the device holds, in microseconds.
    private static let latency: UInt32 = 100_000
    /// How long to wait for a device that takes no more sound, in milliseconds.
    private static let patience: Int32 = 500

    func play(_ sound: SystemSound) {
        pinhole_alsa_be_quiet()
        var opened: OpaquePointer?
        guard snd_pcm_open(&opened, "default", SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)) == 0,
            let device = opened
        else { return }
        defer { snd_pcm_close(device) }
        let isSet = snd_pcm_set_params(
            device,
            SND_PCM_FORMAT_S16,
            SND_PCM_ACCESS_RW_INTERLEAVED,
            1,
            UInt32(sound.rate),
            1,
            Self.latency
        )
        guard isSet == 0, write(sound, to: device) else { return }
        // Draining waits for the last sample.
        snd_pcm_nonblock(device, 0)
        snd_pcm_drain(device)
    }

    private func write(_ sound: SystemSound, to device: OpaquePointer) -> Bool {
        sound.samples.withUnsafeBufferPointer { samples in
            var written = 0
            while written < samples.count, let start = samples.baseAddress {
                let result = snd_pcm_writei(device, start + written, snd_pcm_uframes_t(samples.count - written))
                if result >= 0 {
                    written += result
                } else if result == -Int(EAGAIN) {
                    // Once it waits for longer than the device holds, the device is stuck.
                    guard snd_pcm_wait(device, Self.patience) > 0 else { return false }
                } else if snd_pcm_recover(device, Int32(result), 1) < 0 {
                    return false
                }
            }
            return true
        }
    }
}

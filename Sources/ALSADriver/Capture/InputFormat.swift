import CALSA
import CaptureDriver
import Glibc

/// A format of an input's: the seam's, and how the input has it.
struct InputFormat: Sendable, Hashable {
    /// As the seam has it.
    var format: CaptureAudioFormat
    /// As the input delivers it.
    var encoding: SampleEncoding
}

extension InputFormat {
    /// Rates that are listed where an input has them, in order of preference.
    private static let rates: [UInt32] = [48_000, 44_100, 96_000, 32_000, 16_000, 8_000]
    /// Numbers of channels that are listed where an input has them, in order of preference.
    private static let channels: [UInt32] = [2, 1]
    /// More channels than these are no microphone's but a sound server's offer to make some up.
    private static let mostChannels: UInt32 = 32

    /// What an input can deliver without conversion of rates, in order of preference: 48 kHz in stereo, if it has that, as 16-bit
    /// integers.
    ///
    /// - Parameter name: ALSA's name for it. It is opened for a moment.
    static func all(of name: String) throws(CaptureDriverError) -> [InputFormat] {
        let handle = try ALSACapture.open(name)
        defer { snd_pcm_close(handle) }
        return try ALSACapture.withParameters(of: handle, name) {
            (parameters: OpaquePointer) throws(CaptureDriverError) in
            let encodings = CaptureAudioFormat.SampleFormat.allCases.compactMap { wanted in
                SampleEncoding.allCases.first {
                    $0.sampleFormat == wanted && snd_pcm_hw_params_test_format(handle, parameters, $0.pcmFormat) >= 0
                }
            }
            var most: UInt32 = 0
            snd_pcm_hw_params_get_channels_max(parameters, &most)
            let counts = channels + (most > 2 && most <= mostChannels ? [most] : [])
            let found = encodings.flatMap { encoding in
                counts.flatMap { count in
                    rates(handle, parameters, encoding, count).map { rate in
                        InputFormat(
                            format: CaptureAudioFormat(
                                sampleRate: Double(rate),
                                channels: Int(count),
                                sampleFormat: encoding.sampleFormat
                            ),
                            encoding: encoding
                        )
                    }
                }
            }
            guard !found.isEmpty else {
                throw CaptureDriverError(alsa: -EINVAL, operation: "snd_pcm_hw_params", device: name)
            }
            return found
        }
    }

    /// The rates that go together with an encoding and a number of channels.
    private static func rates(
        _ handle: OpaquePointer,
        _ parameters: OpaquePointer,
        _ encoding: SampleEncoding,
        _ channels: UInt32
    ) -> [UInt32] {
        var made: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&made) >= 0, let narrowed = made else { return [] }
        defer { snd_pcm_hw_params_free(narrowed) }
        snd_pcm_hw_params_copy(narrowed, parameters)
        guard snd_pcm_hw_params_set_format(handle, narrowed, encoding.pcmFormat) >= 0,
            snd_pcm_hw_params_set_channels(handle, narrowed, channels) >= 0
        else { return [] }
        return rates.filter { snd_pcm_hw_params_test_rate(handle, narrowed, $0, 0) >= 0 }
    }

    /// The format that an input is in use with, as `/proc/asound/card*/pcm*c/sub*/hw_params` tells it; `nil` when it is not in
    /// use, or with an encoding that can't be delivered.
    init?(hardwareParameters text: String) {
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0]] = parts[1].drop { $0 == " " }
        }
        guard let encoding = fields["format"].flatMap({ SampleEncoding(rawValue: String($0)) }),
            let channels = fields["channels"].flatMap({ Int($0) }), channels > 0,
            let rate = fields["rate"]?.split(separator: " ").first.flatMap({ Double($0) }), rate > 0
        else { return nil }
        self.init(
            format: CaptureAudioFormat(sampleRate: rate, channels: channels, sampleFormat: encoding.sampleFormat),
            encoding: encoding
        )
    }
}

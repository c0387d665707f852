import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras
import Testing

@testable import MediaEncoding

/// Pictures and sounds that are easy to recognise.
enum TestMedia {
    /// A slanted wave that moves with the number.
    static func picture(
        _ number: Int,
        width: Int = 160,
        height: Int = 120,
        format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        if CVPixelBufferIsPlanar(buffer) {
            let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)).assumingMemoryBound(to: UInt8.self)
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
            for y in 0..<height { for x in 0..<width { luma[y * stride + x] = wave(x, y, number) } }
            for plane in 1..<CVPixelBufferGetPlaneCount(buffer) {
                let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
                let bytes =
                    CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
                    * CVPixelBufferGetHeightOfPlane(buffer, plane)
                memset(chroma, Int32(100 + 20 * plane), bytes)
            }
        } else {
            let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
            let stride = CVPixelBufferGetBytesPerRow(buffer)
            for y in 0..<height { for x in 0..<width * 4 { base[y * stride + x] = wave(x / 4, y, number) } }
        }
        return buffer
    }

    static func wave(_ x: Int, _ y: Int, _ number: Int) -> UInt8 {
        UInt8(120 + 70 * sin(Double(x + 2 * y + 5 * number) / 11))
    }

    /// Interleaved 16-bit sound of a sine wave.
    static func tone(
        from first: Int,
        count: Int,
        rate: Double = 48_000,
        channels: Int = 1,
        frequency: Double = 440
    ) throws -> CMBlockBuffer {
        var samples: [Int16] = []
        for frame in first..<first + count {
            let value = Int16(10_000 * sin(2 * .pi * frequency * Double(frame) / rate))
            for _ in 0..<channels { samples.append(value) }
        }
        let block = try CMBlockBuffer(length: samples.count * 2, flags: .assureMemoryNow)
        try samples.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        return block
    }

    static func description(rate: Double = 48_000, channels: Int = 1) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: UInt32(2 * channels),
            mFramesPerPacket: 1,
            mBytesPerFrame: UInt32(2 * channels),
            mChannelsPerFrame: UInt32(channels),
            mBitsPerChannel: 16,
            mReserved: 0
        )
    }

    /// Encoded pictures, 30 per second, from a time on.
    static func pictures(
        _ count: Int,
        from start: CMTime = .zero,
        settings: VideoEncoderSettings = VideoEncoderSettings(codec: .h264, width: 160, height: 120)
    ) throws -> (samples: [EncodedSample], format: CMFormatDescription) {
        let encoder = try VideoEncoder(settings)
        var samples: [EncodedSample] = []
        for number in 0..<count {
            let time = start + CMTime(value: Int64(number), timescale: 30)
            samples += try encoder.encode(
                picture(number, width: settings.width, height: settings.height),
                at: time,
                duration: CMTime(value: 1, timescale: 30)
            )
        }
        samples += try encoder.finish()
        return (samples, try #require(encoder.formatDescription))
    }

    /// Encoded sound of a length, from a time on.
    static func sound(
        _ seconds: Double,
        from start: CMTime = .zero,
        settings: AudioEncoderSettings = AudioEncoderSettings(codec: .aac, channels: 1)
    ) throws -> (samples: [EncodedSample], format: CMFormatDescription) {
        let encoder = try AudioEncoder(settings)
        var samples: [EncodedSample] = []
        let total = Int(seconds * 48_000)
        var frame = 0
        while frame < total {
            let count = min(480, total - frame)
            samples += try encoder.encode(
                tone(from: frame, count: count),
                format: description(),
                frameCount: count,
                at: start + CMTime(value: Int64(frame), timescale: 48_000)
            )
            frame += count
        }
        samples += try encoder.finish()
        return (samples, try #require(encoder.formatDescription))
    }

    /// Samples of both kinds in the order of their times, with their tracks: pictures 0, sound 1.
    static func interleaved(_ pictures: [EncodedSample], _ sound: [EncodedSample]) -> [(EncodedSample, Int)] {
        (pictures.map { ($0, 0) } + sound.map { ($0, 1) }).sorted { $0.0.decodeTime < $1.0.decodeTime }
    }

    /// The strength of a frequency in sound, as a part of all of it, from 0.1 s after its beginning to 0.1 s before its end.
    static func strength(of frequency: Double, in sound: [Int16], rate: Double) -> Double {
        let margin = Int(rate / 10)
        guard sound.count > 2 * margin else { return 0 }
        var real = 0.0
        var imaginary = 0.0
        var all = 0.0
        let middle = sound[margin..<sound.count - margin]
        for (number, sample) in middle.enumerated() {
            let angle = 2 * .pi * frequency * Double(number) / rate
            let value = Double(sample)
            real += value * cos(angle)
            imaginary += value * sin(angle)
            all += value * value
        }
        return 2 * (real * real + imaginary * imaginary) / (max(all, 1) * Double(middle.count))
    }
}

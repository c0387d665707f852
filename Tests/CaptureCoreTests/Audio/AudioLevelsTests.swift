import CaptureCore
import CoreMedia
import Foundation
import Testing

@Suite("Sound levels")
struct AudioLevelsTests {
    private func stream(_ rate: Double, _ channels: Int, bits: UInt32, isFloat: Bool) -> AudioStreamBasicDescription {
        let bytes = bits / 8 * UInt32(channels)
        return AudioStreamBasicDescription(
            mSampleRate: rate,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
                | kAudioFormatFlagIsPacked,
            mBytesPerPacket: bytes,
            mFramesPerPacket: 1,
            mBytesPerFrame: bytes,
            mChannelsPerFrame: UInt32(channels),
            mBitsPerChannel: bits,
            mReserved: 0
        )
    }

    @Test("S-126: full scale is 0 dB in each format")
    func formats() {
        var levels = AudioLevels()
        [Int16](repeating: .min, count: 480).withUnsafeBytes {
            levels.add($0, stream(48_000, 1, bits: 16, isFloat: false))
        }
        #expect(levels.count == 1 && levels.averagePower(0) == 0 && levels.peakHold(0) == 0)
        levels = AudioLevels()
        [Int32](repeating: .min, count: 480).withUnsafeBytes {
            levels.add($0, stream(48_000, 1, bits: 32, isFloat: false))
        }
        #expect(levels.averagePower(0) == 0)
        levels = AudioLevels()
        [Float](repeating: -1, count: 480).withUnsafeBytes {
            levels.add($0, stream(48_000, 2, bits: 32, isFloat: true))
        }
        #expect(levels.count == 2 && levels.averagePower(1) == 0)
    }

    @Test("S-126: the average falls with a time constant of 125 ms, a peak is held for a second")
    func falling() {
        var levels = AudioLevels()
        let format = stream(8_000, 1, bits: 32, isFloat: true)
        func add(_ value: Float, seconds: Double) {
            let packet = [Float](repeating: value, count: 80)
            for _ in 0..<Int(seconds * 100) { packet.withUnsafeBytes { levels.add($0, format) } }
        }
        add(1, seconds: 1)
        add(0, seconds: 0.25)
        // Two time constants: e^-2 of the power.
        #expect(abs(levels.averagePower(0) - -8.69) < 0.1)
        #expect(levels.peakHold(0) == 0)
        add(0, seconds: 0.8)
        #expect(levels.peakHold(0) == -160)
        add(0, seconds: 10)
        #expect(levels.averagePower(0) == -160)
    }

    @Test("S-126: channels that do not exist are silent, and so is a format that nobody knows")
    func nothing() {
        var levels = AudioLevels()
        [UInt8](repeating: 200, count: 480).withUnsafeBytes {
            levels.add($0, stream(8_000, 1, bits: 8, isFloat: false))
        }
        #expect(levels.count == 0 && levels.averagePower(3) == -160 && levels.peakHold(-1) == -160)
    }
}

import CaptureDriver
import CoreMedia
import Foundation

/// Makes the packets of one stream in one format, in recycled buffers. Used by one thread at a time; allocates nothing per
/// packet once the buffers exist.
final class AudioFactory {
    let format: CaptureAudioFormat
    let formatDescription: CMFormatDescription
    private let renderer: any AudioRenderer
    private var pool: AudioPool
    private let scratch: UnsafeMutablePointer<Float>
    private let capacity: Int

    /// - Parameters:
    ///   - packetFrames: frames of the largest packet.
    ///   - epoch: when a file begins.
    init(
        _ format: CaptureAudioFormat,
        source: SimulatedAudio.Source,
        packetFrames: Int,
        epoch: CMTime
    ) throws(AudioFileError) {
        self.format = format
        formatDescription = format.makeDescription()
        renderer = try source.makeRenderer(for: format, epoch: epoch.nanoseconds)
        pool = AudioPool(capacity: packetFrames * format.bytesPerFrame)
        capacity = packetFrames * format.channels
        scratch = .allocate(capacity: capacity)
    }

    deinit {
        scratch.deallocate()
    }

    /// Makes a packet; `nil` when consumers hold too many.
    ///
    /// - Parameters:
    ///   - bridged: so many frames, from the first on, are silence in the place of what was lost.
    ///   - syncMarker: whether, and when, the phone puts out sync markers.
    ///   - isAllowed: whether the user allows what the microphone hears; silence if not.
    func make(_ span: AudioSpan, bridged: Int, syncMarker: SyncMarker?, isAllowed: Bool) -> CaptureAudioPacket? {
        guard let (buffer, bytes) = pool.dequeue(bytes: span.frames * format.bytesPerFrame) else { return nil }
        if isAllowed, bridged < span.frames {
            renderer.render(span, channels: format.channels, into: scratch)
            if let syncMarker { add(syncMarker, span) }
            write(span.frames, into: bytes)
            UnsafeMutableRawBufferPointer(rebasing: bytes[..<(bridged * format.bytesPerFrame)]).silence()
        } else {
            bytes.silence()
        }
        return CaptureAudioPacket(
            data: buffer,
            formatDescription: formatDescription,
            frameCount: span.frames,
            presentationTime: CMTime(nanoseconds: span.start),
            bridgedFrames: bridged
        )
    }

    /// Adds the clicks that can be heard in a span.
    private func add(_ syncMarker: SyncMarker, _ span: AudioSpan) {
        var time = syncMarker.last(notAfter: span.end)
        while let begin = time, begin + SyncMarker.clickDuration > span.start {
            let click = AudioBurst(
                start: begin,
                duration: SyncMarker.clickDuration,
                frequency: SyncMarker.frequency,
                amplitude: SyncMarker.amplitude,
                beginsAtPeak: true,
                fades: true
            )
            withUnsafeTemporaryAllocation(of: Float.self, capacity: span.frames) { mono in
                guard let base = mono.baseAddress else { return }
                mono.initialize(repeating: 0)
                click.add(to: base, span)
                for frame in span.frames(from: begin, to: begin + SyncMarker.clickDuration) {
                    for channel in 0..<format.channels {
                        let index = frame * format.channels + channel
                        // The click is heard over everything else.
                        scratch[index] = base[frame] + 0.1 * scratch[index]
                    }
                }
            }
            time = syncMarker.last(notAfter: begin - 1)
        }
    }

    private func write(_ frames: Int, into bytes: UnsafeMutableRawBufferPointer) {
        let count = frames * format.channels
        switch format.sampleFormat {
        case .int16:
            let target = bytes.bindMemory(to: Int16.self)
            for index in 0..<count { target[index] = Int16(min(max(scratch[index], -1), 1) * 32_767) }
        case .int32:
            let target = bytes.bindMemory(to: Int32.self)
            for index in 0..<count {
                target[index] = Int32(min(max(Double(scratch[index]), -1), 1) * 2_147_483_647)
            }
        case .float32:
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: scratch, count: count * MemoryLayout<Float>.size))
        }
    }
}

/// A stretch of sound that is to be made: when each of its frames is heard. Times are nanoseconds of the capture clock.
struct AudioSpan: Sendable, Hashable {
    /// When the first frame is heard.
    var start: Int64
    /// From one frame to the next.
    var period: Double
    /// Frames.
    var frames: Int

    /// The end of the last frame.
    var end: Int64 { start + Int64((Double(frames) * period).rounded()) }

    /// The frames that are heard in a stretch of time that may reach beyond the span.
    func frames(from begin: Int64, to end: Int64) -> Range<Int> {
        let first = firstFrame(notBefore: begin)
        return first..<max(first, firstFrame(notBefore: end))
    }

    private func firstFrame(notBefore time: Int64) -> Int {
        let position = Double(time - start) / period
        // Half a nanosecond, the precision of times.
        return Int(min(max((position - 0.5 / period).rounded(.up), 0), Double(frames)))
    }
}

/// A burst of one frequency.
struct AudioBurst: Sendable, Hashable {
    /// When it begins, in nanoseconds of the capture clock.
    var start: Int64
    /// How long it lasts, in nanoseconds.
    var duration: Int64
    /// Its frequency.
    var frequency: Double
    /// How loud it begins; full scale is 1.
    var amplitude: Double
    /// Whether it begins at the top of the wave instead of at zero.
    var beginsAtPeak = false
    /// Whether it fades evenly to nothing.
    var fades = false

    /// Adds what can be heard of it to one channel of a span.
    func add(to samples: UnsafeMutablePointer<Float>, _ span: AudioSpan) {
        let range = span.frames(from: start, to: start + duration)
        guard !range.isEmpty else { return }
        let into = Double(span.start - start) + Double(range.lowerBound) * span.period
        var wave = Phasor(
            angle: 2 * .pi * frequency * into / 1e9 + (beginsAtPeak ? .pi / 2 : 0),
            step: 2 * .pi * frequency * span.period / 1e9
        )
        let length = Double(duration)
        for index in range {
            let age = Double(span.start - start) + Double(index) * span.period
            let loudness = fades ? amplitude * (1 - age / length) : amplitude
            samples[index] += Float(loudness * wave.sine)
            wave.advance()
        }
    }
}

/// A sine that is computed from sample to sample by a rotation: exact enough for a packet, and much cheaper than sines.
struct Phasor {
    private(set) var sine: Double
    private var cosine: Double
    private let stepSine: Double
    private let stepCosine: Double

    /// - Parameters:
    ///   - angle: of the first sample.
    ///   - step: angle from one sample to the next.
    init(angle: Double, step: Double) {
        sine = sin(angle)
        cosine = cos(angle)
        stepSine = sin(step)
        stepCosine = cos(step)
    }

    mutating func advance() {
        let next = sine * stepCosine + cosine * stepSine
        cosine = cosine * stepCosine - sine * stepSine
        sine = next
    }
}

import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing

/// Judges what a stream delivered by the numbers alone. Pure.
struct FrameAccounting {
    let entries: [StreamLog.Entry]

    /// What is wrong with the frames' numbers: each has to be one more than the one before, plus the frames reported lost
    /// in between.
    var sequenceFindings: [String] {
        var findings: [String] = []
        var last: UInt64?
        var reported = 0
        for entry in entries {
            switch entry {
            case .event:
                continue
            case .drop(let drop):
                if drop.count < 1 { findings.append("A loss of \(drop.count) frames was reported.") }
                reported += drop.count
            case .frame(let frame):
                if let last, frame.sequence <= last {
                    findings.append("Frame \(frame.sequence) followed frame \(last); numbers have to grow.")
                } else if let last, frame.sequence - last - 1 != UInt64(clamping: reported) {
                    findings.append(
                        "\(frame.sequence - last - 1) frames are missing between \(last) and \(frame.sequence), "
                            + "\(reported) were reported as lost."
                    )
                }
                last = frame.sequence
                reported = 0
            }
        }
        return findings
    }

    private var frames: [FrameRecord] {
        entries.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    /// How many frame periods lie between the first frame and the last by the numbers and by the clock.
    private func span(period: Double) -> (numbered: Double, timed: Double)? {
        guard let first = frames.first, let last = frames.last, last.sequence > first.sequence else { return nil }
        return (
            Double(last.sequence - first.sequence), CMTimeSubtract(last.time, first.time).seconds / period
        )
    }

    /// Whether frames vanished, or were made up, without the numbers telling.
    func countFinding(period: Double, rateError: Double) -> String? {
        guard let span = span(period: period) else { return "Fewer than two frames came." }
        guard abs(span.timed - span.numbered) > 1 + span.numbered * rateError else { return nil }
        return "Frames were numbered from 0 to \(Int(span.numbered)) in the time of \(rounded(span.timed)) frames."
    }

    /// Whether the average period is another one than promised.
    func rateFinding(period: Double, rateError: Double, jitter: Double) -> String? {
        guard let span = span(period: period) else { return "Fewer than two frames came." }
        guard abs(span.timed - span.numbered) > span.numbered * rateError + jitter else { return nil }
        let measured = period * span.timed / span.numbered
        return "A frame lasts \(rounded(measured * 1000)) ms on average, promised were \(rounded(period * 1000)) ms."
    }

    /// What is wrong with the frames' times.
    ///
    /// - Parameters:
    ///   - start: when the stream was asked for.
    ///   - period: seconds.
    func timeFindings(since start: CMTime, period: Double, limits: ConformanceLimits) -> [String] {
        var findings: [String] = []
        if let first = frames.first, CMTimeSubtract(first.time, start).seconds < -period {
            findings.append("The first frame was taken before the stream was started.")
        }
        for (before, frame) in zip(frames, frames.dropFirst()) {
            let step = CMTimeSubtract(frame.time, before.time).seconds
            if step <= 0 {
                findings.append("Frame \(frame.sequence) is \(rounded(-step * 1000)) ms older than the one before it.")
            }
            let expected = Double(frame.sequence) - Double(before.sequence)
            if abs(step / period - expected) > limits.jitter {
                findings.append(
                    "Frame \(frame.sequence) comes \(rounded(step * 1000)) ms after frame \(before.sequence), "
                        + "not \(rounded(expected * period * 1000)) ms."
                )
            }
        }
        for frame in frames {
            let age = CMTimeSubtract(frame.arrival, frame.time).seconds
            if age < 0 {
                findings.append("Frame \(frame.sequence) lies \(rounded(-age * 1000)) ms in the future.")
            } else if age > limits.latency {
                findings.append("Frame \(frame.sequence) was \(rounded(age * 1000)) ms old on delivery.")
            }
        }
        return findings
    }
}

/// Two digits after the point are enough for people.
func rounded(_ number: Double) -> Double {
    (number * 100).rounded() / 100
}

/// What is remembered of a frame without its memory.
struct FrameRecord: Sendable {
    /// What came of the depth map.
    enum Depth: Sendable {
        case none
        case map
        case lost
    }

    var sequence: UInt64
    var time: CMTime
    var duration: CMTime
    /// When it was delivered.
    var arrival: CMTime
    var formatDescription: CMFormatDescription
    var depth: Depth

    init(_ frame: CaptureFrame, arrival: CMTime) {
        sequence = frame.sequence
        time = frame.presentationTime
        duration = frame.duration
        self.arrival = arrival
        formatDescription = frame.formatDescription
        depth =
            switch frame.depth {
            case .none: .none
            case .map: .map
            case .outOfBuffers: .lost
            }
    }
}

/// A frame that is held, with what its bytes were on arrival.
struct HeldFrame: Sendable {
    let frame: CaptureFrame
    private let copy: [UInt8]

    init(_ frame: CaptureFrame) {
        self.frame = frame
        copy = frame.withPieces { pieces in
            let count = pieces.reduce(0) { $0 + $1.count }
            return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                var target = buffer.baseAddress
                for piece in pieces {
                    if let target, let source = piece.baseAddress { memcpy(target, source, piece.count) }
                    target = target.map { $0 + piece.count }
                }
                initialized = count
            }
        }
    }

    var sequence: UInt64 { frame.sequence }

    /// The address of the picture; `nil` for compressed frames.
    var address: UnsafeRawPointer? {
        guard case .image(let buffer) = frame.content else { return nil }
        return UnsafeRawPointer(buffer.plane(0).baseAddress)
    }

    /// The address of the depth map, if there is one.
    var mapAddress: UnsafeRawPointer? {
        guard case .map(let map) = frame.depth else { return nil }
        return UnsafeRawPointer(map.plane(0).baseAddress)
    }

    /// Whether the bytes are still the same.
    var isIntact: Bool {
        copy.withUnsafeBytes { copy in
            frame.withPieces { pieces in
                var offset = 0
                for piece in pieces {
                    guard offset + piece.count <= copy.count else { return false }
                    if let now = piece.baseAddress, let before = copy.baseAddress,
                        memcmp(now, before + offset, piece.count) != 0
                    {
                        return false
                    }
                    offset += piece.count
                }
                return offset == copy.count
            }
        }
    }
}

extension CaptureFrame {
    /// The frame's bytes: a piece for each plane, or the compressed picture; and one for the depth map.
    func withPieces<Result>(_ body: ([UnsafeRawBufferPointer]) -> Result) -> Result {
        withFramePieces { pieces in
            guard case .map(let map) = depth else { return body(pieces) }
            return map.withPieces { body(pieces + $0) }
        }
    }

    private func withFramePieces<Result>(_ body: ([UnsafeRawBufferPointer]) -> Result) -> Result {
        switch content {
        case .image(let buffer):
            return buffer.withPieces(body)
        case .compressed(let block):
            // An empty block buffer has no bytes to give; it is a finding of the format check.
            return (try? block.withContiguousStorage { body([$0]) }) ?? body([])
        }
    }
}

extension CVPixelBuffer {
    /// The bytes, a piece for each plane.
    fileprivate func withPieces<Result>(_ body: ([UnsafeRawBufferPointer]) -> Result) -> Result {
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        let count = max(CVPixelBufferGetPlaneCount(self), 1)
        return body(
            (0..<count).map { index in
                let plane = self.plane(index)
                return UnsafeRawBufferPointer(start: plane.baseAddress, count: plane.bytesPerRow * plane.height)
            }
        )
    }
}

/// What a decoder makes of a compressed image.
enum JPEGReading {
    /// It can be decoded as a whole, to this size.
    case decoded(CaptureDimensions)
    /// It can't, for this reason.
    case undecodable(String)

    init(_ block: CMBlockBuffer) {
        do {
            let bytes = try block.withContiguousStorage { Data($0) }
            let image = try JPEGDecoder(pixelFormat: kCVPixelFormatType_OneComponent8).decode(bytes)
            self = .decoded(
                CaptureDimensions(
                    width: Int32(clamping: CVPixelBufferGetWidth(image)),
                    height: Int32(clamping: CVPixelBufferGetHeight(image))
                )
            )
        } catch {
            self = .undecodable("\(error)")
        }
    }
}

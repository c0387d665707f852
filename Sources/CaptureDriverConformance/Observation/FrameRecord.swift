import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation

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

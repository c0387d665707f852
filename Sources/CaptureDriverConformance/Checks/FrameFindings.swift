import CaptureDriver
import CoreMedia
import CoreVideo

/// What doesn't agree between a format and a frame that was delivered as such.
struct FrameFindings {
    /// Sentences; empty if all is well.
    private(set) var all: [String] = []

    init(_ frame: CaptureFrame, of format: CaptureFormat) {
        examine(frame.formatDescription, format)
        switch frame.content {
        case .image(let buffer): examine(buffer, format)
        case .compressed(let block): examine(block, format)
        }
    }

    private mutating func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
        if !holds { all.append(message()) }
    }

    private mutating func examine(_ description: CMFormatDescription, _ format: CaptureFormat) {
        let type = CMFormatDescriptionGetMediaSubType(description)
        expect(type == format.mediaSubType, "The format description names the type \(String(type, radix: 16)).")
        let size = CaptureDimensions(CMVideoFormatDescriptionGetDimensions(description))
        expect(size == format.dimensions, "The format description says \(size).")
    }

    private mutating func examine(_ buffer: CVPixelBuffer, _ format: CaptureFormat) {
        let type = CVPixelBufferGetPixelFormatType(buffer)
        expect(type == format.mediaSubType, "The pixels are of the type \(String(type, radix: 16)).")
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        expect(
            width == Int(format.dimensions.width) && height == Int(format.dimensions.height),
            "The picture is \(width)x\(height)."
        )
        guard let known = PixelFormatRegistry.format(type) else {
            return expect(false, "Core Video doesn't know the pixel format.")
        }
        let count = CVPixelBufferGetPlaneCount(buffer)
        expect(count == (known.isPlanar ? known.planes.count : 0), "The picture has \(count) planes.")
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        for (index, plane) in known.planes.enumerated() where known.isPlanar == false || index < count {
            examine(buffer.plane(index), index, plane, width, height)
        }
    }

    /// Expects a plane to have room for its pixels, and its memory to be there.
    private mutating func examine(
        _ plane: (baseAddress: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int),
        _ index: Int,
        _ known: PixelFormat.Plane,
        _ width: Int,
        _ height: Int
    ) {
        let columns = (width + known.horizontalSubsampling - 1) / known.horizontalSubsampling
        let rows = (height + known.verticalSubsampling - 1) / known.verticalSubsampling
        expect(
            plane.width == columns && plane.height == rows,
            "Plane \(index) is \(plane.width)x\(plane.height), not \(columns)x\(rows)."
        )
        let bytes = (columns + known.blockWidth - 1) / known.blockWidth * known.bitsPerBlock / 8
        expect(
            plane.bytesPerRow >= bytes,
            "Plane \(index) has \(plane.bytesPerRow) bytes a row, fewer than the \(bytes) of its pixels."
        )
        // Memory that isn't there ends the process here, in the check, and not in a program of somebody's.
        let last = plane.baseAddress + (plane.height - 1) * plane.bytesPerRow + bytes - 1
        _ = plane.baseAddress.load(as: UInt8.self) &+ last.load(as: UInt8.self)
    }

    private mutating func examine(_ block: CMBlockBuffer, _ format: CaptureFormat) {
        expect(format.mediaSubType == kCMVideoCodecType_JPEG, "The frame is compressed, the format isn't.")
        switch JPEGReading(block) {
        case .undecodable(let reason): expect(false, "The compressed picture cannot be decoded: \(reason).")
        case .decoded(let size): expect(size == format.dimensions, "The compressed picture is \(size).")
        }
    }
}

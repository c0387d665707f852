import CaptureDriver
@_spi(Pinhole) import CoreMedia
import CoreVideo
import FoundationExtras

/// What all frames of a stream have in common: how to make a buffer object over memory, and how to describe it.
struct FrameShape {
    /// How the bytes are to be understood.
    enum Kind: Sendable, Hashable {
        /// Pixels.
        case image(ImageLayout)
        /// A JPEG per frame.
        case jpeg
    }

    let kind: Kind
    let mediaSubType: FourCharCode
    let dimensions: CaptureDimensions
    /// Attached to every pixel buffer, and told in the format description.
    let attachments: [(key: CFString, value: CFString)]

    /// Makes the buffer object over memory; `nil` if Core Video refuses the layout.
    func makeBuffer(over memory: FrameMemory) -> FrameBuffer? {
        switch kind {
        case .jpeg:
            return .compressed(CMBlockBuffer(memory: memory.address, length: memory.length, owner: nil))
        case .image(let layout):
            let planes = layout.planes.map {
                PixelLayout.Plane(
                    offset: $0.offset,
                    width: $0.width,
                    height: $0.height,
                    bytesPerRow: $0.bytesPerRow
                )
            }
            let buffer = CVPixelBuffer(
                pixelFormat: mediaSubType,
                width: Int(dimensions.width),
                height: Int(dimensions.height),
                baseAddress: memory.address,
                planes: planes,
                dataSize: memory.length,
                owner: memory
            )
            return buffer.map { .image($0) }
        }
    }

    /// Bytes to copy of a frame of which `used` bytes are filled.
    func byteCount(used: Int) -> Int {
        switch kind {
        case .jpeg: used
        case .image(let layout): layout.byteCount
        }
    }

    /// Describes the frames.
    ///
    /// - Parameter sample: a buffer of the stream's, whose row length and attachments are told.
    func formatDescription(sample: FrameBuffer) throws(CaptureDriverError) -> CMFormatDescription {
        var description: CMFormatDescription?
        switch sample {
        case .image(let buffer):
            attach(to: buffer)
            _ = CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault,
                imageBuffer: buffer,
                formatDescriptionOut: &description
            )
        case .compressed:
            let extensions = NSMutableDictionary()
            for (key, value) in attachments { extensions.setObject(value, forKey: key) }
            _ = CMVideoFormatDescriptionCreate(
                allocator: kCFAllocatorDefault,
                codecType: mediaSubType,
                width: dimensions.width,
                height: dimensions.height,
                extensions: extensions,
                formatDescriptionOut: &description
            )
        }
        guard let description else {
            throw CaptureDriverError(
                kind: .unsupportedFormat,
                operation: "describe \(dimensions)",
                advice: "The camera delivers a format that cannot be described. Choose another one."
            )
        }
        return description
    }

    /// Gives a pixel buffer the stream's attachments; keeps the memory of a list that had them before.
    func attach(to buffer: CVPixelBuffer) {
        for (key, value) in attachments { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
    }
}

/// A buffer object over a frame's memory, used again and again.
enum FrameBuffer {
    /// Pixels.
    case image(CVPixelBuffer)
    /// A compressed picture.
    case compressed(CMBlockBuffer)
}

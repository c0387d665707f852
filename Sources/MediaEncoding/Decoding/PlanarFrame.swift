internal import CLibAV
import CoreVideo
import Foundation

/// Shows a decoder's frame of 4:2:0 in three planes as a pixel buffer.
enum PlanarFrame {
    /// The planes of one frame.
    fileprivate struct Planes {
        var addresses: [UnsafeMutableRawPointer?]
        var widths: [Int]
        var heights: [Int]
        var strides: [Int]
    }

    /// The pixel buffer; it keeps the frame's memory.
    ///
    /// - Parameter copied: a format in which clients get the buffer itself: decoders still need what they gave, so that its
    ///   pixels are copied.
    static func pixelBuffer(of frame: UnsafeMutablePointer<AVFrame>, copying copied: OSType) -> CVPixelBuffer? {
        let isFull =
            frame.pointee.color_range == AVCOL_RANGE_JPEG || frame.pointee.format == AV_PIX_FMT_YUVJ420P.rawValue
        let format = isFull ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
        let planes = Planes(frame)
        guard planes.strides.allSatisfy({ $0 > 0 }), planes.addresses.allSatisfy({ $0 != nil }) else { return nil }
        let made = format == copied ? copy(frame, planes, format) : wrap(frame, planes, format)
        if let made { describe(frame, in: made) }
        return made
    }

    private static func wrap(_ frame: UnsafeMutablePointer<AVFrame>, _ planes: Planes, _ format: OSType)
        -> CVPixelBuffer?
    {
        guard let owner = FrameBox(), av_frame_ref(owner.pointer, frame) >= 0 else { return nil }
        var planes = planes
        var made: CVPixelBuffer?
        let retained = Unmanaged.passRetained(owner)
        let code = CVPixelBufferCreateWithPlanarBytes(
            nil,
            Int(frame.pointee.width),
            Int(frame.pointee.height),
            format,
            nil,
            0,
            3,
            &planes.addresses,
            &planes.widths,
            &planes.heights,
            &planes.strides,
            { owner, _, _, _, _ in
                if let owner { Unmanaged<FrameBox>.fromOpaque(owner).release() }
            },
            retained.toOpaque(),
            nil,
            &made
        )
        if code != kCVReturnSuccess { retained.release() }
        return made
    }

    private static func copy(_ frame: UnsafeMutablePointer<AVFrame>, _ planes: Planes, _ format: OSType)
        -> CVPixelBuffer?
    {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, Int(frame.pointee.width), Int(frame.pointee.height), format, nil, &made)
        guard let made else { return nil }
        CVPixelBufferLockBaseAddress(made, [])
        defer { CVPixelBufferUnlockBaseAddress(made, []) }
        for plane in 0..<3 {
            guard let target = CVPixelBufferGetBaseAddressOfPlane(made, plane), let source = planes.addresses[plane]
            else {
                return nil
            }
            av_image_copy_plane(
                target.assumingMemoryBound(to: UInt8.self),
                Int32(CVPixelBufferGetBytesPerRowOfPlane(made, plane)),
                source.assumingMemoryBound(to: UInt8.self),
                Int32(planes.strides[plane]),
                Int32(planes.widths[plane]),
                Int32(planes.heights[plane])
            )
        }
        return made
    }

    /// Says what the numbers mean, where the stream does.
    private static func describe(_ frame: UnsafeMutablePointer<AVFrame>, in pixels: CVPixelBuffer) {
        func attach(_ key: CFString, _ value: Unmanaged<CFString>?) {
            guard let value else { return }
            CVBufferSetAttachment(pixels, key, value.takeUnretainedValue(), .shouldPropagate)
        }
        attach(
            kCVImageBufferColorPrimariesKey,
            CVColorPrimariesGetStringForIntegerCodePoint(Int32(frame.pointee.color_primaries.rawValue))
        )
        attach(
            kCVImageBufferTransferFunctionKey,
            CVTransferFunctionGetStringForIntegerCodePoint(Int32(frame.pointee.color_trc.rawValue))
        )
        attach(
            kCVImageBufferYCbCrMatrixKey,
            CVYCbCrMatrixGetStringForIntegerCodePoint(Int32(frame.pointee.colorspace.rawValue))
        )
    }
}

extension PlanarFrame.Planes {
    fileprivate init(_ frame: UnsafeMutablePointer<AVFrame>) {
        let data = frame.pointee.data
        let lines = frame.pointee.linesize
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        let half = ((width + 1) / 2, (height + 1) / 2)
        self.init(
            addresses: [data.0, data.1, data.2].map { $0.map(UnsafeMutableRawPointer.init) },
            widths: [width, half.0, half.0],
            heights: [height, half.1, half.1],
            strides: [Int(lines.0), Int(lines.1), Int(lines.2)]
        )
    }
}

/// Makes frames of other layouts, such as 4:2:2 and those of ten bits, into 4:2:0 of eight, with libswscale.
final class PlanarReducer {
    private let frame: FrameBox
    private var context: OpaquePointer?

    init() throws(MediaEncodingError) {
        guard let frame = FrameBox() else { throw LibAV.outOfMemory("decoding a picture") }
        self.frame = frame
    }

    deinit {
        sws_freeContext(context)
    }

    static func isPlanar(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        frame.pointee.format == AV_PIX_FMT_YUV420P.rawValue || frame.pointee.format == AV_PIX_FMT_YUVJ420P.rawValue
    }

    /// The frame in 4:2:0, valid until the next call.
    func reduce(_ source: UnsafeMutablePointer<AVFrame>) throws(MediaEncodingError) -> UnsafeMutablePointer<AVFrame> {
        let target = frame.pointer
        av_frame_unref(target)
        target.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        target.pointee.width = source.pointee.width
        target.pointee.height = source.pointee.height
        guard av_frame_get_buffer(target, 0) >= 0, av_frame_copy_props(target, source) >= 0 else {
            throw LibAV.outOfMemory("decoding a picture")
        }
        context = sws_getCachedContext(
            context,
            source.pointee.width,
            source.pointee.height,
            AVPixelFormat(rawValue: source.pointee.format),
            target.pointee.width,
            target.pointee.height,
            AV_PIX_FMT_YUV420P,
            Int32(SWS_BILINEAR),
            nil,
            nil,
            nil
        )
        let isFull = Self.isFullRange(source)
        target.pointee.color_range = isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        if let context {
            // The range stays as it is.
            let table = sws_getCoefficients(Int32(SWS_CS_DEFAULT))
            let range: Int32 = isFull ? 1 : 0
            sws_setColorspaceDetails(context, table, range, table, range, 0, 1 << 16, 1 << 16)
        }
        guard let context, sws_scale_frame(context, target, source) >= 0 else {
            throw MediaEncodingError(
                kind: .decoderFailed,
                operation: "converting a picture of format \(source.pointee.format)",
                advice: "Choose a movie of 4:2:0."
            )
        }
        return target
    }

    private static func isFullRange(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        let full = [AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P].map(\.rawValue)
        return frame.pointee.color_range == AVCOL_RANGE_JPEG || full.contains(frame.pointee.format)
    }
}

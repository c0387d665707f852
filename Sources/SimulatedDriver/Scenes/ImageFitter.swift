import CLibAV
import CLibYUV
import CaptureDriver

/// Fits decoded pictures into a camera's frame, lying as the world lies, with black beside: a wide angle shows the whole picture, other
/// lenses more around it or a part of it. Used by one thread at a time.
final class ImageFitter {
    private let view: SceneView
    private let result: PlanarImage
    private var upright: PlanarImage?
    private let chroma: SeparatedChroma
    private var scaler: OpaquePointer?

    init(view: SceneView) {
        self.view = view
        let size = view.transform.sensor
        result = PlanarImage(width: Int(size.width), height: Int(size.height))
        chroma = SeparatedChroma(size)
    }

    deinit {
        sws_freeContext(scaler)
    }

    /// The newest picture.
    var image: PlanarImage { result }

    /// Takes a picture over.
    ///
    /// - Parameter angle: degrees, clockwise, by which the picture must be turned to be upright.
    /// - Returns: whether libswscale knows the picture's format.
    func fit(_ frame: UnsafePointer<AVFrame>, angle: Int) -> Bool {
        let turn = ((angle - view.transform.angle) % 360 + 360) % 360
        guard turn != 0 else { return scale(frame, into: result) }
        let isSideways = turn % 180 != 0
        let canvas =
            upright
            ?? PlanarImage(
                width: isSideways ? result.height : result.width,
                height: isSideways ? result.width : result.height
            )
        upright = canvas
        guard scale(frame, into: canvas) else { return false }
        rotate(canvas, turn)
        return true
    }

    private func scale(_ frame: UnsafePointer<AVFrame>, into canvas: PlanarImage) -> Bool {
        guard frame.pointee.width > 0, frame.pointee.height > 0 else { return false }
        let factor =
            view.magnification
            * min(
                Double(canvas.width) / Double(frame.pointee.width),
                Double(canvas.height) / Double(frame.pointee.height)
            )
        guard let source = Self.middle(of: frame.pointee, factor, canvas) else { return false }
        let fitted = (
            width: Self.fitted(source.width, factor, canvas.width),
            height: Self.fitted(source.height, factor, canvas.height)
        )
        let (format, isFullRange) = Self.plainFormat(AVPixelFormat(source.format), source.color_range)
        scaler = sws_getCachedContext(
            scaler,
            source.width,
            source.height,
            format,
            Int32(fitted.width),
            Int32(fitted.height),
            AV_PIX_FMT_NV12,
            Int32(SWS_BILINEAR),
            nil,
            nil,
            nil
        )
        guard let scaler else { return false }
        sws_setColorspaceDetails(
            scaler,
            sws_getCoefficients(Int32(bitPattern: source.colorspace.rawValue)),
            isFullRange ? 1 : 0,
            sws_getCoefficients(Int32(SWS_CS_ITU601)),
            view.isFullRange ? 1 : 0,
            0,
            1 << 16,
            1 << 16
        )
        paintBlack(canvas)
        let left = (canvas.width - fitted.width) / 2 & ~1
        let top = (canvas.height - fitted.height) / 2 & ~1
        return run(scaler, source, into: canvas, left: left, top: top)
    }

    private static func fitted(_ length: Int32, _ factor: Double, _ limit: Int) -> Int {
        max(2, min(limit, Int((Double(length) * factor).rounded())) & ~1)
    }

    /// As much of a picture's middle as there is room for. It borrows the picture's memory.
    private static func middle(of frame: AVFrame, _ factor: Double, _ canvas: PlanarImage) -> AVFrame? {
        var middle = frame
        let excess = { (length: Int32, room: Int) in max(0, Int((Double(length) - Double(room) / factor) / 2)) & ~1 }
        let (x, y) = (excess(frame.width, canvas.width), excess(frame.height, canvas.height))
        guard x > 0 || y > 0 else { return middle }
        (middle.crop_left, middle.crop_right, middle.crop_top, middle.crop_bottom) = (x, x, y, y)
        return av_frame_apply_cropping(&middle, Int32(AV_FRAME_CROP_UNALIGNED)) == 0 ? middle : nil
    }

    private func run(
        _ scaler: OpaquePointer,
        _ frame: AVFrame,
        into canvas: PlanarImage,
        left: Int,
        top: Int
    ) -> Bool {
        var source = frame
        let target: [UnsafeMutablePointer<UInt8>?] = [
            canvas.luma.base + top * canvas.luma.stride + left,
            canvas.chroma.base + top / 2 * canvas.chroma.stride + left, nil, nil,
        ]
        let strides = [Int32(canvas.luma.stride), Int32(canvas.chroma.stride), 0, 0]
        let height = source.height
        let rows = withUnsafePointer(to: &source.data) { data in
            withUnsafePointer(to: &source.linesize) { lines in
                data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { planes in
                    lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                        sws_scale(scaler, planes, lines, 0, height, target, strides)
                    }
                }
            }
        }
        return rows > 0
    }

    private func paintBlack(_ canvas: PlanarImage) {
        SetPlane(
            canvas.luma.base,
            Int32(canvas.luma.stride),
            Int32(canvas.width),
            Int32(canvas.height),
            UInt32(view.range.black)
        )
        SetPlane(canvas.chroma.base, Int32(canvas.chroma.stride), Int32(canvas.width), Int32(canvas.height / 2), 128)
    }

    private func rotate(_ canvas: PlanarImage, _ turn: Int) {
        let mode = turn == 90 ? kRotate90 : turn == 180 ? kRotate180 : kRotate270
        NV12ToI420Rotate(
            canvas.luma.base,
            Int32(canvas.luma.stride),
            canvas.chroma.base,
            Int32(canvas.chroma.stride),
            result.luma.base,
            Int32(result.luma.stride),
            chroma.blue.base,
            Int32(chroma.blue.stride),
            chroma.red.base,
            Int32(chroma.red.stride),
            Int32(canvas.width),
            Int32(canvas.height),
            mode
        )
        MergeUVPlane(
            chroma.blue.base,
            Int32(chroma.blue.stride),
            chroma.red.base,
            Int32(chroma.red.stride),
            result.chroma.base,
            Int32(result.chroma.stride),
            Int32(result.width / 2),
            Int32(result.height / 2)
        )
    }

    /// libav has formats that only say "full range" and are otherwise the plain ones; libswscale warns about them.
    private static func plainFormat(_ format: AVPixelFormat, _ range: AVColorRange) -> (AVPixelFormat, Bool) {
        switch format {
        case AV_PIX_FMT_YUVJ420P: (AV_PIX_FMT_YUV420P, true)
        case AV_PIX_FMT_YUVJ422P: (AV_PIX_FMT_YUV422P, true)
        case AV_PIX_FMT_YUVJ444P: (AV_PIX_FMT_YUV444P, true)
        default: (format, range == AVCOL_RANGE_JPEG)
        }
    }
}

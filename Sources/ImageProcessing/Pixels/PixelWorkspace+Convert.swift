internal import CLibYUV

extension PixelWorkspace {
    /// Brings the source into the target's arrangement; ``ConversionRoute`` says which pairs there are.
    func convert(
        _ source: PixelView,
        _ target: PixelView,
        _ encoding: ColorEncoding
    ) throws(PixelTransformError) {
        if source.arrangement == target.arrangement { return try copy(source, target) }
        if target.arrangement == .gray, source.hasLumaPlane { return try copy(source.lumaOnly(), target) }
        let code =
            switch (source.arrangement.model == .rgb, target.arrangement.model == .rgb) {
            case (true, true): betweenRGB(source, target)
            case (true, false): fromRGB(source, target, encoding)
            case (false, true): toRGB(source, target, encoding)
            case (false, false): betweenLuma(source, target)
            }
        if code != 0 {
            throw .libraryFailure(operation: "\(source.arrangement) to \(target.arrangement)", code: code)
        }
    }

    // One function for each pair. Each answers with libyuv's code, zero for success.

    private func betweenRGB(_ s: PixelView, _ t: PixelView) -> Int32 {
        switch (s.arrangement, t.arrangement) {
        case (.bgra, .rgb): call(ARGBToRAW, s, t)
        case (.bgra, .bgr): call(ARGBToRGB24, s, t)
        case (.rgb, .bgra): call(RAWToARGB, s, t)
        case (.bgr, .bgra): call(RGB24ToARGB, s, t)
        default: shuffle(s, t)
        }
    }

    private func fromRGB(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
        guard s.arrangement == .bgra else { return noSuchConversion }
        return switch (encoding.matrix, encoding.range, t.arrangement) {
        case (_, _, .gray): call(ARGBToJ400, s, t)
        case (.bt601, .full, .planar420): call(ARGBToJ420, s, t)
        case (.bt601, .full, .planar422): call(ARGBToJ422, s, t)
        case (.bt601, .video, .biplanar420): call(ARGBToNV12, s, t)
        case (.bt601, .video, .planar420): call(ARGBToI420, s, t)
        case (.bt601, .video, .yuyv): call(ARGBToYUY2, s, t)
        case (.bt601, .video, .uyvy): call(ARGBToUYVY, s, t)
        case (.bt601, _, _): noSuchConversion
        default: matrixConverter.convert(s, t, encoding)
        }
    }

    private func toRGB(_ s: PixelView, _ t: PixelView, _ encoding: ColorEncoding) -> Int32 {
        switch (s.arrangement, t.arrangement) {
        case (.biplanar420, .bgra): decode(s, t, encoding, NV12ToARGBMatrix)
        case (.biplanar420, .rgba): decode(s, t, encoding, NV21ToARGBMatrix, exchanged: true)
        case (.biplanar420, .bgr): decode(s, t, encoding, NV12ToRGB24Matrix)
        case (.biplanar420, .rgb): decode(s, t, encoding, NV21ToRGB24Matrix, exchanged: true)
        case (.planar420, .bgra): decode(s, t, encoding, I420ToARGBMatrix)
        case (.planar420, .rgba): decode(s, t, encoding, I420ToARGBMatrix, exchanged: true)
        case (.planar420, .bgr): decode(s, t, encoding, I420ToRGB24Matrix)
        case (.planar420, .rgb): decode(s, t, encoding, I420ToRGB24Matrix, exchanged: true)
        case (.planar422, .bgra): decode(s, t, encoding, I422ToARGBMatrix)
        case (.planar422, .rgba): decode(s, t, encoding, I422ToARGBMatrix, exchanged: true)
        case (.gray, .bgra), (.gray, .rgba): call(J400ToARGB, s, t)
        default: noSuchConversion
        }
    }

    private func betweenLuma(_ s: PixelView, _ t: PixelView) -> Int32 {
        switch (s.arrangement, t.arrangement) {
        case (.biplanar420, .planar420): call(NV12ToI420, s, t)
        case (.biplanar420, .biplanar420TenBit): toTenBit(s, t)
        case (.biplanar420TenBit, .biplanar420): fromTenBit(s, t)
        case (.planar420, .biplanar420): call(I420ToNV12, s, t)
        case (.planar420, .yuyv): call(I420ToYUY2, s, t)
        case (.planar420, .uyvy): call(I420ToUYVY, s, t)
        case (.planar422, .planar420): halveChromaRows(s, t)
        case (.planar422, .yuyv): call(I422ToYUY2, s, t)
        case (.planar422, .uyvy): call(I422ToUYVY, s, t)
        case (.yuyv, .biplanar420): yuyvToBiplanar(s, t)
        case (.yuyv, .planar420): call(YUY2ToI420, s, t)
        case (.yuyv, .planar422): call(YUY2ToI422, s, t)
        case (.yuyv, .gray): call(YUY2ToY, s, t)
        case (.uyvy, .biplanar420): call(UYVYToNV12, s, t)
        case (.uyvy, .planar420): call(UYVYToI420, s, t)
        case (.uyvy, .planar422): call(UYVYToI422, s, t)
        case (.uyvy, .gray): call(UYVYToY, s, t)
        case (.yuyv, .uyvy), (.uyvy, .yuyv): exchangeBytePairs(s, t)
        case (.gray, .biplanar420), (.gray, .planar420): addNeutralChroma(s, t)
        default: noSuchConversion
        }
    }
}

/// What the conversion functions answer for a pair that ``ConversionRoute`` never asks for.
let noSuchConversion: Int32 = -1

/// Byte orders for `ARGBShuffle`: for each of 16 bytes of the result, where it comes from.
enum ShuffleTables {
    static let bytePairs = table([1, 0, 3, 2])
    private static let reversed = table([3, 2, 1, 0])
    private static let redBlueFirst = table([2, 1, 0, 3])
    private static let redBlueLast = table([0, 3, 2, 1])
    private static let alphaToFront = table([3, 0, 1, 2])
    private static let alphaToBack = table([1, 2, 3, 0])

    static func table(from source: PixelArrangement, to target: PixelArrangement) -> [UInt8]? {
        switch (source, target) {
        case (.bgra, .rgba), (.rgba, .bgra): redBlueFirst
        case (.argb, .abgr), (.abgr, .argb): redBlueLast
        case (.bgra, .argb), (.argb, .bgra), (.rgba, .abgr), (.abgr, .rgba): reversed
        case (.bgra, .abgr), (.rgba, .argb): alphaToFront
        case (.abgr, .bgra), (.argb, .rgba): alphaToBack
        default: nil
        }
    }

    private static func table(_ order: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { pixel in order.map { $0 + UInt8(pixel * 4) } }
    }
}

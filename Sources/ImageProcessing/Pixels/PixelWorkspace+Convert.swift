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
            switch source.arrangement {
            case .biplanar420: fromBiplanar(source, target, encoding)
            case .planar420: fromPlanar420(source, target, encoding)
            case .planar422: fromPlanar422(source, target, encoding)
            case .yuyv: fromYUYV(source, target)
            case .uyvy: fromUYVY(source, target)
            case .bgra: fromBGRA(source, target, encoding)
            case .argb, .rgba, .abgr: shuffle(source, target)
            case .rgb:
                RAWToARGB(
                    source.first.base,
                    source.first.stride,
                    target.first.base,
                    target.first.stride,
                    source.columns,
                    source.rows
                )
            case .bgr:
                RGB24ToARGB(
                    source.first.base,
                    source.first.stride,
                    target.first.base,
                    target.first.stride,
                    source.columns,
                    source.rows
                )
            case .gray: fromGray(source, target)
            case .biplanar420TenBit: fromTenBit(source, target)
            }
        if code != 0 {
            throw .libraryFailure(operation: "\(source.arrangement) to \(target.arrangement)", code: code)
        }
    }
}

/// What the conversion functions answer for a pair that ``ConversionRoute`` never asks for.
let noSuchConversion: Int32 = -1

import CoreGraphics
import CoreVideo
import Foundation
import ImageProcessing
import Synchronization

extension CIContext {
    /// Renders an image into a pixel buffer, whose lower left corner is the origin.
    ///
    /// Where the image has no pixels the buffer is transparent, or black (UNKNOWN: whether Apple's leaves what was there).
    ///
    /// - Parameters:
    ///   - image: the image. It may be of the same buffer.
    ///   - buffer: of any format that capture outputs deliver. Others stay as they are.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        let whole = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        render(image, to: buffer, bounds: whole, colorSpace: nil)
    }

    /// Renders an image into a part of a pixel buffer, whose lower left corner is the origin.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - buffer: where to.
    ///   - bounds: the part of the buffer that changes.
    ///   - colorSpace: what the buffer's samples mean. Colours are not matched.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        let whole = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        guard bounds.isInfinite || bounds.isOfNumbers else { return }
        let part = bounds.isInfinite ? whole : bounds.integral.intersection(whole)
        guard !part.isEmpty else { return }
        try? render(image.recipe, into: buffer, part, isWhole: part == whole)
    }

    private func render(
        _ recipe: ImageRecipe,
        into buffer: CVPixelBuffer,
        _ part: CGRect,
        isWhole: Bool
    ) throws(RenderingError) {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        guard PixelTransformer.supports(format) else { throw .unsupportedPixelFormat(format) }
        if format == kCVPixelFormatType_32BGRA, !recipe.reads(buffer) {
            try paint(recipe, part, on: buffer)
            return
        }
        let canvas = try makeCanvas(like: buffer)
        if !isWhole { try loader.converted(buffer).copyPixels(to: canvas) }
        try paint(recipe, part, on: canvas)
        let result = try encoders.convert(canvas, to: format)
        result.copyPixels(to: buffer)
        // What the numbers of Y'CbCr mean, if the buffer's owner has not said it.
        if CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) == nil,
            let matrix = CVBufferCopyAttachment(result, kCVImageBufferYCbCrMatrixKey, nil)
        {
            CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
        }
    }

    /// A `BGRA` buffer of the same size, whose pixels become those of the same matrix.
    private func makeCanvas(like buffer: CVPixelBuffer) throws(RenderingError) -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(
            kCFAllocatorDefault,
            CVPixelBufferGetWidth(buffer),
            CVPixelBufferGetHeight(buffer),
            kCVPixelFormatType_32BGRA,
            nil,
            &made
        )
        guard let made else { throw .tooLarge }
        if let matrix = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) {
            CVBufferSetAttachment(made, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
        }
        return made
    }

    /// Replaces a part of a `BGRA` buffer.
    private func paint(_ recipe: ImageRecipe, _ part: CGRect, on buffer: CVPixelBuffer) throws(RenderingError) {
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let start = CVPixelBufferGetBaseAddress(buffer) else { throw .unreadable }
        let canvas = CGContext(
            data: start,
            width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer),
            bitsPerComponent: 8,
            bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
            space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little).rawValue
        )
        guard let canvas else { throw .tooLarge }
        canvas.clear(part)
        canvas.clip(to: part)
        canvas.interpolationQuality = renderer.quality
        try renderer.draw(recipe, part, on: canvas)
    }
}

/// Converts finished bitmaps into the formats of clients' buffers: for each, one converter that reuses its buffers.
final class PixelEncoders: Sendable {
    private let encoders = Mutex<[OSType: PixelTransformer]>([:])

    /// - Parameter buffer: `BGRA`.
    func convert(_ buffer: CVPixelBuffer, to format: OSType) throws(RenderingError) -> CVPixelBuffer {
        let known = encoders.withLock { encoders -> PixelTransformer? in
            if let encoder = encoders[format] { return encoder }
            let encoder = try? PixelTransformer(pixelFormat: format)
            encoders[format] = encoder
            return encoder
        }
        guard let known else { throw .unsupportedPixelFormat(format) }
        do throws(PixelTransformError) {
            return try known.transform(buffer)
        } catch {
            throw .unreadable
        }
    }
}

extension CVPixelBuffer {
    /// Copies all pixels into a buffer of the same format and size.
    fileprivate func copyPixels(to target: CVPixelBuffer) {
        guard self !== target else { return }
        CVPixelBufferLockBaseAddress(self, .readOnly)
        CVPixelBufferLockBaseAddress(target, [])
        defer {
            CVPixelBufferUnlockBaseAddress(target, [])
            CVPixelBufferUnlockBaseAddress(self, .readOnly)
        }
        guard CVPixelBufferIsPlanar(self) else {
            Self.copyRows(
                (CVPixelBufferGetBaseAddress(self), CVPixelBufferGetBytesPerRow(self)),
                (CVPixelBufferGetBaseAddress(target), CVPixelBufferGetBytesPerRow(target)),
                CVPixelBufferGetHeight(self)
            )
            return
        }
        for plane in 0..<CVPixelBufferGetPlaneCount(self) {
            Self.copyRows(
                (CVPixelBufferGetBaseAddressOfPlane(self, plane), CVPixelBufferGetBytesPerRowOfPlane(self, plane)),
                (CVPixelBufferGetBaseAddressOfPlane(target, plane), CVPixelBufferGetBytesPerRowOfPlane(target, plane)),
                CVPixelBufferGetHeightOfPlane(self, plane)
            )
        }
    }

    private static func copyRows(
        _ source: (start: UnsafeMutableRawPointer?, stride: Int),
        _ target: (start: UnsafeMutableRawPointer?, stride: Int),
        _ count: Int
    ) {
        guard let from = source.start, let to = target.start else { return }
        for row in 0..<count {
            (to + row * target.stride).copyMemory(
                from: from + row * source.stride,
                byteCount: min(source.stride, target.stride)
            )
        }
    }
}

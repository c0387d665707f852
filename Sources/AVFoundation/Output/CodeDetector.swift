import BarcodeDetection
import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing

/// Looks for codes in frames. One thread at a time.
final class CodeDetector: @unchecked Sendable {
    // @unchecked: its output calls it on one queue, and asserts that.

    /// What is looked for.
    struct Request: Sendable, Equatable {
        /// Tells the looks that belong together: those for the same types, while the session runs.
        var number = 0
        var types: Set<AVMetadataObject.ObjectType> = []
        var kinds: BarcodeKinds = []
        var rectOfInterest = CGRect.unit
        /// How much of the frame is left by zoom, as a part of the frame; `nil` for all.
        var crop: CGRect?
    }

    private let luma = FrameLuma()
    private var search = BarcodeSearch()
    private var number = 0

    /// The codes in sight that intersect the rectangle of interest; none in a frame that is spoilt.
    func detect(in frame: CaptureFrame, _ request: Request) -> [CodeObservation] {
        if request.number != number { (search, number) = (BarcodeSearch(), request.number) }
        let codes = try? luma.with(frame) { plane in
            let visible = CGRect(x: 0, y: 0, width: plane.width, height: plane.height).part(request.crop ?? .unit)
            let area = visible.part(request.searchArea)
            return try search.detect(in: plane, area: area, kinds: request.kinds)
                .compactMap { sighting($0, frame, in: visible, request) }
        }
        return codes ?? []
    }

    private func sighting(
        _ code: FoundBarcode,
        _ frame: CaptureFrame,
        in visible: CGRect,
        _ request: Request
    ) -> CodeObservation? {
        guard let type = CodeTypes.type(of: code, among: request.types) else { return nil }
        let corners = code.corners.map {
            CGPoint(x: ($0.x - visible.minX) / visible.width, y: ($0.y - visible.minY) / visible.height)
        }
        let bounds = corners.bounds
        guard bounds.intersects(.unit), bounds.intersects(request.rectOfInterest) else { return nil }
        return CodeObservation(
            type: type,
            text: code.text,
            corners: corners,
            time: frame.presentationTime,
            duration: frame.duration
        )
    }
}

extension CodeDetector.Request {
    /// A code that reaches into the rectangle of interest counts, so its surroundings are searched, too, as far as most codes reach.
    fileprivate var searchArea: CGRect {
        let (width, height) = (max(rectOfInterest.width / 2, 0.25), max(rectOfInterest.height / 2, 0.25))
        return rectOfInterest.insetBy(dx: -width, dy: -height).intersection(.unit)
    }
}

extension CGRect {
    /// The whole picture.
    static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// A part that is given in shares of the whole.
    fileprivate func part(_ share: CGRect) -> CGRect {
        guard !share.isNull else { return .null }
        return CGRect(
            x: minX + share.minX * width,
            y: minY + share.minY * height,
            width: share.width * width,
            height: share.height * height
        )
    }
}

/// A code that a camera has seen, in coordinates of the unturned picture from (0,0) to (1,1).
struct CodeObservation: Sendable {
    var type: AVMetadataObject.ObjectType
    var text: String
    var corners: BarcodeCorners
    var time: CMTime
    var duration: CMTime

    /// The object that clients get.
    func object(of device: AVCaptureDevice?) -> AVMetadataMachineReadableCodeObject {
        AVMetadataMachineReadableCodeObject(
            AVMetadataObject.Common(
                type: type,
                time: time,
                duration: duration,
                bounds: corners.bounds,
                device: device
            ),
            corners: [corners.topLeft, corners.bottomLeft, corners.bottomRight, corners.topRight],
            stringValue: text.isEmpty ? nil : text
        )
    }
}

/// Which types of codes can be read here, and by which kinds of the reader.
enum CodeTypes {
    /// The types that outputs offer.
    static let readable = readers.map(\.type)

    private static let readers: [(type: AVMetadataObject.ObjectType, kind: BarcodeKinds)] = [
        (.upce, .upcE), (.code39, .code39), (.code39Mod43, .code39), (.ean13, .ean13), (.ean8, .ean8),
        (.code93, .code93),
        (.code128, .code128), (.pdf417, .pdf417), (.qr, .qr), (.aztec, .aztec), (.interleaved2of5, .itf),
        (.itf14, .itf),
        (.dataMatrix, .dataMatrix), (.codabar, .codabar), (.gs1DataBar, .gs1DataBar),
        (.gs1DataBarExpanded, .gs1DataBarExpanded), (.microQR, .microQR),
    ]

    /// What the reader is to look for.
    static func kinds(of types: [AVMetadataObject.ObjectType]) -> BarcodeKinds {
        readers.reduce(into: []) { kinds, reader in
            if types.contains(reader.type) { kinds.formUnion(reader.kind) }
        }
    }

    /// The type of a code, among those that are wanted; `nil` if it has none of them.
    ///
    /// Code 39 with a fitting check character is `code39Mod43`, fourteen digits in interleaved two of five that check are `itf14`.
    /// `UNKNOWN`: both are the plain type to those who want that alone, and say all characters, the check included.
    static func type(of code: FoundBarcode, among wanted: Set<AVMetadataObject.ObjectType>) -> AVMetadataObject
        .ObjectType?
    {
        let special: AVMetadataObject.ObjectType? =
            switch code.kind {
            case .code39 where hasMod43Check(code.text): .code39Mod43
            case .itf where hasITF14Check(code.text): .itf14
            default: nil
            }
        if let special, wanted.contains(special) { return special }
        let plain = readers.first { $0.kind == code.kind && $0.type != .code39Mod43 && $0.type != .itf14 }?.type
        return plain.flatMap { wanted.contains($0) ? $0 : nil }
    }

    private static let code39Characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")

    /// Whether the last character is the sum of the others' values, modulo 43.
    static func hasMod43Check(_ text: String) -> Bool {
        let values = text.compactMap { code39Characters.firstIndex(of: $0) }
        guard values.count == text.count, values.count > 1, let check = values.last else { return false }
        return values.dropLast().reduce(0, +) % 43 == check
    }

    /// Whether there are fourteen digits, of which the last one checks the others.
    static func hasITF14Check(_ text: String) -> Bool {
        let digits = text.compactMap(\.wholeNumberValue)
        guard digits.count == 14, text.count == 14 else { return false }
        return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) } % 10 == 0
    }
}

/// The luma of frames, without a copy where it lies in a plane of its own. Keeps its converters from frame to frame. One thread at a time.
final class FrameLuma {
    private var decoder: JPEGDecoder?
    private var converter: PixelTransformer?

    /// Lends a frame's luma.
    ///
    /// - Throws: what the decoder or the converter says about a spoilt frame; what `use` throws.
    func with<Result>(_ frame: CaptureFrame, _ use: (LumaPlane) throws -> Result) throws -> Result {
        let pixels = try pixels(of: frame)
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(pixels)
        let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(pixels, 0) : CVPixelBufferGetBaseAddress(pixels)
        guard let base else { throw AVError(.unknown) }
        return try use(
            LumaPlane(
                pixels: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
                width: CVPixelBufferGetWidth(pixels),
                height: CVPixelBufferGetHeight(pixels),
                bytesPerRow: isPlanar
                    ? CVPixelBufferGetBytesPerRowOfPlane(pixels, 0) : CVPixelBufferGetBytesPerRow(pixels)
            )
        )
    }

    /// Formats whose first plane, or only one, is luma of eight bits.
    private static let lumaFirst: Set<OSType> = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
        kCVPixelFormatType_OneComponent8,
    ]

    private func pixels(of frame: CaptureFrame) throws -> CVPixelBuffer {
        switch frame.content {
        case .image(let buffer):
            if Self.lumaFirst.contains(CVPixelBufferGetPixelFormatType(buffer)) { return buffer }
            let converter = try converter ?? PixelTransformer(pixelFormat: kCVPixelFormatType_OneComponent8)
            self.converter = converter
            return try converter.transform(buffer)
        case .compressed(let data):
            let decoder = try decoder ?? JPEGDecoder(pixelFormat: kCVPixelFormatType_OneComponent8)
            self.decoder = decoder
            return try data.withContiguousBytes { try decoder.decode($0) }
        }
    }
}

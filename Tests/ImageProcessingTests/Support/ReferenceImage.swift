import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing

/// Test pictures of coloured blocks, painted into and read from any format with the tests' own formulas.
enum ReferenceImage {
    /// The edge of a block in pixels.
    static let block = 8

    /// The colour at a pixel: every block of a picture of up to 16 by 16 blocks has another one.
    static func color(x: Int, y: Int) -> ReferenceColor {
        let column = x / block
        let row = y / block
        return ReferenceColor(
            red: Double(20 + column * 37 % 216),
            green: Double(30 + (row * 53 + column * 11) % 200),
            blue: Double(25 + (row * 29 + column * 71) % 210)
        )
    }

    /// A buffer whose rows are padded to a multiple of `alignment` bytes.
    static func buffer(_ format: OSType, width: Int, height: Int, alignment: Int = 64) throws -> CVPixelBuffer {
        let attributes: [AnyHashable: Any] = [
            kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: alignment)
        ]
        var buffer: CVPixelBuffer?
        let code = CVPixelBufferCreate(
            kCFAllocatorDefault,
            width,
            height,
            format,
            NSDictionary(dictionary: attributes),
            &buffer
        )
        guard let buffer else { throw SupportError("CVPixelBufferCreate: \(code)") }
        return buffer
    }

    /// A painted picture.
    static func make(
        _ format: ReferenceFormat,
        width: Int,
        height: Int,
        matrix: YCbCrMatrix = .bt601,
        alignment: Int = 64,
        color: (_ x: Int, _ y: Int) -> ReferenceColor = ReferenceImage.color
    ) throws -> CVPixelBuffer {
        let buffer = try buffer(format.type, width: width, height: height, alignment: alignment)
        CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix.attachment, .shouldPropagate)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let samples = SampleAccess(buffer, format, matrix)
        for y in 0..<height {
            for x in 0..<width { samples.paint(color(x, y), x: x, y: y) }
        }
        return buffer
    }

    /// Every pixel's colour, row by row.
    static func colors(
        _ buffer: CVPixelBuffer,
        _ format: ReferenceFormat,
        matrix: YCbCrMatrix = .bt601
    ) -> [[ReferenceColor]] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let samples = SampleAccess(buffer, format, matrix)
        return (0..<CVPixelBufferGetHeight(buffer)).map { y in
            (0..<CVPixelBufferGetWidth(buffer)).map { x in samples.color(x: x, y: y) }
        }
    }
}

/// Something the tests themselves need is missing.
struct SupportError: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Reads and writes single pixels. Chroma is shared: the last pixel painted decides, which does not matter for blocks of
/// an even size.
private struct SampleAccess {
    private let format: ReferenceFormat
    private let matrix: ReferenceMatrix
    private var planes: [(base: UnsafeMutablePointer<UInt8>, stride: Int)] = []

    init(_ buffer: CVPixelBuffer, _ format: ReferenceFormat, _ matrix: YCbCrMatrix) {
        self.format = format
        self.matrix = ReferenceMatrix(matrix, isFull: format.isFull)
        if CVPixelBufferIsPlanar(buffer) {
            for plane in 0..<CVPixelBufferGetPlaneCount(buffer) {
                let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!.assumingMemoryBound(to: UInt8.self)
                planes.append((base, CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)))
            }
        } else {
            let base = CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: UInt8.self)
            planes.append((base, CVPixelBufferGetBytesPerRow(buffer)))
        }
    }

    private func address(_ plane: Int, row: Int, byte: Int) -> UnsafeMutablePointer<UInt8> {
        planes[plane].base + row * planes[plane].stride + byte
    }

    private func word(_ plane: Int, row: Int, index: Int) -> UnsafeMutablePointer<UInt16> {
        UnsafeMutableRawPointer(address(plane, row: row, byte: index * 2)).assumingMemoryBound(to: UInt16.self)
    }

    private func byte(_ value: Double) -> UInt8 {
        UInt8(min(max(value.rounded(), 0), 255))
    }

    func paint(_ color: ReferenceColor, x: Int, y: Int) {
        let (luma, cb, cr) = matrix.encode(color)
        switch format.kind {
        case .rgb(let r, let g, let b, let a, let size):
            let pixel = address(0, row: y, byte: x * size)
            (pixel[r], pixel[g], pixel[b]) = (byte(color.red), byte(color.green), byte(color.blue))
            if let a { pixel[a] = 255 }
        case .biplanar(tenBit: false):
            address(0, row: y, byte: x).pointee = byte(luma)
            address(1, row: y / 2, byte: x / 2 * 2).pointee = byte(cb)
            address(1, row: y / 2, byte: x / 2 * 2 + 1).pointee = byte(cr)
        case .biplanar(tenBit: true):
            word(0, row: y, index: x).pointee = tenBits(luma)
            word(1, row: y / 2, index: x / 2 * 2).pointee = tenBits(cb)
            word(1, row: y / 2, index: x / 2 * 2 + 1).pointee = tenBits(cr)
        case .planar:
            address(0, row: y, byte: x).pointee = byte(luma)
            address(1, row: y / 2, byte: x / 2).pointee = byte(cb)
            address(2, row: y / 2, byte: x / 2).pointee = byte(cr)
        case .packed(let firstLuma, let cbPlace, let crPlace):
            let pair = address(0, row: y, byte: x / 2 * 4)
            pair[firstLuma + x % 2 * 2] = byte(luma)
            (pair[cbPlace], pair[crPlace]) = (byte(cb), byte(cr))
        case .gray:
            address(0, row: y, byte: x).pointee = byte(color.asGray.red)
        }
    }

    private func tenBits(_ value: Double) -> UInt16 {
        UInt16(min(max((value * 4).rounded(), 0), 1023)) << 6
    }

    func color(x: Int, y: Int) -> ReferenceColor {
        func value(_ pointer: UnsafeMutablePointer<UInt8>) -> Double { Double(pointer.pointee) }
        func decode(_ y: Double, _ cb: Double, _ cr: Double) -> ReferenceColor {
            matrix.decode(y: y, cb: cb, cr: cr)
        }
        switch format.kind {
        case .rgb(let r, let g, let b, _, let size):
            let pixel = address(0, row: y, byte: x * size)
            return ReferenceColor(red: value(pixel + r), green: value(pixel + g), blue: value(pixel + b))
        case .biplanar(tenBit: false):
            let chroma = address(1, row: y / 2, byte: x / 2 * 2)
            return decode(value(address(0, row: y, byte: x)), value(chroma), value(chroma + 1))
        case .biplanar(tenBit: true):
            func ten(_ pointer: UnsafeMutablePointer<UInt16>) -> Double { Double(pointer.pointee) / 256 }
            let chroma = word(1, row: y / 2, index: x / 2 * 2)
            return decode(ten(word(0, row: y, index: x)), ten(chroma), ten(chroma + 1))
        case .planar:
            return decode(
                value(address(0, row: y, byte: x)),
                value(address(1, row: y / 2, byte: x / 2)),
                value(address(2, row: y / 2, byte: x / 2))
            )
        case .packed(let firstLuma, let cbPlace, let crPlace):
            let pair = address(0, row: y, byte: x / 2 * 4)
            return decode(value(pair + firstLuma + x % 2 * 2), value(pair + cbPlace), value(pair + crPlace))
        case .gray:
            let luma = value(address(0, row: y, byte: x))
            return ReferenceColor(red: luma, green: luma, blue: luma)
        }
    }
}

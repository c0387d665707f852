import CoreImage
import Foundation
import Testing

/// A pixel: blue, green, red, alpha.
typealias Pixel = [UInt8]

let red: Pixel = [0, 0, 255, 255]
let green: Pixel = [0, 255, 0, 255]
let blue: Pixel = [255, 0, 0, 255]
let white: Pixel = [255, 255, 255, 255]
let nothing: Pixel = [0, 0, 0, 0]

/// A `BGRA` buffer of pixels, the upper row first.
func buffer(_ rows: [[Pixel]]) throws -> CVPixelBuffer {
    let buffer = try emptyBuffer(rows[0].count, rows.count)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let start = try #require(CVPixelBufferGetBaseAddress(buffer))
    for (row, pixels) in rows.enumerated() {
        let line = start + row * CVPixelBufferGetBytesPerRow(buffer)
        for (place, byte) in pixels.joined().enumerated() {
            line.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
        }
    }
    return buffer
}

/// A buffer of zeros.
func emptyBuffer(
    _ width: Int,
    _ height: Int,
    _ format: OSType = kCVPixelFormatType_32BGRA
) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
    return try #require(made)
}

/// The pixels of a `BGRA` buffer, the upper row first.
func pixels(_ buffer: CVPixelBuffer) throws -> [[Pixel]] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let start = try #require(CVPixelBufferGetBaseAddress(buffer))
    return (0..<CVPixelBufferGetHeight(buffer)).map { row in
        (0..<CVPixelBufferGetWidth(buffer)).map { column in
            let pixel = start + row * CVPixelBufferGetBytesPerRow(buffer) + column * 4
            return Pixel(UnsafeRawBufferPointer(start: pixel, count: 4))
        }
    }
}

/// The pixels of a `BGRA` image, the upper row first.
func pixels(_ image: CGImage?) throws -> [[Pixel]] {
    let image = try #require(image)
    let bytes = try #require(image.dataProvider?.data) as Data
    return (0..<image.height).map { row in
        (0..<image.width).map { column in
            let start = bytes.startIndex + row * image.bytesPerRow + column * 4
            return Pixel(bytes[start..<start + 4])
        }
    }
}

/// What a context renders of a part of an image, or of all of it.
func rendered(_ image: CIImage, _ rect: CGRect? = nil) throws -> [[Pixel]] {
    try pixels(CIContext().createCGImage(image, from: rect ?? image.extent))
}

/// Red and green in the upper row, blue and white in the lower one.
func corners() throws -> CIImage { CIImage(cvPixelBuffer: try buffer([[red, green], [blue, white]])) }

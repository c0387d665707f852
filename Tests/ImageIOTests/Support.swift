import CoreGraphics
import Foundation
import ImageIO
import MovieValidators
import Testing

/// An image with a gradient, and a red corner at the upper left.
func testImage(_ width: Int, _ height: Int, alpha: CGImageAlphaInfo = .noneSkipLast) throws -> CGImage {
    let context = try #require(
        CGContext(
            data: nil,
            width: width,
            height: height,
            bitsPerComponent: 8,
            bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: alpha.rawValue
        )
    )
    for column in 0..<width {
        context.setFillColor(red: 0.2, green: CGFloat(column) / CGFloat(width), blue: 0.7, alpha: 1)
        context.fill(CGRect(x: column, y: 0, width: 1, height: height))
    }
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: height - height / 4, width: width / 4, height: height / 4))
    if alpha == .premultipliedLast {
        context.clear(CGRect(x: width / 2, y: 0, width: width / 2, height: height / 4))
        context.setFillColor(red: 0, green: 1, blue: 0, alpha: 0.5)
        context.fill(CGRect(x: width / 2, y: 0, width: width / 4, height: height / 4))
    }
    return try #require(context.makeImage())
}

/// An image's file.
func file(_ image: CGImage, _ type: String, _ properties: [CFString: Any] = [:]) throws -> Data {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
    CGImageDestinationAddImage(destination, image, properties as CFDictionary)
    #expect(CGImageDestinationFinalize(destination))
    return data as Data
}

func source(_ file: Data) throws -> CGImageSource {
    try #require(CGImageSourceCreateWithData(file as CFData, nil))
}

func properties(_ file: Data) throws -> [String: Any] {
    try #require(CGImageSourceCopyPropertiesAtIndex(try source(file), 0, nil) as? [String: Any])
}

/// Red, green, blue and alpha of an image's pixel, from its upper left corner.
func pixel(_ image: CGImage, _ column: Int, _ row: Int) throws -> [UInt8] {
    let context = try #require(
        CGContext(
            data: nil,
            width: 1,
            height: 1,
            bitsPerComponent: 8,
            bytesPerRow: 4,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
    )
    let part = try #require(image.cropping(to: CGRect(x: column, y: row, width: 1, height: 1)))
    context.draw(part, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    let start = try #require(context.data)
    return Array(UnsafeRawBufferPointer(start: start, count: 4))
}

func isRed(_ pixel: [UInt8]) -> Bool { pixel[0] > 220 && pixel[1] < 40 && pixel[2] < 40 }

/// What `exiftool` reads of a file.
func exiftool(_ file: Data, _ fileExtension: String) throws -> [String: String] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(fileExtension)")
    defer { try? FileManager.default.removeItem(at: url) }
    try file.write(to: url)
    // ffmpeg reads no images of HEIF files.
    if fileExtension != "heic" { #expect(try MovieFileValidator(url).decodingErrors() == []) }
    return try MovieFileValidator(url).exif()
}

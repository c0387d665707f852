import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

/// The settings of a video data output as values; parses and prints the dictionary that the API has (S-133, S-134).
package struct VideoSettings: Equatable, Sendable {
    /// Which form frames are delivered in.
    package enum Form: Equatable, Sendable {
        /// As the device delivers them, compressed ones too: the empty dictionary.
        case native
        /// Uncompressed; `nil` means the output's default pixel format.
        case pixels(OSType?)
    }

    /// How frames are delivered.
    package var form = Form.pixels(nil)
    /// The wanted size; `nil` leaves it to the output.
    package var dimensions: CaptureDimensions?

    /// The pixel formats that can be asked for.
    package static let availablePixelFormats: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
    ]

    /// Why a dictionary can't be used, as Apple would put it.
    package struct Refusal: Error, Equatable {
        /// What is said to the programmer.
        package var message: String
    }

    /// The default.
    package init() {}

    /// Reads a dictionary; `nil` is the default.
    ///
    /// - Throws: `Refusal` for unknown keys, unsupported pixel formats, and sizes that are not positive.
    package init(_ dictionary: [String: Any]?) throws(Refusal) {
        guard let dictionary else { return }
        guard !dictionary.isEmpty else {
            form = .native
            return
        }
        let formatKey = kCVPixelBufferPixelFormatTypeKey as String
        let widthKey = kCVPixelBufferWidthKey as String
        let heightKey = kCVPixelBufferHeightKey as String
        if let unknown = dictionary.keys.first(where: { ![formatKey, widthKey, heightKey].contains($0) }) {
            throw Refusal(message: "videoSettings dictionary contains unsupported key \(unknown)")
        }
        if let value = dictionary[formatKey] {
            guard let number = Self.number(value), let type = OSType(exactly: number),
                Self.availablePixelFormats.contains(type)
            else {
                throw Refusal(
                    message: "Unsupported pixel format type - use -availableVideoCVPixelFormatTypes"
                )
            }
            form = .pixels(type)
        }
        let (width, height) = (dictionary[widthKey].flatMap(Self.number), dictionary[heightKey].flatMap(Self.number))
        switch (width, height) {
        case (nil, nil): break
        case (let width?, let height?) where width > 0 && height > 0 && width <= 16384 && height <= 16384:
            dimensions = CaptureDimensions(width: Int32(width), height: Int32(height))
        default:
            throw Refusal(message: "videoSettings needs both width and height, each a positive number of pixels")
        }
    }

    private static func number(_ value: Any) -> Int? {
        switch value {
        case let number as NSNumber: number.intValue
        case let number as OSType: Int(number)
        case let number as any BinaryInteger: Int(exactly: number)
        default: nil
        }
    }

    /// Why the size doesn't suit frames of another size; `nil` if it does (S-134).
    package func refusal(for frame: CaptureDimensions) -> Refusal? {
        guard let dimensions else { return nil }
        guard dimensions.width <= frame.width, dimensions.height <= frame.height else {
            return Refusal(message: "width and height may not exceed the active format's \(frame)")
        }
        let error =
            Double(dimensions.width) * Double(frame.height) - Double(dimensions.height) * Double(frame.width)
        guard abs(error) <= Double(max(frame.width, frame.height)) * 2 else {
            return Refusal(message: "width and height must have the aspect ratio of the active format, \(frame)")
        }
        return nil
    }
}

import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

/// Reads a settings dictionary as clients write them: numbers of any Swift type or `NSNumber`, strings, nested dictionaries.
package struct SettingsReader {
    package let settings: [String: Any]

    package init(_ settings: [String: Any]) {
        self.settings = settings
    }

    package func number(_ key: String) throws(WriterRefusal) -> Double? {
        guard let value = settings[key] else { return nil }
        guard let number = Self.number(value), number.isFinite else { throw .argument("\(key) must be a number") }
        return number
    }

    package func integer(_ key: String) throws(WriterRefusal) -> Int? {
        guard let number = try number(key) else { return nil }
        guard let integer = Int(exactly: number.rounded()) else { throw .argument("\(key) must be a whole number") }
        return integer
    }

    package func flag(_ key: String) throws(WriterRefusal) -> Bool? {
        guard let value = settings[key] else { return nil }
        if let flag = value as? Bool { return flag }
        guard let number = Self.number(value) else { throw .argument("\(key) must be a Boolean") }
        return number != 0
    }

    package func dictionary(_ key: String) throws(WriterRefusal) -> SettingsReader? {
        guard let value = settings[key] else { return nil }
        if let dictionary = value as? [String: Any] { return SettingsReader(dictionary) }
        guard let dictionary = value as? NSDictionary else { throw .argument("\(key) must be a dictionary") }
        var converted: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let key = key as? String else { continue }
            converted[key] = value
        }
        return SettingsReader(converted)
    }

    package func string(_ key: String) throws(WriterRefusal) -> String? {
        guard let value = settings[key] else { return nil }
        if let string = value as? String { return string }
        if let string = value as? NSString { return String(describing: string) }
        throw .argument("\(key) must be a string")
    }

    /// Refuses keys that nothing reads.
    ///
    /// - Parameter message: the refusal for an unknown key.
    package func refuseOthers(than known: Set<String>, _ message: (String) -> String) throws(WriterRefusal) {
        if let unknown = settings.keys.sorted().first(where: { !known.contains($0) }) {
            throw .argument(message(unknown))
        }
    }

    private static func number(_ value: Any) -> Double? {
        switch value {
        case let number as NSNumber: number.doubleValue
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as CGFloat: Double(number)
        case let number as any BinaryInteger: Double(number)
        default: nil
        }
    }
}

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

import CoreGraphics
import Foundation

/// What an image's file tells besides the image.
struct ImageMetadata: Sendable, Equatable {
    /// The values of `{TIFF}`.
    var image: [String: PropertyValue] = [:]
    /// The values of `{Exif}`.
    var exif: [String: PropertyValue] = [:]
    /// The values of `{GPS}`.
    var gps: [String: PropertyValue] = [:]
    /// A small JPEG image.
    var thumbnail: Data?

    /// How the image must be turned to be upright, 1 to 8; nil if the file does not tell.
    var orientation: Int? {
        guard case .integer(let number) = image[Self.orientationKey], (1...8).contains(number) else { return nil }
        return number
    }

    private static let orientationKey = kCGImagePropertyTIFFOrientation as String

    /// The metadata that EXIF's bytes hold.
    init(payload: Data?) {
        self = payload.flatMap(TIFFReader.init)?.metadata() ?? ImageMetadata()
    }

    init() {}

    /// Properties in the form that clients get.
    func properties() -> [String: Any] {
        var properties: [String: Any] = [:]
        if let orientation { properties[kCGImagePropertyOrientation as String] = NSNumber(value: orientation) }
        let directories = [
            (kCGImagePropertyTIFFDictionary, image), (kCGImagePropertyExifDictionary, exif),
            (kCGImagePropertyGPSDictionary, gps),
        ]
        for (key, values) in directories where !values.isEmpty {
            properties[key as String] = values.mapValues(\.object) as NSDictionary
        }
        return properties
    }

    /// Changes what a client's properties name: a value replaces, `NSNull` removes.
    mutating func merge(_ properties: [String: Any]) {
        Self.merge(properties[kCGImagePropertyTIFFDictionary as String], into: &image, .image)
        Self.merge(properties[kCGImagePropertyExifDictionary as String], into: &exif, .exif)
        Self.merge(properties[kCGImagePropertyGPSDictionary as String], into: &gps, .gps)
        switch properties[kCGImagePropertyOrientation as String] {
        case is NSNull: image[Self.orientationKey] = nil
        case let value?:
            guard let number = PropertyValue.integers(value)?.first, (1...8).contains(number) else { break }
            image[Self.orientationKey] = .integer(number)
        case nil: break
        }
        mergeResolution(properties)
    }

    private mutating func mergeResolution(_ properties: [String: Any]) {
        let keys = [
            (kCGImagePropertyDPIWidth, kCGImagePropertyTIFFXResolution),
            (kCGImagePropertyDPIHeight, kCGImagePropertyTIFFYResolution),
        ]
        for (key, tiffKey) in keys {
            guard let number = properties[key as String].flatMap(PropertyValue.reals)?.first else { continue }
            image[tiffKey as String] = .real(number)
            image[kCGImagePropertyTIFFResolutionUnit as String] = .integer(2)
        }
    }

    private static func merge(_ given: Any?, into values: inout [String: PropertyValue], _ directory: TIFFDirectory) {
        if given is NSNull { values = [:] }
        guard let given = stringDictionary(given) else { return }
        for field in TIFFField.all(directory) {
            guard let object = given[field.key] else { continue }
            if object is NSNull {
                values[field.key] = nil
            } else {
                values[field.key] = field.value(object) ?? values[field.key]
            }
        }
    }
}

extension TIFFField {
    /// A client's value in the form in which it is written; nil for one that does not fit.
    fileprivate func value(_ object: Any) -> PropertyValue? {
        switch kind {
        case .text, .comment, .clock: PropertyValue.text(object).map(PropertyValue.text)
        case .integer, .byte, .byteOfNoFormat: PropertyValue.integers(object)?.first.map(PropertyValue.integer)
        case .integers, .bytes, .bytesOfNoFormat, .version:
            PropertyValue.integers(object).map(PropertyValue.integers)
        case .fraction, .signedFraction, .angle: PropertyValue.reals(object)?.first.map(PropertyValue.real)
        case .fractions: PropertyValue.reals(object).map(PropertyValue.reals)
        }
    }
}

/// A value of an image's properties.
enum PropertyValue: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case real(Double)
    case integers([Int])
    case reals([Double])

    /// The value as a dictionary of properties has it.
    var object: Any {
        switch self {
        case .text(let text): text as NSString
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .integers(let numbers): numbers.map { NSNumber(value: $0) } as NSArray
        case .reals(let numbers): numbers.map { NSNumber(value: $0) } as NSArray
        }
    }

    /// The text of a client's value; numbers are written out.
    static func text(_ object: Any) -> String? {
        if let text = object as? String { return text }
        return (object as? NSNumber)?.stringValue
    }

    /// The numbers of a client's value: of one number, or of a list.
    static func reals(_ object: Any) -> [Double]? {
        if let number = real(object) { return [number] }
        guard let list = object as? [Any], !list.isEmpty, list.count <= 4096 else { return nil }
        let numbers = list.compactMap(real)
        return numbers.count == list.count ? numbers : nil
    }

    /// The whole numbers of a client's value.
    static func integers(_ object: Any) -> [Int]? {
        reals(object)?.map { Int(min(max($0.rounded(), -9e15), 9e15)) }
    }

    private static func real(_ object: Any) -> Double? {
        let number: Double? =
            switch object {
            case let number as NSNumber: number.doubleValue
            case let number as CGFloat: Double(number)
            case let text as String: Double(text)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// A client's dictionary, whichever of Foundation's and Swift's kinds of dictionaries and strings it is made of.
func stringDictionary(_ object: Any?) -> [String: Any]? {
    switch object {
    case let dictionary as [String: Any]: dictionary
    case let dictionary as [NSString: Any]:
        Dictionary(dictionary.map { ($0.key as String, $0.value) }, uniquingKeysWith: { first, _ in first })
    case let dictionary as NSDictionary:
        Dictionary(
            dictionary.allKeys.compactMap { key in
                guard let name = key as? String, let value = dictionary.object(forKey: key) else { return nil }
                return (name, value)
            },
            uniquingKeysWith: { first, _ in first }
        )
    default: nil
    }
}

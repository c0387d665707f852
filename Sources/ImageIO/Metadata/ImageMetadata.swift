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

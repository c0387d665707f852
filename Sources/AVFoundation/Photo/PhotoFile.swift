import CaptureCore
import CoreVideo
import Foundation
import ImageIO
import ImageProcessing

/// Photo files: a JPEG image, EXIF, and a thumbnail.
enum PhotoFile {
    /// A file of an image and its metadata; `nil` when they can't be put together.
    ///
    /// - Parameters:
    ///   - image: a JPEG image; its own EXIF is replaced.
    ///   - metadata: with the keys of `CGImageProperties`. Empty, and without a thumbnail: the image as it is.
    ///   - thumbnail: a small JPEG image.
    static func jpeg(_ image: Data, metadata: [String: PhotoMetadataValue], thumbnail: Data?) -> Data? {
        guard !metadata.isEmpty || thumbnail != nil else { return image }
        var exif = ExifMetadata(photoMetadata: metadata)
        exif.thumbnail = thumbnail
        return try? ExifWriter.replacingMetadata(exif, in: image)
    }

    /// A file with the same image and metadata and another thumbnail; `nil` when there is no JPEG image.
    static func jpeg(_ file: Data, thumbnailOf pixels: CVPixelBuffer) -> Data? {
        let format = PhotoThumbnailFormat([AVVideoCodecKey: AVVideoCodecType.jpeg])
        guard var exif = try? ExifReader.metadata(of: file) ?? ExifMetadata(),
            case .jpeg(let thumbnail)? = PhotoProcessor.thumbnail(of: pixels, format: format)
        else { return nil }
        exif.thumbnail = thumbnail
        return try? ExifWriter.replacingMetadata(exif, in: file)
    }
}

extension ExifMetadata {
    /// What of a photo's metadata EXIF files have, and the writer writes.
    init(photoMetadata: [String: PhotoMetadataValue]) {
        self.init(timeZone: .gmt)
        let tiff = PhotoMetadataReader(photoMetadata[kCGImagePropertyTIFFDictionary as String])
        let exif = PhotoMetadataReader(photoMetadata[kCGImagePropertyExifDictionary as String])
        let top = PhotoMetadataReader(.dictionary(photoMetadata))
        make = tiff.text(kCGImagePropertyTIFFMake)
        model = tiff.text(kCGImagePropertyTIFFModel)
        software = tiff.text(kCGImagePropertyTIFFSoftware)
        orientation = top.integer(kCGImagePropertyOrientation) ?? tiff.integer(kCGImagePropertyTIFFOrientation)
        pixelWidth = top.integer(kCGImagePropertyPixelWidth) ?? exif.integer(kCGImagePropertyExifPixelXDimension)
        pixelHeight = top.integer(kCGImagePropertyPixelHeight) ?? exif.integer(kCGImagePropertyExifPixelYDimension)
        readExposure(exif)
        readDate(exif, tiff)
        let maker = PhotoMetadataReader(photoMetadata[kCGImagePropertyMakerAppleDictionary as String])
        contentIdentifier = maker.text(PhotoMetadata.contentIdentifierKey as NSString)
        location = ExifLocation(PhotoMetadataReader(photoMetadata[kCGImagePropertyGPSDictionary as String]))
    }

    private mutating func readExposure(_ exif: PhotoMetadataReader) {
        exposureTime = exif.number(kCGImagePropertyExifExposureTime)
        fNumber = exif.number(kCGImagePropertyExifFNumber)
        isoSpeed = exif.integer(kCGImagePropertyExifISOSpeedRatings)
        exposureBias = exif.number(kCGImagePropertyExifExposureBiasValue)
        exposureProgram = exif.integer(kCGImagePropertyExifExposureProgram)
        exposureMode = exif.integer(kCGImagePropertyExifExposureMode)
        focalLength = exif.number(kCGImagePropertyExifFocalLength)
        focalLengthIn35mmFilm = exif.integer(kCGImagePropertyExifFocalLenIn35mmFilm)
        flash = exif.integer(kCGImagePropertyExifFlash)
        meteringMode = exif.integer(kCGImagePropertyExifMeteringMode)
        whiteBalance = exif.integer(kCGImagePropertyExifWhiteBalance)
        lensMake = exif.text(kCGImagePropertyExifLensMake)
        lensModel = exif.text(kCGImagePropertyExifLensModel)
        digitalZoomRatio = exif.number(kCGImagePropertyExifDigitalZoomRatio)
    }

    private mutating func readDate(_ exif: PhotoMetadataReader, _ tiff: PhotoMetadataReader) {
        guard let text = exif.text(kCGImagePropertyExifDateTimeOriginal) ?? tiff.text(kCGImagePropertyTIFFDateTime),
            let moment = ExifDate.moment(
                dateTime: text,
                subseconds: exif.text(kCGImagePropertyExifSubsecTimeOriginal),
                offset: exif.text(kCGImagePropertyExifOffsetTimeOriginal)
            )
        else { return }
        captureDate = moment.date
        timeZone = moment.zone
    }
}

extension ExifLocation {
    /// Reads a GPS dictionary; `nil` without a place.
    fileprivate init?(_ gps: PhotoMetadataReader) {
        guard let latitude = gps.number(kCGImagePropertyGPSLatitude),
            let longitude = gps.number(kCGImagePropertyGPSLongitude)
        else { return nil }
        func sign(_ reference: String?, _ negative: String) -> Double { reference == negative ? -1 : 1 }
        let isBelowSea = gps.integer(kCGImagePropertyGPSAltitudeRef) == 1
        self.init(
            latitude: latitude * sign(gps.text(kCGImagePropertyGPSLatitudeRef), "S"),
            longitude: longitude * sign(gps.text(kCGImagePropertyGPSLongitudeRef), "W"),
            altitude: gps.number(kCGImagePropertyGPSAltitude).map { isBelowSea ? -$0 : $0 },
            horizontalAccuracy: gps.number(kCGImagePropertyGPSHPositioningError)
        )
        if let day = gps.text(kCGImagePropertyGPSDateStamp), let time = gps.text(kCGImagePropertyGPSTimeStamp) {
            let parts = time.split(separator: ".", maxSplits: 1)
            timestamp = ExifDate.moment(dateTime: "\(day) \(parts.first ?? "")", subseconds: nil, offset: nil)?.date
        }
    }
}

/// Reads a metadata dictionary.
private struct PhotoMetadataReader {
    private let values: [String: PhotoMetadataValue]

    init(_ value: PhotoMetadataValue?) {
        if case .dictionary(let values)? = value { self.values = values } else { values = [:] }
    }

    func text(_ key: NSString) -> String? {
        if case .string(let text)? = values[key as String] { text } else { nil }
    }

    func number(_ key: NSString) -> Double? {
        switch values[key as String] {
        case .real(let number)?: number
        case .integer(let number)?: Double(number)
        // ISO speeds are a list, of which EXIF files have one.
        case .array(let list)?: list.first?.number
        case .string?, .data?, .dictionary?, nil: nil
        }
    }

    func integer(_ key: NSString) -> Int? {
        number(key).flatMap { Int(exactly: $0.rounded()) }
    }
}

extension PhotoMetadataValue {
    fileprivate var number: Double? {
        switch self {
        case .real(let number): number
        case .integer(let number): Double(number)
        case .string, .data, .array, .dictionary: nil
        }
    }
}

extension PhotoFile {
    /// A HEIC file of an image and its metadata. The image is not compressed again.
    ///
    /// - Parameters:
    ///   - image: the image as the sensor gave it.
    ///   - metadata: with the keys of `CGImageProperties`; its orientation is how viewers turn the image.
    ///   - thumbnail: a small image.
    /// - Returns: `nil` when they can't be put together.
    static func heic(_ image: HEVCImage, metadata: [String: PhotoMetadataValue], thumbnail: PhotoThumbnail?) -> Data? {
        var file = HEICFile(image: image)
        if !metadata.isEmpty { file.metadata = ExifMetadata(photoMetadata: metadata) }
        switch thumbnail {
        case .jpeg(let small)?:
            var exif = file.metadata ?? ExifMetadata(timeZone: .gmt)
            exif.thumbnail = small
            file.metadata = exif
        case .hevc(let small)?: file.thumbnail = small
        case nil: break
        }
        return try? file.encoded()
    }
}

/// The files that compressed photos come in. Each holds one codec.
enum PhotoFileFormat: Sendable, CaseIterable {
    /// A HEIC file, with HEVC.
    case heic
    /// A JPEG file.
    case jpeg

    /// Those that there is an encoder for, in the order of an iPhone's lists.
    static let available = allCases.filter { $0 != .heic || HEIFEncoder.isAvailable }

    /// The format of a codec; `nil` for codecs that photos do not come in.
    init?(codec: AVVideoCodecType) {
        guard let format = Self.allCases.first(where: { $0.codec == codec }) else { return nil }
        self = format
    }

    /// What compresses the photo.
    var codec: AVVideoCodecType {
        switch self {
        case .heic: .hevc
        case .jpeg: .jpeg
        }
    }

    /// The type of the file.
    var fileType: AVFileType {
        switch self {
        case .heic: .heic
        case .jpeg: .jpg
        }
    }

    /// What may compress a thumbnail in such a file, the one that most programs read first. A JPEG goes into EXIF, where JPEG files have
    /// theirs; a HEIC file has room for an image of its own.
    var thumbnailCodecs: [AVVideoCodecType] {
        switch self {
        case .heic: [.jpeg, .hevc]
        case .jpeg: [.jpeg]
        }
    }
}

/// A thumbnail for a photo's file.
enum PhotoThumbnail: Sendable {
    /// A JPEG image, small enough for EXIF.
    case jpeg(Data)
    /// An image of its own.
    case hevc(HEVCImage)

    /// What has compressed it.
    var codec: AVVideoCodecType {
        switch self {
        case .jpeg: .jpeg
        case .hevc: .hevc
        }
    }
}

internal import CLibExif
import Foundation

/// Writes EXIF metadata with libexif. Pure functions; any thread.
public enum ExifWriter {
    /// A copy of a JPEG image whose EXIF metadata is replaced. The picture is not compressed again. Width and height are
    /// the image's own.
    ///
    /// - Parameters:
    ///   - metadata: what to write.
    ///   - jpeg: a complete JPEG image.
    /// - Returns: the image with an EXIF segment at its start, in place of a JFIF header or earlier EXIF.
    /// - Throws: ``JPEGError/notJPEG(reason:)``, ``JPEGError/metadataTooLarge(bytes:)``.
    public static func replacingMetadata(_ metadata: ExifMetadata, in jpeg: Data) throws(JPEGError) -> Data {
        try withBytes(jpeg) { bytes throws(JPEGError) in
            var metadata = metadata
            let size = JPEGSegments.frameSize(try JPEGSegments.header(bytes), bytes)
            metadata.pixelWidth = size?.width ?? metadata.pixelWidth
            metadata.pixelHeight = size?.height ?? metadata.pixelHeight
            return try JPEGSegments.assemble(bytes, exif: try payload(metadata), iccProfile: nil)
        }
    }

    /// An APP1 segment's payload: identifier, TIFF header, directories, thumbnail.
    ///
    /// - Parameter metadata: what to write.
    /// - Throws: ``JPEGError/metadataTooLarge(bytes:)``, ``JPEGError/outOfMemory``.
    public static func payload(_ metadata: ExifMetadata) throws(JPEGError) -> Data {
        guard let document = ExifDocument() else { throw .outOfMemory }
        addImage(metadata, to: document)
        addCapture(metadata, to: document)
        addDates(metadata, to: document)
        if let location = metadata.location { addLocation(location, to: document) }
        if let thumbnail = metadata.thumbnail { addThumbnail(thumbnail, to: document) }
        let data = document.serialized()
        guard !data.isEmpty else { throw .outOfMemory }
        guard data.count <= JPEGSegments.largestPayload else { throw .metadataTooLarge(bytes: data.count) }
        return data
    }

    private static func addImage(_ metadata: ExifMetadata, to document: ExifDocument) {
        document.add(EXIF_TAG_MAKE, EXIF_IFD_0, metadata.make.map(ExifValue.ascii))
        document.add(EXIF_TAG_MODEL, EXIF_IFD_0, metadata.model.map(ExifValue.ascii))
        document.add(EXIF_TAG_SOFTWARE, EXIF_IFD_0, metadata.software.map(ExifValue.ascii))
        document.add(EXIF_TAG_ORIENTATION, EXIF_IFD_0, metadata.orientation.map(ExifValue.short))
        addResolution(EXIF_IFD_0, to: document)
        document.add(EXIF_TAG_YCBCR_POSITIONING, EXIF_IFD_0, .short(1))
        document.add(EXIF_TAG_EXIF_VERSION, EXIF_IFD_EXIF, .undefined(Array("0232".utf8)))
        document.add(EXIF_TAG_FLASH_PIX_VERSION, EXIF_IFD_EXIF, .undefined(Array("0100".utf8)))
        document.add(EXIF_TAG_COMPONENTS_CONFIGURATION, EXIF_IFD_EXIF, .undefined([1, 2, 3, 0]))
        document.add(EXIF_TAG_COLOR_SPACE, EXIF_IFD_EXIF, .short(1))
        document.add(EXIF_TAG_PIXEL_X_DIMENSION, EXIF_IFD_EXIF, metadata.pixelWidth.map(ExifValue.long))
        document.add(EXIF_TAG_PIXEL_Y_DIMENSION, EXIF_IFD_EXIF, metadata.pixelHeight.map(ExifValue.long))
    }

    /// Required, and without meaning for a camera: 72 dots per inch stand for "unknown".
    private static func addResolution(_ directory: ExifIfd, to document: ExifDocument) {
        document.add(EXIF_TAG_X_RESOLUTION, directory, .fractions([ExifFraction(72, 1)]))
        document.add(EXIF_TAG_Y_RESOLUTION, directory, .fractions([ExifFraction(72, 1)]))
        document.add(EXIF_TAG_RESOLUTION_UNIT, directory, .short(2))
    }

    private static func addCapture(_ metadata: ExifMetadata, to document: ExifDocument) {
        func fraction(_ value: Double?) -> ExifValue? {
            value.map { .fractions([ExifFraction(approximating: max(0, $0))]) }
        }
        let add = { (tag: ExifTag, value: ExifValue?) in document.add(tag, EXIF_IFD_EXIF, value) }
        add(EXIF_TAG_EXPOSURE_TIME, fraction(metadata.exposureTime))
        add(EXIF_TAG_FNUMBER, fraction(metadata.fNumber))
        add(EXIF_TAG_EXPOSURE_PROGRAM, metadata.exposureProgram.map(ExifValue.short))
        add(EXIF_TAG_ISO_SPEED_RATINGS, metadata.isoSpeed.map(ExifValue.short))
        let bias = metadata.exposureBias.map { ExifValue.signedFraction(ExifFraction(approximating: $0)) }
        add(EXIF_TAG_EXPOSURE_BIAS_VALUE, bias)
        add(EXIF_TAG_METERING_MODE, metadata.meteringMode.map(ExifValue.short))
        add(EXIF_TAG_FLASH, metadata.flash.map(ExifValue.short))
        add(EXIF_TAG_FOCAL_LENGTH, fraction(metadata.focalLength))
        add(EXIF_TAG_EXPOSURE_MODE, metadata.exposureMode.map(ExifValue.short))
        add(EXIF_TAG_WHITE_BALANCE, metadata.whiteBalance.map(ExifValue.short))
        add(EXIF_TAG_DIGITAL_ZOOM_RATIO, fraction(metadata.digitalZoomRatio))
        add(EXIF_TAG_FOCAL_LENGTH_IN_35MM_FILM, metadata.focalLengthIn35mmFilm.map(ExifValue.short))
        add(EXIF_TAG_LENS_MAKE, metadata.lensMake.map(ExifValue.ascii))
        add(EXIF_TAG_LENS_MODEL, metadata.lensModel.map(ExifValue.ascii))
        let note = metadata.contentIdentifier.map { AppleMakerNote(contentIdentifier: $0) }
        add(EXIF_TAG_MAKER_NOTE, note.map { .undefined($0.bytes) })
    }

    private static func addDates(_ metadata: ExifMetadata, to document: ExifDocument) {
        guard let captureDate = metadata.captureDate else { return }
        let date = ExifDate(captureDate, in: metadata.timeZone)
        document.add(EXIF_TAG_DATE_TIME, EXIF_IFD_0, .ascii(date.dateTime))
        for tag in [EXIF_TAG_DATE_TIME_ORIGINAL, EXIF_TAG_DATE_TIME_DIGITIZED] {
            document.add(tag, EXIF_IFD_EXIF, .ascii(date.dateTime))
        }
        for tag in [EXIF_TAG_SUB_SEC_TIME, EXIF_TAG_SUB_SEC_TIME_ORIGINAL, EXIF_TAG_SUB_SEC_TIME_DIGITIZED] {
            document.add(tag, EXIF_IFD_EXIF, .ascii(date.subseconds))
        }
        for tag in [EXIF_TAG_OFFSET_TIME, EXIF_TAG_OFFSET_TIME_ORIGINAL, EXIF_TAG_OFFSET_TIME_DIGITIZED] {
            document.add(tag, EXIF_IFD_EXIF, .ascii(date.offset))
        }
    }

    private static func addLocation(_ location: ExifLocation, to document: ExifDocument) {
        func add(_ number: GPSTag, _ value: ExifValue?) {
            document.add(ExifTag(rawValue: number.rawValue), EXIF_IFD_GPS, value)
        }
        add(.version, .bytes([2, 3, 0, 0]))
        add(.latitudeReference, .ascii(location.latitude < 0 ? "S" : "N"))
        add(.latitude, .fractions(degrees(location.latitude)))
        add(.longitudeReference, .ascii(location.longitude < 0 ? "W" : "E"))
        add(.longitude, .fractions(degrees(location.longitude)))
        if let altitude = location.altitude {
            add(.altitudeReference, .bytes([altitude < 0 ? 1 : 0]))
            add(.altitude, .fractions([ExifFraction(approximating: abs(altitude))]))
        }
        if let timestamp = location.timestamp { addTimestamp(timestamp, add) }
        add(.mapDatum, .ascii("WGS-84"))
        add(.horizontalError, location.horizontalAccuracy.map { .fractions([ExifFraction(approximating: $0)]) })
    }

    private static func addTimestamp(_ timestamp: Date, _ add: (GPSTag, ExifValue?) -> Void) {
        let parts = ExifDate.calendar(secondsFromGMT: 0).dateComponents(
            [.hour, .minute, .second],
            from: timestamp
        )
        let clock = [parts.hour, parts.minute, parts.second].map { ExifFraction($0 ?? 0, 1) }
        add(.timestamp, .fractions(clock))
        let day = ExifDate(Date(timeIntervalSince1970: timestamp.timeIntervalSince1970.rounded(.down)), in: .gmt)
        add(.datestamp, .ascii(String(day.dateTime.prefix(10))))
    }

    /// Degrees, minutes, and seconds to a ten-thousandth: 3 millimetres on the ground.
    private static func degrees(_ angle: Double) -> [ExifFraction] {
        let scale = 10000
        let total = Int((abs(angle) * 3600 * Double(scale)).rounded())
        return [
            ExifFraction(total / (3600 * scale), 1),
            ExifFraction(total / (60 * scale) % 60, 1),
            ExifFraction(total % (60 * scale), scale),
        ]
    }

    private static func addThumbnail(_ thumbnail: Data, to document: ExifDocument) {
        document.add(EXIF_TAG_COMPRESSION, EXIF_IFD_1, .short(6))
        addResolution(EXIF_IFD_1, to: document)
        document.set(thumbnail: thumbnail)
    }
}

/// Tag numbers of the GPS directory, which overlap with those of other directories.
enum GPSTag: UInt32 {
    case version = 0x00
    case latitudeReference = 0x01
    case latitude = 0x02
    case longitudeReference = 0x03
    case longitude = 0x04
    case altitudeReference = 0x05
    case altitude = 0x06
    case timestamp = 0x07
    case mapDatum = 0x12
    case datestamp = 0x1D
    case horizontalError = 0x1F
}

/// A tag's value before it is laid out as bytes.
enum ExifValue {
    case ascii(String)
    case bytes([UInt8])
    case undefined([UInt8])
    case short(Int)
    case long(Int)
    case fractions([ExifFraction])
    case signedFraction(ExifFraction)

    var format: ExifFormat {
        switch self {
        case .ascii: EXIF_FORMAT_ASCII
        case .bytes: EXIF_FORMAT_BYTE
        case .undefined: EXIF_FORMAT_UNDEFINED
        case .short: EXIF_FORMAT_SHORT
        case .long: EXIF_FORMAT_LONG
        case .fractions: EXIF_FORMAT_RATIONAL
        case .signedFraction: EXIF_FORMAT_SRATIONAL
        }
    }

    var componentCount: Int {
        switch self {
        case .ascii(let text): text.utf8.count + 1
        case .bytes(let bytes), .undefined(let bytes): bytes.count
        case .short, .long, .signedFraction: 1
        case .fractions(let fractions): fractions.count
        }
    }

    var byteCount: Int {
        componentCount * Int(exif_format_get_size(format))
    }

    /// Writes the value to memory of ``byteCount`` bytes.
    func store(at memory: UnsafeMutablePointer<UInt8>, _ order: ExifByteOrder) {
        switch self {
        case .ascii(let text):
            store(Array(text.utf8) + [0], at: memory)
        case .bytes(let bytes), .undefined(let bytes):
            store(bytes, at: memory)
        case .short(let number):
            exif_set_short(memory, order, ExifShort(clamping: number))
        case .long(let number):
            exif_set_long(memory, order, ExifLong(clamping: number))
        case .fractions(let fractions):
            for (index, fraction) in fractions.enumerated() {
                let value = ExifRational(
                    numerator: ExifLong(clamping: fraction.numerator),
                    denominator: ExifLong(clamping: fraction.denominator)
                )
                exif_set_rational(memory + index * 8, order, value)
            }
        case .signedFraction(let fraction):
            let value = ExifSRational(
                numerator: ExifSLong(clamping: fraction.numerator),
                denominator: ExifSLong(clamping: fraction.denominator)
            )
            exif_set_srational(memory, order, value)
        }
    }

    private func store(_ bytes: [UInt8], at memory: UnsafeMutablePointer<UInt8>) {
        for (index, byte) in bytes.enumerated() { memory[index] = byte }
    }
}

/// What Apple's cameras write into EXIF's maker note, as far as it is needed here: the identifier that pairs a Live Photo's photo
/// with its movie.
///
/// `OBSERVED`, as readers of such notes have found out: "Apple iOS", a zero, two bytes of version, the byte order as in TIFF, then
/// a directory as in TIFF, whose offsets count from the note's first byte. The identifier is text under number 17.
struct AppleMakerNote: Equatable {
    /// A UUID, in the movie under `com.apple.quicktime.content.identifier`.
    var contentIdentifier: String

    private static let signature = Array("Apple iOS".utf8) + [0]
    private static let contentIdentifierTag = 17
    private static let asciiType = 2
    /// Where the directory begins.
    private static let directory = 14
    private static let entrySize = 12

    init(contentIdentifier: String) {
        self.contentIdentifier = contentIdentifier
    }

    /// Reads a note; nil for those of others, and for ones that have no identifier.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature), bytes.count >= Self.directory + 2 else { return nil }
        let isBigEndian = bytes[Self.directory - 2] == UInt8(ascii: "M")
        func number(at offset: Int, size: Int) -> Int? {
            guard offset >= 0, offset + size <= bytes.count else { return nil }
            let digits = bytes[offset..<offset + size]
            return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        let count = number(at: Self.directory, size: 2) ?? 0
        let entries = (0..<count).lazy.map { Self.directory + 2 + $0 * Self.entrySize }
        guard let entry = entries.first(where: { number(at: $0, size: 2) == Self.contentIdentifierTag }),
            number(at: entry + 2, size: 2) == Self.asciiType, let length = number(at: entry + 4, size: 4),
            let start = length <= 4 ? entry + 8 : number(at: entry + 8, size: 4), start <= bytes.count,
            length <= bytes.count - start
        else { return nil }
        contentIdentifier = String(decoding: bytes[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The whole note.
    var bytes: [UInt8] {
        let text = Array(contentIdentifier.utf8) + [0]
        // What fits into four bytes stands in the entry itself.
        let value = text.count <= 4 ? text + [UInt8](repeating: 0, count: 4 - text.count) : Self.long(Self.textOffset)
        return Self.signature + [0, 1] + Array("MM".utf8) + Self.short(1)
            + Self.short(Self.contentIdentifierTag) + Self.short(Self.asciiType) + Self.long(text.count) + value
            + Self.long(0) + (text.count <= 4 ? [] : text)
    }

    /// Behind the directory's number of entries, its one entry, and the offset of a next directory.
    private static let textOffset = directory + 2 + entrySize + 4

    private static func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)] }
    private static func long(_ number: Int) -> [UInt8] { short(number >> 16) + short(number & 0xffff) }
}

internal import CLibExif
import Foundation

/// Reads EXIF metadata with libexif. Pure functions; any thread. Damaged metadata reads as absent.
public enum ExifReader {
    /// The EXIF metadata of a JPEG image.
    ///
    /// - Parameter jpeg: a complete JPEG image, or at least everything up to its scan.
    /// - Returns: nil when the image has none.
    /// - Throws: ``JPEGError/notJPEG(reason:)``.
    public static func metadata(of jpeg: Data) throws(JPEGError) -> ExifMetadata? {
        try withBytes(jpeg) { bytes throws(JPEGError) in
            try JPEGSegments.exif(bytes).flatMap(metadata(payload:))
        }
    }

    /// The metadata in an APP1 payload with its identifier.
    static func metadata(payload: UnsafeRawBufferPointer) -> ExifMetadata? {
        guard let document = ExifDocument(payload: payload) else { return nil }
        var metadata = ExifMetadata(timeZone: .gmt)
        readImage(document, &metadata)
        readCapture(document, &metadata)
        readDate(document, &metadata)
        metadata.location = location(document)
        metadata.thumbnail = document.thumbnail
        return metadata
    }

    private static func readImage(_ document: ExifDocument, _ metadata: inout ExifMetadata) {
        metadata.make = document.text(EXIF_TAG_MAKE, EXIF_IFD_0)
        metadata.model = document.text(EXIF_TAG_MODEL, EXIF_IFD_0)
        metadata.software = document.text(EXIF_TAG_SOFTWARE, EXIF_IFD_0)
        let orientation = document.number(EXIF_TAG_ORIENTATION, EXIF_IFD_0)
        metadata.orientation = orientation.flatMap { (1...8).contains($0) ? $0 : nil }
        metadata.pixelWidth = document.number(EXIF_TAG_PIXEL_X_DIMENSION, EXIF_IFD_EXIF)
        metadata.pixelHeight = document.number(EXIF_TAG_PIXEL_Y_DIMENSION, EXIF_IFD_EXIF)
    }

    private static func readCapture(_ document: ExifDocument, _ metadata: inout ExifMetadata) {
        let number = { (tag: ExifTag) in document.number(tag, EXIF_IFD_EXIF) }
        let decimal = { (tag: ExifTag) in document.decimal(tag, EXIF_IFD_EXIF) }
        metadata.exposureTime = decimal(EXIF_TAG_EXPOSURE_TIME)
        metadata.fNumber = decimal(EXIF_TAG_FNUMBER)
        metadata.exposureProgram = number(EXIF_TAG_EXPOSURE_PROGRAM)
        metadata.isoSpeed = number(EXIF_TAG_ISO_SPEED_RATINGS)
        metadata.exposureBias = decimal(EXIF_TAG_EXPOSURE_BIAS_VALUE)
        metadata.meteringMode = number(EXIF_TAG_METERING_MODE)
        metadata.flash = number(EXIF_TAG_FLASH)
        metadata.focalLength = decimal(EXIF_TAG_FOCAL_LENGTH)
        metadata.exposureMode = number(EXIF_TAG_EXPOSURE_MODE)
        metadata.whiteBalance = number(EXIF_TAG_WHITE_BALANCE)
        metadata.digitalZoomRatio = decimal(EXIF_TAG_DIGITAL_ZOOM_RATIO)
        metadata.focalLengthIn35mmFilm = number(EXIF_TAG_FOCAL_LENGTH_IN_35MM_FILM)
        metadata.lensMake = document.text(EXIF_TAG_LENS_MAKE, EXIF_IFD_EXIF)
        metadata.lensModel = document.text(EXIF_TAG_LENS_MODEL, EXIF_IFD_EXIF)
        let note = document.bytes(EXIF_TAG_MAKER_NOTE, EXIF_IFD_EXIF).flatMap(AppleMakerNote.init)
        metadata.contentIdentifier = note?.contentIdentifier
    }

    private static func readDate(_ document: ExifDocument, _ metadata: inout ExifMetadata) {
        guard let dateTime = document.text(EXIF_TAG_DATE_TIME_ORIGINAL, EXIF_IFD_EXIF) else { return }
        let moment = ExifDate.moment(
            dateTime: dateTime,
            subseconds: document.text(EXIF_TAG_SUB_SEC_TIME_ORIGINAL, EXIF_IFD_EXIF),
            offset: document.text(EXIF_TAG_OFFSET_TIME_ORIGINAL, EXIF_IFD_EXIF)
        )
        guard let moment else { return }
        metadata.captureDate = moment.date
        metadata.timeZone = moment.zone
    }

    private static func location(_ document: ExifDocument) -> ExifLocation? {
        guard
            let latitude = angle(document, .latitude, .latitudeReference, negative: "S"),
            let longitude = angle(document, .longitude, .longitudeReference, negative: "W")
        else { return nil }
        let isBelow = document.number(.altitudeReference, EXIF_IFD_GPS) == 1
        return ExifLocation(
            latitude: latitude,
            longitude: longitude,
            altitude: document.decimal(.altitude, EXIF_IFD_GPS).map { isBelow ? -$0 : $0 },
            timestamp: timestamp(document),
            horizontalAccuracy: document.decimal(.horizontalError, EXIF_IFD_GPS)
        )
    }

    private static func angle(
        _ document: ExifDocument,
        _ tag: GPSTag,
        _ reference: GPSTag,
        negative: String
    ) -> Double? {
        let parts = document.fractions(ExifTag(rawValue: tag.rawValue), EXIF_IFD_GPS).compactMap(\.value)
        guard parts.count == 3 else { return nil }
        let angle = parts[0] + parts[1] / 60 + parts[2] / 3600
        let side = document.text(ExifTag(rawValue: reference.rawValue), EXIF_IFD_GPS)
        return side == negative ? -angle : angle
    }

    private static func timestamp(_ document: ExifDocument) -> Date? {
        let clock = document.fractions(ExifTag(rawValue: GPSTag.timestamp.rawValue), EXIF_IFD_GPS).compactMap(\.value)
        let day = document.text(ExifTag(rawValue: GPSTag.datestamp.rawValue), EXIF_IFD_GPS)
        guard clock.count == 3, let day else { return nil }
        let midnight = ExifDate.moment(dateTime: "\(day) 00:00:00", subseconds: nil, offset: nil)
        return midnight?.date.addingTimeInterval(clock[0] * 3600 + clock[1] * 60 + clock[2])
    }
}

extension ExifDocument {
    fileprivate func number(_ tag: GPSTag, _ directory: ExifIfd) -> Int? {
        number(ExifTag(rawValue: tag.rawValue), directory)
    }

    fileprivate func decimal(_ tag: GPSTag, _ directory: ExifIfd) -> Double? {
        decimal(ExifTag(rawValue: tag.rawValue), directory)
    }
}

/// A libexif document and its memory. Not thread-safe; used by one function and let go.
final class ExifDocument {
    private static let order = EXIF_BYTE_ORDER_INTEL
    /// A writer of hostile length would be copied several times; real documents have 64 KiB.
    private static let largestInput = 1 << 20

    private let memory: OpaquePointer
    private let document: UnsafeMutablePointer<ExifData>

    /// An empty document; nil without memory.
    init?() {
        guard let memory = exif_mem_new_default() else { return nil }
        guard let document = exif_data_new_mem(memory) else {
            exif_mem_unref(memory)
            return nil
        }
        self.memory = memory
        self.document = document
        exif_data_set_byte_order(document, Self.order)
    }

    /// A document read from an APP1 payload; nil when libexif finds nothing in it.
    convenience init?(payload: UnsafeRawBufferPointer) {
        guard let start = payload.baseAddress, payload.count <= Self.largestInput else { return nil }
        self.init()
        exif_data_unset_option(document, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_load_data(document, start.assumingMemoryBound(to: UInt8.self), UInt32(payload.count))
    }

    deinit {
        exif_data_unref(document)
        exif_mem_unref(memory)
    }

    /// Adds an entry; nothing happens for nil.
    func add(_ tag: ExifTag, _ directory: ExifIfd, _ value: ExifValue?) {
        guard
            let value, let content = content(directory), let entry = exif_entry_new_mem(memory)
        else { return }
        defer { exif_entry_unref(entry) }
        guard let bytes = exif_mem_alloc(memory, ExifLong(value.byteCount)) else { return }
        let start = bytes.assumingMemoryBound(to: UInt8.self)
        value.store(at: start, Self.order)
        entry.pointee.tag = tag
        entry.pointee.format = value.format
        entry.pointee.components = UInt(value.componentCount)
        entry.pointee.data = start
        entry.pointee.size = UInt32(value.byteCount)
        exif_content_add_entry(content, entry)
    }

    /// Embeds a thumbnail. libexif writes its place and length, and frees the copy made here.
    func set(thumbnail: Data) {
        guard let copy = exif_mem_alloc(memory, ExifLong(thumbnail.count)) else { return }
        let start = copy.assumingMemoryBound(to: UInt8.self)
        thumbnail.copyBytes(to: start, count: thumbnail.count)
        document.pointee.data = start
        document.pointee.size = UInt32(thumbnail.count)
    }

    /// The embedded thumbnail.
    var thumbnail: Data? {
        guard let start = document.pointee.data, document.pointee.size > 0 else { return nil }
        return Data(bytes: start, count: Int(document.pointee.size))
    }

    /// The document as an APP1 payload with its identifier; empty without memory.
    func serialized() -> Data {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt32 = 0
        exif_data_save_data(document, &bytes, &count)
        guard let bytes else { return Data() }
        defer { exif_mem_free(memory, bytes) }
        return Data(bytes: bytes, count: Int(count))
    }

    private func content(_ directory: ExifIfd) -> UnsafeMutablePointer<ExifContent>? {
        switch directory {
        case EXIF_IFD_0: document.pointee.ifd.0
        case EXIF_IFD_1: document.pointee.ifd.1
        case EXIF_IFD_EXIF: document.pointee.ifd.2
        case EXIF_IFD_GPS: document.pointee.ifd.3
        default: nil
        }
    }

    private func entry(_ tag: ExifTag, _ directory: ExifIfd) -> ExifEntry? {
        guard let found = exif_content_get_entry(content(directory), tag), found.pointee.data != nil else { return nil }
        return found.pointee
    }

    /// A text without its final zeros and spaces.
    func text(_ tag: ExifTag, _ directory: ExifIfd) -> String? {
        guard let entry = entry(tag, directory), entry.format == EXIF_FORMAT_ASCII else { return nil }
        let bytes = UnsafeBufferPointer(start: entry.data, count: Int(entry.size)).prefix { $0 != 0 }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.trimmingCharacters(in: .whitespaces)
    }

    /// A value as it lies in the document.
    func bytes(_ tag: ExifTag, _ directory: ExifIfd) -> [UInt8]? {
        entry(tag, directory).map { Array(UnsafeBufferPointer(start: $0.data, count: Int($0.size))) }
    }

    /// A whole number of any size.
    func number(_ tag: ExifTag, _ directory: ExifIfd) -> Int? {
        guard let entry = entry(tag, directory), entry.components >= 1 else { return nil }
        let order = exif_data_get_byte_order(document)
        switch (entry.format, entry.size) {
        case (EXIF_FORMAT_BYTE, 1...): return Int(entry.data[0])
        case (EXIF_FORMAT_SHORT, 2...): return Int(exif_get_short(entry.data, order))
        case (EXIF_FORMAT_LONG, 4...): return Int(exif_get_long(entry.data, order))
        default: return nil
        }
    }

    /// Fractions, signed or not.
    func fractions(_ tag: ExifTag, _ directory: ExifIfd) -> [ExifFraction] {
        guard let entry = entry(tag, directory) else { return [] }
        let order = exif_data_get_byte_order(document)
        let count = min(Int(clamping: entry.components), Int(entry.size) / 8)
        switch entry.format {
        case EXIF_FORMAT_RATIONAL:
            return (0..<count).map { index in
                let value = exif_get_rational(entry.data + index * 8, order)
                return ExifFraction(Int(value.numerator), Int(value.denominator))
            }
        case EXIF_FORMAT_SRATIONAL:
            return (0..<count).map { index in
                let value = exif_get_srational(entry.data + index * 8, order)
                return ExifFraction(Int(value.numerator), Int(value.denominator))
            }
        default: return []
        }
    }

    /// The first fraction's value.
    func decimal(_ tag: ExifTag, _ directory: ExifIfd) -> Double? {
        fractions(tag, directory).first?.value
    }
}

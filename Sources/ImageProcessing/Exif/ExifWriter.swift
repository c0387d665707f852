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

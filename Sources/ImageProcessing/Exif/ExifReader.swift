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

import Foundation

/// A HEIC file (ISO/IEC 23008-12) in the making: one image, and what goes with it.
///
/// The image is stored as the sensor gave it. How it is to be turned is said twice, as Apple's files say it: by the properties
/// `irot` and `imir`, which viewers follow, and by EXIF's orientation, which they leave alone. The colour is that of a JPEG image
/// without a profile: sRGB, with the matrix that the pixels have.
public struct HEICFile: Sendable {
    /// The image.
    public var image: HEVCImage
    /// A small one that stands for it; turned like it.
    public var thumbnail: HEVCImage?
    /// What is known about it; `nil` to say nothing, neither how it is turned. Width and height are filled in.
    public var metadata: ExifMetadata?
    /// EXIF's bytes, with its identifier, to be written instead of ``metadata``, and as they are.
    package var exif: Data?

    private static let primaryID: UInt16 = 1
    private static let thumbnailID: UInt16 = 2
    private static let metadataID: UInt16 = 3

    /// - Parameters:
    ///   - image: the image.
    ///   - thumbnail: a small one that stands for it.
    ///   - metadata: what is known about it.
    public init(image: HEVCImage, thumbnail: HEVCImage? = nil, metadata: ExifMetadata? = nil) {
        self.image = image
        self.thumbnail = thumbnail
        self.metadata = metadata
    }

    /// The file's bytes.
    ///
    /// - Throws: ``HEIFError/metadataTooLarge(bytes:)``, ``HEIFError/outOfMemory``.
    public func encoded() throws(HEIFError) -> Data {
        var properties = HEIFProperties()
        let items = try items(&properties)
        let fileType = Self.fileType
        // The description has the same length wherever the content lies.
        let start = fileType.count + Self.description(items, properties, contentStart: 0).count + 8
        let contentLength = items.reduce(0) { $0 + $1.content.count }
        var file = fileType
        file.reserveCapacity(start + contentLength)
        file.append(Self.description(items, properties, contentStart: start))
        var header = HEIFBoxWriter()
        header.append(UInt32(8 + contentLength))
        header.append("mdat")
        file.append(header.data)
        for item in items { file.append(item.content) }
        return file
    }

    /// The items in the order of their content: what is small comes first, so that it is there when the beginning is.
    private func items(_ properties: inout HEIFProperties) throws(HEIFError) -> [HEIFItem] {
        var items: [HEIFItem] = []
        if let content = try exifContent() {
            items.append(HEIFItem(id: Self.metadataID, type: "Exif", content: content, refersAs: "cdsc"))
        }
        let given = exif.flatMap { $0.withUnsafeBytes(ExifReader.metadata(payload:)) } ?? metadata
        let turn = UprightTurn(exifOrientation: given?.orientation ?? 1)
        if let thumbnail {
            items.append(
                HEIFItem(
                    id: Self.thumbnailID,
                    type: "hvc1",
                    content: thumbnail.bitstream,
                    refersAs: "thmb",
                    properties: properties.add(thumbnail, turn)
                )
            )
        }
        items.append(
            HEIFItem(
                id: Self.primaryID,
                type: "hvc1",
                content: image.bitstream,
                properties: properties.add(image, turn)
            )
        )
        return items
    }

    /// EXIF with the place of its TIFF header in front.
    private func exifContent() throws(HEIFError) -> Data? {
        var written = exif
        if written == nil, let metadata { written = try payload(metadata) }
        guard let payload = written else { return nil }
        guard payload.count <= JPEGSegments.largestPayload else { throw .metadataTooLarge(bytes: payload.count) }
        var writer = HEIFBoxWriter()
        writer.append(UInt32(JPEGSegments.exifIdentifier.count))
        writer.append(payload)
        return writer.data
    }

    private func payload(_ metadata: ExifMetadata) throws(HEIFError) -> Data {
        var metadata = metadata
        metadata.pixelWidth = image.dimensions.width
        metadata.pixelHeight = image.dimensions.height
        do throws(JPEGError) {
            return try ExifWriter.payload(metadata)
        } catch .metadataTooLarge(let bytes) {
            throw .metadataTooLarge(bytes: bytes)
        } catch {
            throw .outOfMemory
        }
    }

    private static let fileType = HEIFBoxWriter.box("ftyp") { box in
        box.append("heic")
        box.append(UInt32(0))
        box.append("mif1heicmiaf")
    }

    /// The box that describes all items.
    private static func description(_ items: [HEIFItem], _ properties: HEIFProperties, contentStart: Int) -> Data {
        var writer = HEIFBoxWriter()
        writer.fullBox("meta") { meta in
            meta.fullBox("hdlr") { box in
                box.append(UInt32(0))
                box.append("pict")
                box.append(Data(count: 13))
            }
            meta.fullBox("pitm") { $0.append(primaryID) }
            appendLocations(items, contentStart, to: &meta)
            appendInfo(items, to: &meta)
            appendReferences(items, to: &meta)
            properties.append(associatedWith: items, to: &meta)
        }
        return writer.data
    }

    /// Where each item's content lies: offset and length in four bytes.
    private static func appendLocations(_ items: [HEIFItem], _ contentStart: Int, to meta: inout HEIFBoxWriter) {
        meta.fullBox("iloc") { box in
            box.append(UInt8(0x44))
            box.append(UInt8(0))
            box.append(UInt16(items.count))
            var offset = contentStart
            for item in items {
                box.append(item.id)
                box.append(UInt16(0))
                box.append(UInt16(1))
                box.append(UInt32(offset))
                box.append(UInt32(item.content.count))
                offset += item.content.count
            }
        }
    }

    private static func appendInfo(_ items: [HEIFItem], to meta: inout HEIFBoxWriter) {
        meta.fullBox("iinf") { box in
            box.append(UInt16(items.count))
            for item in items {
                box.fullBox("infe", version: 2) { entry in
                    entry.append(item.id)
                    entry.append(UInt16(0))
                    entry.append(item.type)
                    entry.append(UInt8(0))
                }
            }
        }
    }

    private static func appendReferences(_ items: [HEIFItem], to meta: inout HEIFBoxWriter) {
        guard items.contains(where: { $0.refersAs != nil }) else { return }
        meta.fullBox("iref") { box in
            for item in items {
                guard let kind = item.refersAs else { continue }
                box.box(kind) { reference in
                    reference.append(item.id)
                    reference.append(UInt16(1))
                    reference.append(primaryID)
                }
            }
        }
    }
}

/// One of a file's items.
struct HEIFItem {
    var id: UInt16
    var type: StaticString
    var content: Data
    /// What it is to the primary item; `nil` for that itself.
    var refersAs: StaticString?
    var properties: [HEIFProperties.Association] = []
}

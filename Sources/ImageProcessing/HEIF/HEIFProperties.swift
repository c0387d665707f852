import CoreMedia
import Foundation

/// The properties of a file's images. Images share those that are the same.
struct HEIFProperties {
    /// That an image has a property.
    struct Association {
        /// From one.
        var index: UInt8
        /// Whether a reader that does not know the property must not show the image.
        var isEssential: Bool
    }

    private var boxes: [Data] = []

    /// Notes an image's properties.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - turn: what turns it upright.
    /// - Returns: which ones it has: first what describes it, then what changes it, in that order (ISO/IEC 23000-22).
    mutating func add(_ image: HEVCImage, _ turn: UprightTurn) -> [Association] {
        var found: [Association] = []
        func add(_ box: Data, isEssential: Bool) {
            found.append(Association(index: index(of: box), isEssential: isEssential))
        }
        add(HEIFBoxWriter.box("hvcC") { $0.append(image.configuration) }, isEssential: true)
        add(Self.extent(image.codedDimensions), isEssential: false)
        add(Self.color(image.matrix), isEssential: false)
        add(Self.depth, isEssential: false)
        if image.dimensions != image.codedDimensions { add(Self.aperture(image), isEssential: true) }
        if turn.rotation != .none { add(Self.rotation(turn.rotation), isEssential: true) }
        if turn.isMirrored { add(Self.mirroring, isEssential: true) }
        return found
    }

    private mutating func index(of box: Data) -> UInt8 {
        if let known = boxes.firstIndex(of: box) { return UInt8(known + 1) }
        boxes.append(box)
        return UInt8(boxes.count)
    }

    /// Writes all properties, and who has which.
    func append(associatedWith items: [HEIFItem], to meta: inout HEIFBoxWriter) {
        let images = items.filter { !$0.properties.isEmpty }.sorted { $0.id < $1.id }
        meta.box("iprp") { properties in
            properties.box("ipco") { container in
                for box in boxes { container.append(box) }
            }
            properties.fullBox("ipma") { box in
                box.append(UInt32(images.count))
                for image in images {
                    box.append(image.id)
                    box.append(UInt8(image.properties.count))
                    for property in image.properties {
                        box.append(property.index | (property.isEssential ? 0x80 : 0))
                    }
                }
            }
        }
    }

    /// The size that is stored.
    private static func extent(_ size: PixelDimensions) -> Data {
        var writer = HEIFBoxWriter()
        writer.fullBox("ispe") { box in
            box.append(UInt32(size.width))
            box.append(UInt32(size.height))
        }
        return writer.data
    }

    /// Primaries and curve of sRGB, and the pixels' matrix in full range, by the numbers of ITU-T H.273.
    private static func color(_ matrix: YCbCrMatrix) -> Data {
        HEIFBoxWriter.box("colr") { box in
            box.append("nclx")
            box.append(UInt16(1))
            box.append(UInt16(13))
            box.append(UInt16(matrix.codePoint))
            box.append(UInt8(0x80))
        }
    }

    /// Eight bits for each of three channels.
    private static let depth: Data = {
        var writer = HEIFBoxWriter()
        writer.fullBox("pixi") { box in
            for number: UInt8 in [3, 8, 8, 8] { box.append(number) }
        }
        return writer.data
    }()

    /// Which part of what is stored is the image: fractions for the size, and for the way from the stored centre to the image's.
    private static func aperture(_ image: HEVCImage) -> Data {
        let (size, stored) = (image.dimensions, image.codedDimensions)
        return HEIFBoxWriter.box("clap") { box in
            for side in [size.width, size.height] {
                box.append(UInt32(side))
                box.append(UInt32(1))
            }
            for distance in [size.width - stored.width, size.height - stored.height] {
                box.append(UInt32(bitPattern: Int32(distance)))
                box.append(UInt32(2))
            }
        }
    }

    /// Quarter turns against the clock.
    private static func rotation(_ rotation: PixelRotation) -> Data {
        HEIFBoxWriter.box("irot") { box in
            switch rotation {
            case .none: box.append(UInt8(0))
            case .clockwise90: box.append(UInt8(3))
            case .upsideDown180: box.append(UInt8(2))
            case .clockwise270: box.append(UInt8(1))
            }
        }
    }

    /// Left and right are exchanged.
    private static let mirroring = HEIFBoxWriter.box("imir") { $0.append(UInt8(1)) }
}

extension YCbCrMatrix {
    /// The number of ITU-T H.273.
    var codePoint: UInt32 {
        switch self {
        case .bt601: 6
        case .bt709: 1
        case .bt2020: 9
        }
    }
}

/// What a HEIF file's HEVC images say about themselves in their parameter sets.
///
/// A file says separately how large its images are. A file that lies makes the decoder take the memory that the parameter sets ask for.
enum HEVCParameters {
    private static let sequenceParameters = 33

    /// More of them than any file needs.
    private static let mostSets = 1000

    /// The size of the file's largest HEVC image, or tile of an image; nil without any.
    ///
    /// - Throws: ``HEIFError/corrupt(reason:)`` for so many sets that looking at them would take long.
    static func largestSize(in file: Data) throws(HEIFError) -> PixelDimensions? {
        let sequences = file.withUnsafeBytes { bytes -> [Data]? in
            guard var meta = HEIFBoxReader(bytes).first("meta") else { return [] }
            meta.skip(4)
            guard var properties = meta.first("iprp")?.first("ipco") else { return [] }
            var found: [Data] = []
            while let box = properties.next() {
                if box.type == "hvcC" { append(sequencesIn: box.body, to: &found) }
                if found.count > mostSets { return nil }
            }
            return found
        }
        guard let sequences else { throw .corrupt(reason: "too many parameter sets") }
        return sequences.compactMap(size).max { $0.width * $0.height < $1.width * $1.height }
    }

    private static func append(sequencesIn configuration: HEIFBoxReader, to found: inout [Data]) {
        var box = configuration
        box.skip(22)
        for _ in 0..<(box.number(byteCount: 1) ?? 0) {
            guard let kind = box.number(byteCount: 1), let count = box.number(byteCount: 2) else { return }
            for _ in 0..<count {
                guard let length = box.number(byteCount: 2) else { return }
                if kind & 0x3F == sequenceParameters {
                    found.append(box.data(count: length))
                } else {
                    box.skip(length)
                }
                if found.count > mostSets { return }
            }
        }
    }

    private static func size(_ sequence: Data) -> PixelDimensions? {
        // The other sets say nothing of the size; there only have to be some.
        let sets = [Data([0x40, 1]), sequence, Data([0x44, 1])]
        guard let format = try? CMVideoFormatDescription(hevcParameterSets: sets) else { return nil }
        let size = CMVideoFormatDescriptionGetDimensions(format)
        return PixelDimensions(width: Int(size.width), height: Int(size.height))
    }
}

import CaptureCore
import CoreVideo
import Foundation
import FoundationExtras
import ImageIO

// Depth data as ImageIO keeps it in files. `DEVIATION`: without metadata, for which there is no `CGImageMetadata` here; accuracy,
// quality, filtering and calibration do not go with it.
extension AVDepthData {
    /// Depth data of what `dictionaryRepresentation(forAuxiliaryDataType:)` made; of unknown accuracy, which counts as relative.
    ///
    /// - Throws: `AVError.malformedDepth` for a dictionary that is none, or whose data do not fit their description.
    public convenience init(
        fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]
    ) throws {
        guard let map = AuxiliaryMap(imageSourceAuxDataInfoDictionary), let type = DepthDataType(map.pixelFormat),
            let buffer = map.makeBuffer(bytesPerPixel: type.isHalf ? 2 : 4)
        else { throw AVError(.malformedDepth) }
        self.init(DepthRecord(map: buffer, type: type, accuracy: .relative))
    }

    /// The map with its description, for `CGImageDestinationAddAuxiliaryDataInfo` and the like.
    ///
    /// - Parameter outAuxDataType: receives ImageIO's type of the data: depth or disparity.
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<NSString?>?
    ) -> [AnyHashable: Any]? {
        outAuxDataType?.pointee =
            record.type.isDepth ? kCGImageAuxiliaryDataTypeDepth : kCGImageAuxiliaryDataTypeDisparity
        return AuxiliaryMap(record.map).dictionary
    }
}

/// Pixels with a description, in the form of ImageIO's dictionaries.
struct AuxiliaryMap {
    let pixelFormat: OSType
    private let data: Data
    private let width: Int
    private let height: Int
    private let bytesPerRow: Int

    /// More pixels are nobody's map.
    private static let mostPixels = 1 << 26

    /// Copies a buffer of one plane.
    init(_ buffer: CVPixelBuffer) {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        pixelFormat = CVPixelBufferGetPixelFormatType(buffer)
        width = CVPixelBufferGetWidth(buffer)
        height = CVPixelBufferGetHeight(buffer)
        bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
        let count = bytesPerRow * height
        data = CVPixelBufferGetBaseAddress(buffer).map { Data(bytes: $0, count: count) } ?? Data()
    }

    /// Reads a dictionary; `nil` if anything is missing in it.
    init?(_ dictionary: [AnyHashable: Any]) {
        guard let data = dictionary[kCGImageAuxiliaryDataInfoData as String] as? Data,
            let description = dictionary[kCGImageAuxiliaryDataInfoDataDescription as String] as? [AnyHashable: Any],
            let width = Self.number(description[kCGImagePropertyWidth as String]),
            let height = Self.number(description[kCGImagePropertyHeight as String]),
            let bytesPerRow = Self.number(description[kCGImagePropertyBytesPerRow as String]),
            let pixelFormat = Self.number(description[kCGImagePropertyPixelFormat as String]),
            let pixelFormat = OSType(exactly: pixelFormat)
        else { return nil }
        (self.data, self.width, self.height) = (data, width, height)
        (self.bytesPerRow, self.pixelFormat) = (bytesPerRow, pixelFormat)
    }

    private static func number(_ value: Any?) -> Int? {
        (value as? NSNumber)?.intValue ?? (value as? OSType).map(Int.init) ?? value as? Int
    }

    /// The same as a dictionary.
    var dictionary: [AnyHashable: Any] {
        [
            kCGImageAuxiliaryDataInfoData as String: data,
            kCGImageAuxiliaryDataInfoDataDescription as String: [
                kCGImagePropertyWidth as String: NSNumber(value: width),
                kCGImagePropertyHeight as String: NSNumber(value: height),
                kCGImagePropertyBytesPerRow as String: NSNumber(value: bytesPerRow),
                kCGImagePropertyPixelFormat as String: NSNumber(value: pixelFormat),
            ] as [AnyHashable: Any],
        ]
    }

    /// A buffer with the pixels; `nil` when the description does not fit the data.
    func makeBuffer(bytesPerPixel: Int) -> CVPixelBuffer? {
        guard width > 0, height > 0, width <= Self.mostPixels / height, bytesPerRow >= width * bytesPerPixel,
            bytesPerRow <= data.count, data.count / bytesPerRow >= height,
            let buffer = DepthMap.makeBuffer(pixelFormat, width: width, height: height)
        else { return nil }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        data.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            for row in 0..<height {
                (base + row * stride).copyMemory(from: source + row * bytesPerRow, byteCount: width * bytesPerPixel)
            }
        }
        return buffer
    }
}

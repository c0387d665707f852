import CaptureCore
import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import FoundationExtras
import ImageIO
import simd

/// A map of how far away each place of a picture is, exactly as Apple's class of the same name. Immutable; a client that writes into
/// the map synchronises that.
///
/// A map tells distances in metres, or disparities: their reciprocals. A place that the sensor could not measure is not a number, unless
/// the map is filtered.
///
/// `DEVIATION`: cannot be subclassed, as Swift then could not say that conversions give an object of the same class.
public final class AVDepthData: NSObject {
    // Safe on any thread: immutable.

    /// What the numbers of a map are worth (S-143).
    public enum Accuracy: Int, Sendable {
        /// They can be compared with each other only.
        case relative = 0
        /// They are distances.
        case absolute = 1
    }

    /// How good a map is.
    public enum Quality: Int, Sendable {
        /// Not good.
        case low = 0
        /// Good.
        case high = 1
    }

    let record: DepthRecord

    init(_ record: DepthRecord) {
        self.record = record
        super.init()
    }

    // MARK: The map

    /// The map, a pixel buffer of type `depthDataType`.
    public var depthDataMap: CVPixelBuffer { record.map }

    /// The map's pixel format, one of `kCVPixelFormatType_DepthFloat16` and its three likes.
    public var depthDataType: OSType { record.type.pixelFormat }

    /// The kinds of maps that it can be converted to: all four.
    public var availableDepthDataTypes: [OSType] { DepthDataType.allCases.map(\.pixelFormat) }

    /// Whether places that the sensor could not measure are filled.
    public var isDepthDataFiltered: Bool { record.isFiltered }

    /// What the numbers are worth; absolute of a simulated camera.
    public var depthDataAccuracy: Accuracy { record.accuracy }

    /// How good the map is.
    public var depthDataQuality: Quality { record.quality }

    /// How the camera maps the world to the map; `nil` when it is not known.
    public var cameraCalibrationData: AVCameraCalibrationData? { record.calibration.map(AVCameraCalibrationData.init) }

    // MARK: Derived maps

    /// The same map as another kind. Stops the program for a type that is not in `availableDepthDataTypes`.
    public func converting(toDepthDataType depthDataType: OSType) -> AVDepthData {
        let selector = "depthDataByConvertingToDepthDataType:"
        guard let type = DepthDataType(depthDataType) else {
            refuse(selector, "Unsupported depth data type - use availableDepthDataTypes")
        }
        guard let converted = record.converted(to: type) else { refuse(selector, "Out of memory") }
        return AVDepthData(converted)
    }

    /// The same map turned and mirrored as an EXIF orientation says, with its calibration.
    public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVDepthData {
        guard let oriented = record.oriented(exifOrientation) else {
            refuse("depthDataByApplyingExifOrientation:", "Out of memory")
        }
        return AVDepthData(oriented)
    }

    /// The same data about another map, such as an edited one. `UNKNOWN`: which error Apple throws.
    ///
    /// - Throws: `AVError.malformedDepth` for a buffer that is no map of depth or disparity.
    public func replacingDepthDataMap(with pixelBuffer: CVPixelBuffer) throws -> AVDepthData {
        guard let type = DepthDataType(CVPixelBufferGetPixelFormatType(pixelBuffer)) else {
            throw AVError(.malformedDepth)
        }
        var replaced = record
        (replaced.map, replaced.type) = (pixelBuffer, type)
        return AVDepthData(replaced)
    }

    private func refuse(_ selector: String, _ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[AVDepthData \(selector)] \(reason)")
    }
}

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

/// How a camera maps the world to its picture, exactly as Apple's class of the same name. Immutable, so it may be used on any thread.
///
/// Cameras that give depth know it; see `AVDepthData.cameraCalibrationData`.
open class AVCameraCalibrationData: NSObject {
    // Safe on any thread: immutable.

    private let calibration: CameraCalibration

    init(_ calibration: CameraCalibration) {
        self.calibration = calibration
        super.init()
    }

    /// The focal lengths and the principal point, in pixels of a picture of `intrinsicMatrixReferenceDimensions`:
    /// `[fx 0 cx; 0 fy cy; 0 0 1]`, with the origin in the middle of the pixel at the top left.
    open var intrinsicMatrix: matrix_float3x3 { calibration.intrinsics }

    /// The size of the picture that the intrinsic matrix is about.
    open var intrinsicMatrixReferenceDimensions: CGSize { calibration.dimensions }

    /// Where the camera stands and how it is turned, in the world of the camera that others refer to: `[R | t]`, in millimetres. A
    /// camera whose depth lies in its own picture is that camera itself.
    open var extrinsicMatrix: matrix_float4x3 { CameraCalibration.ownWorld }

    /// The size of a pixel in millimetres; 0 when the focal length is unknown.
    open var pixelSize: Float { calibration.pixelSize }

    /// By how much the lens moves points outward, from the centre of distortion to the farthest corner, as `Float`s. A simulated camera's
    /// lens distorts nothing: the table has zeros only.
    open var lensDistortionLookupTable: Data? { CameraCalibration.noDistortion }

    /// The inverse of `lensDistortionLookupTable`.
    open var inverseLensDistortionLookupTable: Data? { CameraCalibration.noDistortion }

    /// The centre of the lens's distortion, in the coordinates of the intrinsic matrix: the principal point.
    open var lensDistortionCenter: CGPoint { calibration.principalPoint }
}

/// A depth map with all that is known of it, on its way to a client: what an `AVDepthData` stands for.
struct DepthRecord: Sendable {
    /// The map. Its memory is not written to any more.
    var map: CVPixelBuffer
    /// Of which kind it is.
    var type: DepthDataType
    /// Whether holes are filled.
    var isFiltered = false
    var accuracy = AVDepthData.Accuracy.absolute
    var quality = AVDepthData.Quality.high
    /// `nil` when the camera does not know it.
    var calibration: CameraCalibration?

    /// The same map as a client wants it: of another kind, and with its holes filled; `nil` when memory is short.
    func converted(to new: DepthDataType, fillsHoles: Bool = false, in pool: DepthMapPool? = nil) -> DepthRecord? {
        guard new != type || fillsHoles && !isFiltered else { return self }
        var result = self
        guard let map = DepthMap.convert(map, from: type, to: new, fillsHoles: fillsHoles, in: pool) else { return nil }
        (result.map, result.type) = (map, new)
        if fillsHoles { result.isFiltered = true }
        return result
    }

    /// The same map, turned and mirrored; `nil` when memory is short.
    func oriented(_ orientation: CGImagePropertyOrientation, in pool: DepthMapPool? = nil) -> DepthRecord? {
        guard orientation != .up else { return self }
        var result = self
        guard let map = DepthMap.orient(map, orientation, in: pool) else { return nil }
        result.map = map
        result.calibration = calibration?.oriented(orientation)
        return result
    }

    /// A record without a map, for data that were dropped: one pixel, which is a hole.
    ///
    /// `DEVIATION`: on phones the map of dropped data is empty, which Swift has no word for.
    static func dropped(_ type: DepthDataType) -> DepthRecord? {
        guard let map = DepthMap.makeBuffer(type.pixelFormat, width: 1, height: 1) else { return nil }
        CVPixelBufferLockBaseAddress(map, [])
        defer { CVPixelBufferUnlockBaseAddress(map, []) }
        guard let base = CVPixelBufferGetBaseAddress(map) else { return nil }
        if type.isHalf {
            base.storeBytes(of: Float16.nan, as: Float16.self)
        } else {
            base.storeBytes(of: Float.nan, as: Float.self)
        }
        return DepthRecord(map: map, type: type)
    }
}

/// A depth map that a camera delivered with a frame.
struct CapturedDepth: Sendable {
    /// The map, as the sensor sees the world.
    var record: DepthRecord
    /// The frame's time.
    var time: CMTime
    /// How long it is until the next map; invalid when unknown.
    var duration: CMTime
}

import CaptureCore
import CoreVideo
import Foundation
import FoundationExtras

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

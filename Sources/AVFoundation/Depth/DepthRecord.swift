import CaptureCore
import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import FoundationExtras

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

import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation

/// Makes the depth maps of one stream in their format, in recycled buffers.
///
/// Used by one thread at a time. A map allocates nothing once the buffers exist.
final class DepthMapFactory {
    /// How far the sensor sees, in metres; what is farther away is a hole. `UNKNOWN`: chosen; phones' sensors reach about as far.
    static let reach = 5.0
    /// As many buffers as consumers may hold before maps are lost.
    private static let bufferCount = 12
    /// Frames come a little early or late; so much, in seconds, makes no map wait for the next frame.
    private static let tolerance = 0.002

    private let scene: ComposerCache
    private let pool: CVPixelBufferPool
    private let interval: Double
    private let width: Int
    private let height: Int
    /// How near everything is, as the scene draws it.
    private let nearness: PlanarImageMemory
    private let samples: DepthSamples
    /// For each pixel of a row, which one of the drawn row it shows.
    private var columns: [Int]
    private var columnsZoom = 1.0
    private var view: SceneView
    private var renderer: any SceneDepthRenderer
    private var last = CMTime.invalid

    /// - Parameter frames: what the frames show that the maps belong to.
    init(_ request: CaptureDepthRequest, scene: ComposerCache, of frames: SceneView) throws {
        let size = request.format.dimensions
        self.scene = scene
        (width, height) = (Int(size.width), Int(size.height))
        let shortest = request.format.frameDurations.map { CMTimeGetSeconds($0.shortest) }.min() ?? 0
        interval = max(shortest, request.minimumInterval.isNumeric ? CMTimeGetSeconds(request.minimumInterval) : 0)
        nearness = PlanarImageMemory(rowBytes: width, rows: height)
        samples = DepthSamples(request.format.mediaSubType)
        columns = Array(0..<width)
        view = Self.view(frames, size)
        renderer = try scene.makeDepthRenderer(for: view)
        pool = try Self.makePool(request.format)
    }

    /// Looks where frames look from now on.
    func aim(_ frames: SceneView) throws {
        let new = Self.view(frames, view.transform.sensor)
        guard new != view else { return }
        renderer = try scene.makeDepthRenderer(for: new)
        view = new
    }

    /// Makes the map of a frame, if the last one is long enough ago.
    ///
    /// - Parameters:
    ///   - seconds: the scene's time; `nil` for a camera that sees nothing.
    ///   - time: when the frame is taken.
    ///   - zoom: by how much the frame is enlarged.
    func make(at seconds: Double?, time: CMTime, zoom: Double) -> CaptureDepth {
        if last.isValid, CMTimeGetSeconds(CMTimeSubtract(time, last)) < interval - Self.tolerance { return .none }
        last = time
        var buffer: CVPixelBuffer?
        guard pool.makeBuffer(threshold: Self.bufferCount, into: &buffer) == kCVReturnSuccess, let buffer else {
            return .outOfBuffers
        }
        let target = SceneDepthTarget(
            nearness: nearness.base,
            stride: nearness.stride,
            width: width,
            height: height
        )
        if let seconds { renderer.renderDepth(at: seconds, into: target) } else { target.fill(0) }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        write(into: buffer, zoom: max(1, zoom))
        return .map(buffer)
    }

    /// Writes the middle of what was drawn, enlarged, as numbers.
    private func write(into buffer: CVPixelBuffer, zoom: Double) {
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        if zoom != columnsZoom {
            columnsZoom = zoom
            for x in 0..<width { columns[x] = Self.place(x, of: width, zoom) }
        }
        columns.withUnsafeBufferPointer { columns in
            for y in 0..<height {
                let row = nearness.base + Self.place(y, of: height, zoom) * nearness.stride
                samples.write(row, columns, into: base + y * stride)
            }
        }
    }

    /// The drawn pixel in a row or column that shows up at a place of the enlarged one.
    private static func place(_ index: Int, of count: Int, _ zoom: Double) -> Int {
        let middle = Double(count) / 2
        return min(count - 1, max(0, Int(middle + (Double(index) + 0.5 - middle) / zoom)))
    }

    private static func view(_ frames: SceneView, _ size: CaptureDimensions) -> SceneView {
        var view = frames
        view.transform = UprightTransform(sensor: size, angle: frames.transform.angle)
        return view
    }

    private static func makePool(_ format: CaptureFormat) throws -> CVPixelBufferPool {
        let attributes: NSDictionary = [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: format.mediaSubType),
            kCVPixelBufferWidthKey: NSNumber(value: format.dimensions.width),
            kCVPixelBufferHeightKey: NSNumber(value: format.dimensions.height),
        ]
        let poolAttributes: NSDictionary = [kCVPixelBufferPoolMaximumBufferAgeKey: NSNumber(value: 0)]
        var pool: CVPixelBufferPool?
        let status = CVPixelBufferPoolCreate(kCFAllocatorDefault, poolAttributes, attributes, &pool)
        guard let pool else { throw SceneError(path: "\(format.dimensions)", reason: "no buffers (error \(status))") }
        return pool
    }
}

/// What each value of nearness is in a depth format.
private struct DepthSamples {
    /// The bits of the numbers, for one of the two sizes that numbers have.
    private let half: [UInt16]
    private let single: [UInt32]

    init(_ type: OSType) {
        let isDepth = type == kCVPixelFormatType_DepthFloat16 || type == kCVPixelFormatType_DepthFloat32
        let isHalf = type == kCVPixelFormatType_DepthFloat16 || type == kCVPixelFormatType_DisparityFloat16
        let numbers = (0...255).map { value -> Float in
            guard let metres = SceneDepthTarget.metres(ofNearness: UInt8(value)), metres <= DepthMapFactory.reach else {
                return .nan
            }
            return Float(isDepth ? metres : 1 / metres)
        }
        half = isHalf ? numbers.map { Float16($0).bitPattern } : []
        single = isHalf ? [] : numbers.map(\.bitPattern)
    }

    /// Writes a row.
    func write(_ row: UnsafePointer<UInt8>, _ columns: UnsafeBufferPointer<Int>, into target: UnsafeMutableRawPointer) {
        half.isEmpty ? write(row, columns, single, into: target) : write(row, columns, half, into: target)
    }

    @inline(__always)
    private func write<Bits: FixedWidthInteger>(
        _ row: UnsafePointer<UInt8>,
        _ columns: UnsafeBufferPointer<Int>,
        _ table: [Bits],
        into target: UnsafeMutableRawPointer
    ) {
        let numbers = target.assumingMemoryBound(to: Bits.self)
        table.withUnsafeBufferPointer { table in
            for x in 0..<columns.count { numbers[x] = table[Int(row[columns[x]])] }
        }
    }
}

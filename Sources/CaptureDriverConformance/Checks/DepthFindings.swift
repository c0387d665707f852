import CaptureDriver
import CoreMedia
import CoreVideo

/// What doesn't agree between a depth format and a map that was delivered as such.
struct DepthFindings {
    /// Sentences; empty if all is well.
    private(set) var all: [String] = []

    init(_ map: CVPixelBuffer, of format: CaptureFormat) {
        let type = CVPixelBufferGetPixelFormatType(map)
        let (width, height) = (CVPixelBufferGetWidth(map), CVPixelBufferGetHeight(map))
        guard type == format.mediaSubType else {
            all = ["The depth map is of the type \(String(type, radix: 16))."]
            return
        }
        guard width == Int(format.dimensions.width), height == Int(format.dimensions.height) else {
            all = ["The depth map is \(width)x\(height)."]
            return
        }
        let numbers = Self.numbers(map, isHalf: DepthFormatRule.isHalf(type))
        if numbers.contains(where: { !$0.isNaN && !($0.isFinite && $0 > 0) }) {
            all.append("The depth map has numbers that are no distances.")
        }
        if numbers.allSatisfy(\.isNaN) { all.append("Nothing was measured in the depth map.") }
    }

    private static func numbers(_ map: CVPixelBuffer, isHalf: Bool) -> [Float] {
        CVPixelBufferLockBaseAddress(map, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(map, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(map) else { return [] }
        let (width, rowBytes) = (CVPixelBufferGetWidth(map), CVPixelBufferGetBytesPerRow(map))
        return (0..<CVPixelBufferGetHeight(map)).flatMap { y in
            let row = base + y * rowBytes
            return (0..<width).map { x in
                isHalf
                    ? Float(Float16(bitPattern: row.load(fromByteOffset: 2 * x, as: UInt16.self)))
                    : row.load(fromByteOffset: 4 * x, as: Float.self)
            }
        }
    }
}

/// What makes a format one of depth maps.
enum DepthFormatRule {
    private static let halves = [kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DisparityFloat16]
    private static let singles = [kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DisparityFloat32]

    /// Whether numbers have 16 bits.
    static func isHalf(_ type: OSType) -> Bool { halves.contains(type) }

    /// What is wrong with a depth format of a format.
    static func findings(_ depth: CaptureFormat, of format: CaptureFormat) -> [String] {
        var findings: [String] = []
        if !(halves + singles).contains(depth.mediaSubType) {
            findings.append("A depth format is of the type \(String(depth.mediaSubType, radix: 16)).")
        }
        if depth.frameDurations.isEmpty { findings.append("A depth format has no frame durations.") }
        let (map, frame) = (depth.dimensions, format.dimensions)
        // Of a size that rounds to whole pixels, the aspect ratio is within one of them.
        let height = Double(map.width) * Double(frame.height) / Double(frame.width)
        if abs(height - Double(map.height)) > 1 {
            findings.append("Depth maps of \(map) have another aspect ratio than the frames.")
        }
        return findings
    }
}

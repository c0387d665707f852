import BarcodeDetection
import CaptureDriver
import Foundation
import SimulatedDriver

/// Labels with machine-readable codes, as all simulated cameras see them.
public struct BarcodeScene: SimulatedScene {
    /// One label.
    public struct Label: Sendable {
        /// The code.
        public var code: DrawnBarcode
        /// Where its middle is, as shares of the upright picture's width and height, from the upper left corner.
        public var center: CGPoint
        /// How large the code's smallest square is, as a share of the picture's shorter side.
        public var moduleSize: Double
        /// How far it is turned, clockwise.
        public var degrees: Double
        /// When it is there, in seconds since the stream began.
        public var times: Range<Double>

        /// Puts a label together.
        public init(
            _ code: DrawnBarcode,
            center: CGPoint = CGPoint(x: 0.5, y: 0.5),
            moduleSize: Double = 0.008,
            degrees: Double = 0,
            times: Range<Double> = 0..<Double.infinity
        ) {
            self.code = code
            self.center = center
            self.moduleSize = moduleSize
            self.degrees = degrees
            self.times = times
        }
    }

    /// The labels; where two overlap, the later one is seen.
    public var labels: [Label]

    /// Makes a scene.
    public init(_ labels: [Label]) {
        self.labels = labels
    }

    /// One label of each of the commonest kinds.
    public static var sample: BarcodeScene {
        let codes: [(BarcodeKinds, String, CGPoint)] = [
            (.qr, "https://example.com/pinhole", CGPoint(x: 0.3, y: 0.22)),
            (.dataMatrix, "PINHOLE", CGPoint(x: 0.7, y: 0.22)),
            (.ean13, "9780141439518", CGPoint(x: 0.5, y: 0.5)),
            (.code128, "Pinhole 128", CGPoint(x: 0.5, y: 0.75)),
        ]
        return BarcodeScene(
            codes.compactMap { kind, text, center in
                DrawnBarcode(kind, text).map { Label($0, center: center, moduleSize: 0.005) }
            }
        )
    }

    /// `codes`.
    public var name: String { "codes" }

    /// False: other bars and numbers would be in the way.
    public var bearsTimecode: Bool { false }

    /// Draws the labels as one camera sees them.
    public func makeRenderer(for view: SceneView) -> any SceneRenderer { BarcodeRenderer(labels, view) }
}

/// Draws each set of labels once, and copies it for every frame.
private final class BarcodeRenderer: SceneRenderer {
    private let labels: [BarcodeScene.Label]
    private let view: SceneView
    private var drawn: (shown: [Bool], luma: [UInt8])?

    init(_ labels: [BarcodeScene.Label], _ view: SceneView) {
        self.labels = labels
        self.view = view
    }

    func render(at seconds: Double, into target: SceneTarget) {
        let shown = labels.map { $0.times.contains(seconds) }
        if drawn?.shown != shown { drawn = (shown, draw(shown, target.width, target.height)) }
        guard let luma = drawn?.luma else { return }
        luma.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in 0..<target.height {
                (target.luma + row * target.lumaStride).update(from: base + row * target.width, count: target.width)
            }
        }
        for row in 0..<target.height / 2 {
            (target.chroma + row * target.chromaStride).update(repeating: 128, count: target.width)
        }
    }

    private func draw(_ shown: [Bool], _ width: Int, _ height: Int) -> [UInt8] {
        var luma = [UInt8](repeating: 150, count: width * height)
        for (label, isShown) in zip(labels, shown) where isShown {
            draw(LabelPlacement(label, view), into: &luma, width, height)
        }
        return luma
    }

    private func draw(_ place: LabelPlacement, into luma: inout [UInt8], _ width: Int, _ height: Int) {
        let (columns, rows) = place.extent(width, height)
        for y in rows {
            for x in columns {
                // Four samples a pixel, as edges are never sharp.
                var sum = 0
                var count = 0
                for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                    guard let value = place.luma(x: Double(x) + dx, y: Double(y) + dy) else { break }
                    sum += value
                    count += 1
                }
                if count == 4 { luma[y * width + x] = UInt8(sum / 4) }
            }
        }
    }
}

/// Where a label lies in a sensor's picture.
private struct LabelPlacement {
    /// How wide the white border is, in modules: as wide as the standards want.
    private static let quietZone = 10.0

    private let code: DrawnBarcode
    private let view: SceneView
    private let center: CGPoint
    private let module: Double
    private let (cosine, sine): (Double, Double)
    /// No pixel farther away than this can be part of it.
    private let reach: Double

    init(_ label: BarcodeScene.Label, _ view: SceneView) {
        let upright = view.transform.upright
        code = label.code
        self.view = view
        center = CGPoint(x: label.center.x * Double(upright.width), y: label.center.y * Double(upright.height))
        module = label.moduleSize * Double(min(upright.width, upright.height)) * view.magnification
        (cosine, sine) = (cos(label.degrees * .pi / 180), sin(label.degrees * .pi / 180))
        reach = (Double(max(code.width, code.height)) + 2 * Self.quietZone) * module
    }

    /// What is seen at a place of the sensor's picture; `nil` outside of the label.
    func luma(x: Double, y: Double) -> Int? {
        let point = upright(x, y)
        let (dx, dy) = (point.x - center.x, point.y - center.y)
        guard abs(dx) < reach, abs(dy) < reach else { return nil }
        let column = (cosine * dx + sine * dy) / module + Double(code.width) / 2
        let row = (cosine * dy - sine * dx) / module + Double(code.height) / 2
        let border = Self.quietZone
        guard column > -border, row > -border, column < Double(code.width) + border, row < Double(code.height) + border
        else { return nil }
        guard column >= 0, row >= 0, column < Double(code.width), row < Double(code.height) else { return 225 }
        return code.isBlack(x: Int(column), y: Int(row)) ? 30 : 225
    }

    /// The pixels of the sensor's picture that can be part of the label.
    func extent(_ width: Int, _ height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        let middle = sensor(center)
        return (pixels(around: middle.x, of: width), pixels(around: middle.y, of: height))
    }

    private func pixels(around middle: Double, of count: Int) -> Range<Int> {
        let bound = { (value: Double) in Int(min(max(value, 0), Double(count))) }
        return bound(middle - reach)..<bound((middle + reach).rounded(.up))
    }

    /// Where a place of the sensor's picture lies in the upright one.
    private func upright(_ x: Double, _ y: Double) -> CGPoint {
        let (width, height) = (Double(view.transform.sensor.width), Double(view.transform.sensor.height))
        switch view.transform.angle {
        case 90: return CGPoint(x: height - y, y: x)
        case 180: return CGPoint(x: width - x, y: height - y)
        case 270: return CGPoint(x: y, y: width - x)
        default: return CGPoint(x: x, y: y)
        }
    }

    /// Where a place of the upright picture lies in the sensor's.
    private func sensor(_ point: CGPoint) -> CGPoint {
        let (width, height) = (Double(view.transform.sensor.width), Double(view.transform.sensor.height))
        switch view.transform.angle {
        case 90: return CGPoint(x: point.y, y: height - point.x)
        case 180: return CGPoint(x: width - point.x, y: height - point.y)
        case 270: return CGPoint(x: width - point.y, y: point.x)
        default: return point
        }
    }
}

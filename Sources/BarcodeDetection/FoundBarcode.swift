import CBarcodes
import Foundation

/// A machine-readable code in an image.
public struct FoundBarcode: Sendable, Equatable {
    /// One kind.
    public var kind: BarcodeKinds
    public var text: String
    public var data: Data
    /// Where it is, in pixels; its corners as the code is read.
    public var corners: BarcodeCorners
    /// Whether what it says is laid out by GS1's rules.
    public var isGS1: Bool

    /// Puts a code together.
    public init(kind: BarcodeKinds, text: String, data: Data, corners: BarcodeCorners, isGS1: Bool = false) {
        self.kind = kind
        self.text = text
        self.data = data
        self.corners = corners
        self.isGS1 = isGS1
    }
}

/// The corners of a code, named as the code is read. Those of a code that stands upright lie as their names say.
public struct BarcodeCorners: Sendable, Hashable {
    public var topLeft: CGPoint
    public var topRight: CGPoint
    public var bottomRight: CGPoint
    public var bottomLeft: CGPoint

    /// Puts corners together.
    public init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The middle.
    public var center: CGPoint {
        CGPoint(
            x: (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
            y: (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4
        )
    }

    /// The smallest upright rectangle around them.
    public var bounds: CGRect {
        let left = min(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
        let right = max(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
        let top = min(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
        let bottom = max(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Other corners, made of each of these.
    public func map(_ transform: (CGPoint) -> CGPoint) -> BarcodeCorners {
        BarcodeCorners(
            topLeft: transform(topLeft),
            topRight: transform(topRight),
            bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft)
        )
    }
}

extension FoundBarcode {
    init(_ code: barcode) {
        let values = withUnsafeBytes(of: code.corners) { Array($0.bindMemory(to: Double.self)) }
        func corner(_ index: Int) -> CGPoint { CGPoint(x: values[2 * index], y: values[2 * index + 1]) }
        self.init(
            kind: BarcodeKinds(rawValue: code.symbology),
            text: String(decoding: UnsafeRawBufferPointer(start: code.text, count: code.text_size), as: UTF8.self),
            data: Data(UnsafeBufferPointer(start: code.bytes, count: code.byte_count)),
            corners: BarcodeCorners(
                topLeft: corner(0),
                topRight: corner(1),
                bottomRight: corner(2),
                bottomLeft: corner(3)
            ),
            isGS1: code.is_gs1
        )
    }
}

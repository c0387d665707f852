import CoreMedia
import Foundation
import Testing

@testable import QuartzCore

@Suite("Layers")
struct LayerTests {
    private func layer(_ name: String, _ frame: CGRect = .zero) -> CALayer {
        let layer = CALayer()
        layer.name = name
        layer.frame = frame
        return layer
    }

    @Test("Children can be set, put beside each other, and replaced")
    func tree() {
        let parent = layer("parent")
        let (a, b, c) = (layer("a"), layer("b"), layer("c"))
        parent.sublayers = [a, b]
        parent.insertSublayer(c, below: b)
        #expect(parent.sublayers == [a, c, b])
        parent.insertSublayer(c, above: b)
        #expect(parent.sublayers == [a, b, c])
        parent.insertSublayer(a, at: 2)
        #expect(parent.sublayers == [b, c, a])
        parent.replaceSublayer(b, with: layer("d"))
        #expect(parent.sublayers?.compactMap(\.name) == ["d", "c", "a"] && b.superlayer == nil)
        parent.sublayers = [c]
        #expect(parent.sublayers == [c] && a.superlayer == nil)
        let other = layer("other")
        other.sublayers = [c]
        #expect(parent.sublayers == nil && c.superlayer === other)
        other.sublayers?.forEach { $0.removeFromSuperlayer() }
        #expect(other.sublayers == nil)
    }

    @Test("A transform moves the frame around the anchor point")
    func transforms() {
        let layer = layer("box", CGRect(x: 10, y: 10, width: 20, height: 10))
        layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        let frame = layer.frame
        #expect(abs(frame.minX - 15) < 1e-9 && abs(frame.minY - 5) < 1e-9)
        #expect(abs(frame.width - 10) < 1e-9 && abs(frame.height - 20) < 1e-9)
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 20, height: 10))
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(layer.frame == CGRect(x: 0, y: 5, width: 40, height: 20))
    }

    @Test("Points are converted between layers, and found again")
    func conversion() {
        let root = layer("root", CGRect(x: 0, y: 0, width: 100, height: 100))
        let box = layer("box", CGRect(x: 20, y: 30, width: 40, height: 40))
        let dot = layer("dot", CGRect(x: 5, y: 5, width: 10, height: 10))
        root.addSublayer(box)
        box.addSublayer(dot)
        box.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(dot.convert(CGPoint(x: 1, y: 1), to: root) == CGPoint(x: 12, y: 22))
        #expect(root.convert(CGPoint(x: 12, y: 22), to: dot) == CGPoint(x: 1, y: 1))
        #expect(root.convert(dot.bounds, from: dot) == CGRect(x: 10, y: 20, width: 20, height: 20))
        #expect(root.hitTest(CGPoint(x: 12, y: 22)) === dot)
        #expect(root.hitTest(CGPoint(x: 50, y: 50)) === box)
        #expect(root.hitTest(CGPoint(x: 99, y: 1)) === root)
        dot.isHidden = true
        #expect(root.hitTest(CGPoint(x: 12, y: 22)) === box)
    }

    /// The red, green, blue and alpha that a layer paints at points of a bitmap of 20 by 20.
    private func painted(_ layer: CALayer, _ points: [(Int, Int)]) throws -> [[UInt8]] {
        let context = try #require(
            CGContext(
                data: nil,
                width: 20,
                height: 20,
                bitsPerComponent: 8,
                bytesPerRow: 80,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            )
        )
        context.translateBy(x: 0, y: 20)
        context.scaleBy(x: 1, y: -1)
        layer.render(in: context)
        let start = try #require(context.data)
        return points.map { Array(UnsafeRawBufferPointer(start: start + $0.1 * 80 + $0.0 * 4, count: 4)) }
    }

    @Test("A layer paints background, contents, children by their nearness, and shapes")
    func rendering() throws {
        let (red, blue) = (CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1))
        let root = layer("root", CGRect(x: 0, y: 0, width: 20, height: 20))
        root.backgroundColor = red
        let near = layer("near", CGRect(x: 0, y: 0, width: 10, height: 5))
        near.backgroundColor = blue
        near.zPosition = 1
        let box = CAShapeLayer()
        box.frame = CGRect(x: 5, y: 0, width: 10, height: 10)
        box.path = CGPath(rect: box.bounds, transform: nil)
        box.fillColor = nil
        box.strokeColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        box.lineWidth = 2
        root.sublayers = [near, box]
        let points = [(1, 1), (1, 18), (5, 7), (7, 1), (12, 7)]
        let pixels = try painted(root, points)
        #expect(pixels[0] == [0, 0, 255, 255] && pixels[1] == [255, 0, 0, 255])
        #expect(pixels[2] == [0, 255, 0, 255] && pixels[3] == [0, 0, 255, 255] && pixels[4] == [255, 0, 0, 255])
    }

    @Test("An image is shown upright where y grows downwards")
    func contents() throws {
        let bytes = Data([255, 0, 0, 255, 0, 0, 255, 255])
        let image = CGDataProvider(data: bytes as CFData).flatMap {
            CGImage(
                width: 1,
                height: 2,
                bitsPerComponent: 8,
                bitsPerPixel: 32,
                bytesPerRow: 4,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
                provider: $0,
                decode: nil,
                shouldInterpolate: false,
                intent: .defaultIntent
            )
        }
        let layer = layer("image", CGRect(x: 0, y: 0, width: 20, height: 20))
        layer.contents = image
        #expect(try painted(layer, [(10, 1), (10, 18)]) == [[255, 0, 0, 255], [0, 0, 255, 255]])
        layer.contentsGravity = .resizeAspect
        #expect(try painted(layer, [(1, 1), (10, 1)]) == [[0, 0, 0, 0], [255, 0, 0, 255]])
    }

    @Test("Laying out asks for no layout again")
    func layout() {
        final class Counting: CALayer, @unchecked Sendable {
            var count = 0
            override func layoutSublayers() {
                count += 1
                setNeedsLayout()
            }
        }
        let layer = Counting()
        layer.setNeedsLayout()
        #expect(layer.count == 1)
        layer.setNeedsLayout()
        #expect(layer.count == 2)
    }

    @Test("Transforms of space are put one after the other, and undone")
    func space() {
        var transform = CATransform3DMakeTranslation(1, 2, 3)
        transform = CATransform3DRotate(transform, 0.7, 1, 2, 3)
        transform = CATransform3DScale(transform, 2, 3, 4)
        let nothing = CATransform3DConcat(transform, CATransform3DInvert(transform))
        let differences = zip(nothing.rows.joined(), CATransform3DIdentity.rows.joined()).map { abs($0 - $1) }
        #expect(differences.allSatisfy { $0 < 1e-9 })
        #expect(!CATransform3DIsAffine(transform) && CATransform3DIsIdentity(CATransform3DIdentity))
        let flat = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect(CATransform3DGetAffineTransform(CATransform3DMakeAffineTransform(flat)) == flat)
    }

    @Test("The media time is that of Core Media's host clock")
    func mediaTime() {
        let before = CMClockGetTime(CMClockGetHostTimeClock()).seconds
        let time = CACurrentMediaTime()
        let after = CMClockGetTime(CMClockGetHostTimeClock()).seconds
        #expect(before <= time + 1e-6 && time <= after + 1e-6)
    }

    @Test("Transactions keep their values, and call back when they are committed")
    func transactions() {
        var calls: [String] = []
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        CATransaction.setCompletionBlock { calls.append("outer") }
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        CATransaction.setCompletionBlock { calls.append("inner") }
        #expect(CATransaction.disableActions() && CATransaction.animationDuration() == 2)
        CATransaction.commit()
        #expect(calls == ["inner"] && CATransaction.animationDuration() == 0.25)
        CATransaction.commit()
        #expect(calls == ["inner", "outer"] && !CATransaction.disableActions())
        CATransaction.commit()
    }
}

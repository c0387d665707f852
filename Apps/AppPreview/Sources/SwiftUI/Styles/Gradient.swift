import Foundation
import ViewTree

/// Colours that run into each other.
public struct Gradient: ShapeStyle, Hashable, PaintedStyle {
    public struct Stop: Hashable, Sendable {
        public var color: Color
        public var location: CGFloat

        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }

    public var stops: [Stop]

    public init(stops: [Stop]) {
        self.stops = stops
    }

    public init(colors: [Color]) {
        let last = CGFloat(max(1, colors.count - 1))
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
    }

    var css: String {
        stops.map { "\($0.color.css) \(number($0.location * 100))%" }.joined(separator: ", ")
    }

    var painted: Paint { Paint(css: "linear-gradient(to bottom, \(css))", isGradient: true) }
}

/// A point of a rectangle, from (0, 0), top left, to (1, 1).
public struct UnitPoint: Hashable, Sendable {
    public var x: CGFloat
    public var y: CGFloat

    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    public static let zero = UnitPoint(x: 0, y: 0)
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    public static let leading = UnitPoint(x: 0, y: 0.5)
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    public static let top = UnitPoint(x: 0.5, y: 0)
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    public static let topLeading = UnitPoint(x: 0, y: 0)
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)

    var css: String { "\(number(x * 100))% \(number(y * 100))%" }
}

/// Colours along a line.
public struct LinearGradient: ShapeStyle, PaintedStyle {
    let gradient: Gradient
    let start: UnitPoint
    let end: UnitPoint

    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        self.gradient = gradient
        start = startPoint
        end = endPoint
    }

    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }

    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }

    var painted: Paint {
        // CSS counts degrees clockwise from upwards.
        let degrees = atan2(end.x - start.x, start.y - end.y) * 180 / .pi
        return Paint(css: "linear-gradient(\(number(degrees))deg, \(gradient.css))", isGradient: true)
    }
}

extension LinearGradient: View, PrimitiveView {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        var fragment = Fragment(element: context.element("div", class: "gradient"), layout: .fills)
        fragment.element.attributes["style"] = "background:\(painted.css);"
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension ShapeStyle where Self == LinearGradient {
    public static func linearGradient(
        _ gradient: Gradient,
        startPoint: UnitPoint,
        endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }

    public static func linearGradient(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient {
        LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }
}

/// Colours round a point.
public struct RadialGradient: ShapeStyle, PaintedStyle {
    let gradient: Gradient
    let center: UnitPoint
    let startRadius: CGFloat
    let endRadius: CGFloat

    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        (self.gradient, self.center) = (gradient, center)
        (self.startRadius, self.endRadius) = (startRadius, endRadius)
    }

    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(
            gradient: Gradient(colors: colors),
            center: center,
            startRadius: startRadius,
            endRadius: endRadius
        )
    }

    var painted: Paint {
        let stops = gradient.stops.map { stop in
            "\(stop.color.css) \(points(startRadius + (endRadius - startRadius) * stop.location))"
        }
        let css = "radial-gradient(circle at \(center.css), \(stops.joined(separator: ", ")))"
        return Paint(css: css, isGradient: true)
    }
}

extension RadialGradient: View, PrimitiveView {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        var fragment = Fragment(element: context.element("div", class: "gradient"), layout: .fills)
        fragment.element.attributes["style"] = "background:\(painted.css);"
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

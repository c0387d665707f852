import Foundation
import FoundationExtras

extension CGContext {
    // MARK: Making paths

    /// Throws the path away.
    public func beginPath() { pathSegments = PathSegments() }

    /// Begins a subpath.
    public func move(to point: CGPoint) { pathSegments.append(.move(point.applying(state.transform))) }

    /// Adds a line.
    public func addLine(to point: CGPoint) { pathSegments.append(.line(point.applying(state.transform))) }

    /// Begins a subpath at the first of some points, and adds lines to the others.
    public func addLines(between points: [CGPoint]) {
        for (index, point) in points.enumerated() {
            if index == 0 { move(to: point) } else { addLine(to: point) }
        }
    }

    /// Adds a curve with two control points.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        let curve = PathSegments.Segment.curve(end, control1: control1, control2: control2)
        pathSegments.append(curve.applying(state.transform))
    }

    /// Adds a curve with one control point.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        pathSegments.append(PathSegments.Segment.quad(end, control: control).applying(state.transform))
    }

    /// Adds a rectangle.
    public func addRect(_ rect: CGRect) { pathSegments.addRect(rect, state.transform) }

    /// Adds rectangles.
    public func addRects(_ rects: [CGRect]) { rects.forEach(addRect) }

    /// Adds the ellipse that touches all sides of a rectangle.
    public func addEllipse(in rect: CGRect) { pathSegments.addEllipse(rect, state.transform) }

    /// Adds an arc of a circle, with a line to its beginning from where the path ends.
    ///
    /// - Parameters:
    ///   - center: the circle's.
    ///   - radius: the circle's.
    ///   - startAngle: where the arc begins, in radians from the x axis towards the y axis.
    ///   - endAngle: where it ends.
    ///   - clockwise: whether it runs from the y axis towards the x axis.
    public func addArc(
        center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        let delta = CGMutablePath.sweep(from: startAngle, to: endAngle, clockwise: clockwise)
        pathSegments.addArc(center: center, radius: radius, from: startAngle, by: delta, state.transform)
    }

    /// Adds a path.
    public func addPath(_ path: CGPath) { pathSegments.append(path.segments, state.transform) }

    /// Adds a line to where the subpath began.
    public func closePath() { pathSegments.append(.close) }

    /// A copy of the path; nil if it is empty.
    public var path: CGPath? {
        guard !isPathEmpty else { return nil }
        var copy = PathSegments()
        copy.append(pathSegments, state.transform.inverted())
        return CGPath(copy)
    }

    /// Whether there is nothing in the path.
    public var isPathEmpty: Bool { pathSegments.all.isEmpty }

    /// Where the path ends; zero if it is empty.
    public var currentPointOfPath: CGPoint {
        pathSegments.current?.applying(state.transform.inverted()) ?? .zero
    }

    /// The smallest rectangle around all points of the path, control points among them; null if it is empty.
    public var boundingBoxOfPath: CGRect { pathSegments.controlBox.applying(state.transform.inverted()) }

    /// Whether a point, in pixels from the lower left corner, is inside of the path.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        let isEvenOdd = mode == .eoFill || mode == .eoFillStroke
        let fromTop = CGPoint(x: point.x, y: CGFloat(height) - point.y)
        return pathSegments.contains(fromTop, isEvenOdd ? .evenOdd : .winding)
    }

    // MARK: Painting paths

    /// Paints the path, and throws it away.
    public func drawPath(using mode: CGPathDrawingMode) {
        let segments = detachPath()
        switch mode {
        case .fill: fill(segments, .winding)
        case .eoFill: fill(segments, .evenOdd)
        case .stroke: stroke(segments)
        case .fillStroke:
            fill(segments, .winding)
            stroke(segments)
        case .eoFillStroke:
            fill(segments, .evenOdd)
            stroke(segments)
        }
    }

    /// Fills the path, and throws it away.
    public func fillPath(using rule: CGPathFillRule = .winding) { fill(detachPath(), rule) }

    /// Paints the path's line, and throws the path away.
    public func strokePath() { stroke(detachPath()) }

    /// Fills a rectangle, and throws the path away.
    public func fill(_ rect: CGRect) { fill([rect]) }

    /// Fills rectangles, and throws the path away.
    public func fill(_ rects: [CGRect]) {
        beginPath()
        for rect in rects {
            addRect(rect)
            fillPath()
        }
    }

    /// Paints the line around a rectangle, and throws the path away.
    public func stroke(_ rect: CGRect) {
        beginPath()
        addRect(rect)
        strokePath()
    }

    /// Paints a line of a width around a rectangle, and throws the path away.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        cairo_save(canvas.painter)
        cairo_set_line_width(canvas.painter, width)
        stroke(rect)
        cairo_restore(canvas.painter)
    }

    /// Fills the ellipse in a rectangle, and throws the path away.
    public func fillEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        fillPath()
    }

    /// Paints the line of the ellipse in a rectangle, and throws the path away.
    public func strokeEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        strokePath()
    }

    /// Paints lines between the first and the second of some points, the third and the fourth, and so on.
    public func strokeLineSegments(between points: [CGPoint]) {
        beginPath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            move(to: points[index])
            addLine(to: points[index + 1])
        }
        strokePath()
    }

    /// Makes a rectangle transparent.
    public func clear(_ rect: CGRect) {
        beginPath()
        cairo_save(canvas.painter)
        cairo_set_operator(canvas.painter, CGBlendMode.clear.cairoOperator)
        fill(rect)
        cairo_restore(canvas.painter)
    }

    // MARK: Clipping

    /// Paints only inside of the path from now on, and throws it away.
    public func clip(using rule: CGPathFillRule = .winding) {
        emit(detachPath())
        cairo_set_fill_rule(canvas.painter, Int32(rule.rawValue))
        cairo_clip(canvas.painter)
    }

    /// Paints only inside of a rectangle from now on, and throws the path away.
    public func clip(to rect: CGRect) { clip(to: [rect]) }

    /// Paints only inside of rectangles from now on, and throws the path away.
    public func clip(to rects: [CGRect]) {
        beginPath()
        addRects(rects)
        clip()
    }

    /// Paints everywhere again, until the state is restored.
    public func resetClip() { cairo_reset_clip(canvas.painter) }

    /// The smallest rectangle around what can be painted.
    public var boundingBoxOfClipPath: CGRect { clipBox.applying(state.transform.inverted()) }

    // MARK: Cairo

    private func detachPath() -> PathSegments {
        defer { beginPath() }
        return pathSegments
    }

    /// What can be painted, in pixels from the upper left corner.
    private var clipBox: CGRect {
        setMatrix(.identity)
        return extents(cairo_clip_extents)
    }

    private func fill(_ segments: PathSegments, _ rule: CGPathFillRule) {
        let box = segments.controlBox.intersection(clipBox)
        guard !box.isNull else { return }
        canvas.paint(in: box) {
            emit(segments)
            setSource(state.fill)
            cairo_set_fill_rule(canvas.painter, Int32(rule.rawValue))
            cairo_fill(canvas.painter)
        }
    }

    private func stroke(_ segments: PathSegments) {
        guard !segments.all.isEmpty else { return }
        let clip = clipBox
        emit(segments)
        // The pen is transformed, too; without an area it paints nothing, and cairo would paint nothing ever after.
        let transform = state.transform
        let area = transform.a * transform.d - transform.b * transform.c
        guard area != 0, area.isFinite else { return }
        setMatrix(transform)
        let box = extents(cairo_stroke_extents).applying(transform).intersection(clip)
        guard !box.isNull else { return cairo_new_path(canvas.painter) }
        canvas.paint(in: box) {
            setSource(state.stroke)
            cairo_stroke(canvas.painter)
        }
    }

    private typealias ExtentsFunction = (
        CairoObject, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>,
        UnsafeMutablePointer<Double>
    ) -> Void

    private func extents(_ function: ExtentsFunction) -> CGRect {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        function(canvas.painter, &left, &top, &right, &bottom)
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    func setMatrix(_ transform: CGAffineTransform) {
        var matrix = CairoMatrix(
            xx: transform.a,
            yx: transform.b,
            xy: transform.c,
            yy: transform.d,
            x0: transform.tx,
            y0: transform.ty
        )
        cairo_set_matrix(canvas.painter, &matrix)
    }

    private func setSource(_ color: CGColor) {
        let rgba = color.rgba
        cairo_set_source_rgba(canvas.painter, rgba.red, rgba.green, rgba.blue, rgba.alpha * state.alpha)
    }

    /// Makes a path, which is in pixels, cairo's. Numbers that are too large for cairo's 24 bits would turn up elsewhere.
    private func emit(_ segments: PathSegments) {
        let painter = canvas.painter
        setMatrix(.identity)
        cairo_new_path(painter)
        var current = CGPoint.zero
        for unlimited in segments.all {
            let segment = unlimited.limited(to: 8_000_000)
            let points = segment.points
            switch segment {
            case .move(let point): cairo_move_to(painter, point.x, point.y)
            case .line(let point): cairo_line_to(painter, point.x, point.y)
            case .quad(let point, let control):
                // As a cubic curve.
                let x1 = current.x + 2 / 3 * (control.x - current.x)
                let y1 = current.y + 2 / 3 * (control.y - current.y)
                let x2 = point.x + 2 / 3 * (control.x - point.x)
                let y2 = point.y + 2 / 3 * (control.y - point.y)
                cairo_curve_to(painter, x1, y1, x2, y2, point.x, point.y)
            case .curve(let point, let control1, let control2):
                cairo_curve_to(painter, control1.x, control1.y, control2.x, control2.y, point.x, point.y)
            case .close: cairo_close_path(painter)
            }
            current = points.last ?? current
        }
    }
}

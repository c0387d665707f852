import ViewTree

/// How far something is, or that it goes on.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveView {
    public typealias Body = Never
    /// From 0 to 1; nil for what nobody can tell.
    let fraction: Double?

    func render(in context: RenderContext) -> [Fragment] {
        guard let fraction else {
            var spinner = context.element("div", "spinner", class: "spinner", attributes: ["role": "progressbar"])
            spinner.attributes["data-control-size"] = context.environment.controlSizeName
            return [Fragment(element: spinner)]
        }
        var bar = Fragment(element: context.element("progress", class: "progress"))
        bar.element.attributes["max"] = "1"
        bar.element.attributes["value"] = number(fraction)
        bar.layout.fillsWidth = true
        bar.applyLayoutClasses()
        return [bar]
    }

    private static func fraction<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
        value.map { total > 0 ? min(max(Double($0 / total), 0), 1) : 0 }
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView {
        self.init(fraction: nil)
    }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(fraction: Self.fraction(value, total))
    }

}

extension DynamicTypeSize {
    /// The size of body text, in points, as the page has it.
    var bodySize: Double {
        switch self {
        case .xSmall: 14
        case .small: 15
        case .medium: 16
        case .large: 17
        case .xLarge: 19
        case .xxLarge: 21
        case .xxxLarge: 23
        case .accessibility1: 28
        case .accessibility2: 33
        case .accessibility3: 40
        case .accessibility4: 47
        case .accessibility5: 53
        }
    }
}

/// A length that grows with the size of text.
///
/// DEVIATION: each text style grows as body text does, here and on the page.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    @Environment(\.dynamicTypeSize) private var size
    private let base: Value

    /// - Parameter wrappedValue: the length at the size that nobody has changed.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        base = wrappedValue
    }

    public var wrappedValue: Value { base * Value(size.bodySize / DynamicTypeSize.large.bodySize) }
}

extension View {
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { dynamicTypeSize(size...size) }

    /// Keeps the size of text inside of a range.
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        let sizes = DynamicTypeSize.allCases.filter { range.contains($0) }
        let (first, last) = (sizes.first ?? .xSmall, sizes.last ?? .accessibility5)
        let css = "--type:clamp(\(points(first.bodySize)),1rem,\(points(last.bodySize)));"
        return Modified(
            InEnvironment(self) { environment in
                environment.dynamicTypeSize = min(max(environment.dynamicTypeSize, first), last)
            }
        ) { context, fragments in
            fragments.enumerated().map { index, fragment in
                context.wrap(fragment, index, class: "wrap type-limit", style: css)
            }
        }
    }
}

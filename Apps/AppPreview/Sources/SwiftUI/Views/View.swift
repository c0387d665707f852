/// A part of an app's interface.
///
/// DEVIATION, for all views and modifiers: Apple's initializers and modifiers are `nonisolated`; these belong to the main
/// actor. What compiles here compiles there.
@MainActor
@preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public typealias Body = Never
    public var body: Never { fatalError("There is no value of this type.") }
}

extension View where Body == Never {
    /// Views that are drawn by themselves have no body; asking for it is a mistake.
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// A view without anything in it.
public struct EmptyView: View, PrimitiveView {
    public typealias Body = Never
    public nonisolated init() {}
    func render(in context: RenderContext) -> [Fragment] { [] }
}

/// Several views as one, as a `ViewBuilder` makes it.
public struct TupleView<T>: View, PrimitiveView {
    public typealias Body = Never
    public var value: T
    let views: [any View]

    init(_ value: T, views: [any View]) {
        self.value = value
        self.views = views
    }

    func render(in context: RenderContext) -> [Fragment] {
        views.enumerated().flatMap { index, view in context.child(view, key: index) }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
    func render(in context: RenderContext) -> [Fragment] {
        map { context.child($0) } ?? []
    }
}

/// One of two views: what `if` and `else` make.
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View, PrimitiveView {
    enum Branch {
        case first(TrueContent)
        case second(FalseContent)
    }

    public typealias Body = Never
    let branch: Branch

    func render(in context: RenderContext) -> [Fragment] {
        switch branch {
        case .first(let view): context.child(view, key: "first")
        case .second(let view): context.child(view, key: "second")
        }
    }
}

/// A view of any type. A view of another type in its place is another view, with new state.
public struct AnyView: View, PrimitiveView {
    public typealias Body = Never
    let view: any View

    public init<V: View>(_ view: V) {
        self.view = (view as? AnyView)?.view ?? view
    }

    func render(in context: RenderContext) -> [Fragment] {
        context.child(view)
    }
}

/// Views that belong together, without a place of their own.
public struct Group<Content> {
    let content: Content
}

extension Group: View, PrimitiveView where Content: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func render(in context: RenderContext) -> [Fragment] {
        context.child(content)
    }
}

/// Makes one view of the views in a closure.
@resultBuilder
@MainActor
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<Content: View>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var views: [any View] = []
        for view in repeat each content { views.append(view) }
        return TupleView((repeat each content), views: views)
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? {
        content
    }

    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(branch: .first(first))
    }

    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(branch: .second(second))
    }

    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
        AnyView(content)
    }
}

/// A change to a view that can be used again.
@MainActor
@preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

/// The view that a modifier changes.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View, PrimitiveView {
    public typealias Body = Never
    let view: any View

    func render(in context: RenderContext) -> [Fragment] {
        context.child(view)
    }
}

/// A view and what changes it.
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    public nonisolated init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public var body: Modifier.Body {
        modifier.body(content: _ViewModifier_Content(view: content))
    }
}

extension ModifiedContent: DynamicPropertyOwner where Modifier: ViewModifier {
    var propertyOwner: Any { modifier }
}

extension View {
    public func modifier<T: ViewModifier>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

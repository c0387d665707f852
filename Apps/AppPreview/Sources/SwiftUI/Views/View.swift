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

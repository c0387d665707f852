import ViewTree

/// A view that makes elements instead of having a body.
@MainActor
@preconcurrency
protocol PrimitiveView {
    func render(in context: RenderContext) -> [Fragment]
}

/// A view with something done to what it makes.
struct Modified<Content: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let change: @MainActor (RenderContext, [Fragment]) -> [Fragment]

    init(_ content: Content, _ change: @escaping @MainActor (RenderContext, [Fragment]) -> [Fragment]) {
        self.content = content
        self.change = change
    }

    func render(in context: RenderContext) -> [Fragment] {
        change(context, context.child(content))
    }
}

/// A view in another environment.
struct InEnvironment<Content: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let change: @MainActor (inout EnvironmentValues) -> Void

    init(_ content: Content, _ change: @escaping @MainActor (inout EnvironmentValues) -> Void) {
        self.content = content
        self.change = change
    }

    func render(in context: RenderContext) -> [Fragment] {
        var environment = context.environment
        change(&environment)
        return context.child(content, environment: environment)
    }
}

/// A view that is made when it is shown, and again when what it read has changed.
struct Deferred<Content: View>: View {
    let make: () -> Content

    var body: Content { make() }
}

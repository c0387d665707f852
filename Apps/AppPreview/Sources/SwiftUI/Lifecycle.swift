import ViewTree

extension View {
    /// Calls `action` before the view is seen for the first time.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        Modified(self) { context, fragments in
            let box = context.remember("appeared") { Box(false) }
            if !box.value {
                box.value = true
                if let action { context.afterRendering { action() } }
            }
            return fragments
        }
    }

    /// Calls `action` after the view is gone.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        Modified(self) { context, fragments in
            // The last action that the view was made with counts.
            let last = context.remember("disappearance") {
                let box = Box(action)
                context.onLeave { box.value?() }
                return box
            }
            last.value = action
            return fragments
        }
    }

    /// Does something while the view is there.
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        running(id: true, priority: priority, action)
    }

    /// The same, from the start again when the value becomes another one.
    public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        running(id: value, priority: priority, action)
    }

    private func running<T: Equatable>(
        id: T,
        priority: TaskPriority,
        _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        Modified(self) { context, fragments in
            let running = context.remember("task") {
                let running = RunningTask<T>()
                context.onLeave { running.cancel() }
                return running
            }
            if running.id != id {
                running.id = id
                context.afterRendering { running.start(priority, action) }
            }
            return fragments
        }
    }

    /// Calls `action` when a value becomes another one.
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View
    {
        onChange(of: value, initial: initial) { _, _ in action() }
    }

    public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View {
        Modified(self) { context, fragments in
            let isFirst = Box(false)
            let last = context.remember("value") {
                isFirst.value = true
                return Box(value)
            }
            let old = last.value
            last.value = value
            if isFirst.value ? initial : old != value { context.afterRendering { action(old, value) } }
            return fragments
        }
    }

    /// Another identity is another view, with new state.
    public func id<ID: Hashable>(_ id: ID) -> some View {
        _IdentifiedView(content: self, id: AnyHashable(id))
    }
}

struct _IdentifiedView<Content: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let id: AnyHashable

    func render(in context: RenderContext) -> [Fragment] {
        context.child(content, key: id)
    }
}

/// A task that ends with its view.
@MainActor
private final class RunningTask<ID> {
    var id: ID?
    private var task: Task<Void, Never>?
    private var isOver = false

    func start(_ priority: TaskPriority, _ action: @escaping @Sendable () async -> Void) {
        task?.cancel()
        guard !isOver else { return }
        task = Task(priority: priority) { await action() }
    }

    func cancel() {
        isOver = true
        task?.cancel()
    }
}

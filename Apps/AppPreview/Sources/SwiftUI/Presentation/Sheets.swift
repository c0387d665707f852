import ViewTree

extension View {
    /// A sheet for a value while there is one.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        _SheetView(
            content: self,
            kind: .sheet,
            presented: { item.wrappedValue.map { AnyHashable($0.id) } },
            make: { item.wrappedValue.map(content) },
            dismiss: { item.wrappedValue = nil },
            onDismiss: onDismiss
        )
    }

    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        _SheetView(
            content: self,
            kind: .cover,
            presented: { isPresented.wrappedValue ? AnyHashable(true) : nil },
            make: content,
            dismiss: { isPresented.wrappedValue = false },
            onDismiss: onDismiss
        )
    }

}

enum _SheetKind {
    case sheet, cover
}

struct _SheetView<Content: View, Sheet: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let kind: _SheetKind
    /// The identity of what is to be shown; nil for nothing.
    let presented: () -> AnyHashable?
    let make: () -> Sheet
    let dismiss: () -> Void
    let onDismiss: (() -> Void)?

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        let dismissal = context.remember("dismissal") { Performer { dismiss() } }
        dismissal.perform = { dismiss() }
        let wasPresented = context.remember("wasPresented") { Box(false) }
        let identity = context.read(presented)
        guard let identity else {
            if wasPresented.value {
                wasPresented.value = false
                if let onDismiss { context.afterRendering { onDismiss() } }
            }
            return fragments
        }
        wasPresented.value = true
        let output = context.childOutput(
            Deferred(make: make),
            key: ["sheet", identity],
            environment: context.environment.presented(dismissal),
            isFresh: true
        )
        let parts = kind == .cover ? [cover(output, context)] : sheet(output, dismissal, context)
        context.preferences.presentations += parts.map { Fragment(element: $0) } + output.preferences.presentations
        if kind == .cover { context.preferences.merge(Preferences(screenOf: output.preferences)) }
        context.preferences.captureHandlers += output.preferences.captureHandlers
        return fragments
    }

    private func cover(_ output: Output, _ context: RenderContext) -> Element {
        var cover = context.element("div", "cover", class: "full-screen-cover", children: output.fragments)
        cover.attributes["role"] = "dialog"
        cover.attributes["aria-modal"] = "true"
        return cover
    }

    private func sheet(_ output: Output, _ dismissal: Performer, _ context: RenderContext) -> [Element] {
        var sheet = context.element("div", "sheet", class: "sheet", children: output.fragments)
        sheet.attributes["role"] = "dialog"
        sheet.attributes["tabindex"] = "-1"
        sheet.attributes["data-detents"] = "large"
        sheet.attributes["aria-modal"] = "true"
        context.listen(&sheet, "dismiss") { _ in dismissal.perform() }
        var backdrop = context.element("div", "backdrop", class: "sheet-backdrop")
        context.listen(&backdrop, "tap") { _ in dismissal.perform() }
        return [backdrop, sheet]
    }
}

extension Preferences {
    /// What a view that covers the screen says of it.
    init(screenOf other: Preferences) {
        hidesStatusBar = other.hidesStatusBar
        colorScheme = other.colorScheme
    }
}

extension EnvironmentValues {
    /// The environment in something that is put over everything.
    func presented(_ dismissal: Performer) -> EnvironmentValues {
        var environment = self
        environment.dismissal = dismissal
        environment.isPresented = true
        environment.menuDismissal = nil
        environment.isInRow = false
        environment.isInList = false
        environment.isInMenu = false
        environment.buttonStyle = .named("automatic")
        environment.textStyle = TextStyleOptions()
        environment.foreground = nil
        environment.isEnabled = true
        return environment
    }
}

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

extension View {
    public func confirmationDialog<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        _DialogView(
            content: self,
            showsTitle: titleVisibility == .visible,
            title: Text(titleKey),
            isPresented: isPresented.and(data != nil),
            actions: { data.map(actions) },
            message: { data.map(message) }
        )
    }
}

extension Binding where Value == Bool {
    fileprivate func and(_ condition: Bool) -> Binding<Bool> {
        Binding(source: nil, get: { wrappedValue && condition }, set: { wrappedValue = $0 })
    }
}

struct _DialogView<Content: View, Actions: View, Message: View>: View, PrimitiveView {
    typealias Body = Never

    let content: Content
    let showsTitle: Bool
    let title: Text
    let isPresented: Binding<Bool>
    let actions: () -> Actions
    let message: () -> Message

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        let dismissal = context.remember("dismissal") { Performer {} }
        dismissal.perform = { [isPresented] in isPresented.wrappedValue = false }
        guard context.value(of: isPresented) else { return fragments }
        var environment = context.environment.presented(dismissal)
        environment.menuDismissal = dismissal
        environment.buttonStyle = .named("dialog")
        let messages = context.child(Deferred(make: message), key: "message", environment: environment, isFresh: true)
        let buttons = context.child(Deferred(make: actions), key: "actions", environment: environment, isFresh: true)
        var parts: [Element] = []
        if showsTitle {
            let words = title.plain(in: environment.locale)
            parts.append(context.element("h2", "title", class: "dialog-title", text: words))
        }
        if !messages.isEmpty {
            parts.append(context.element("div", "message", class: "dialog-message message", children: messages))
        }
        parts.append(
            context.element(
                "div",
                "buttons",
                class: "dialog-buttons actions",
                children: complete(buttons, dismissal, context)
            )
        )
        context.preferences.presentations += elements(parts, dismissal, context).map { Fragment(element: $0) }
        return fragments
    }

    /// Every choice can be left.
    private func complete(_ buttons: [Fragment], _ dismissal: Performer, _ context: RenderContext) -> [Fragment] {
        guard !buttons.contains(where: \.isCancel) else { return buttons }
        var cancel = context.element("button", "cancel", class: "button button-dialog cancel")
        cancel.attributes["type"] = "button"
        cancel.text = SystemMessage.cancel.text(in: context.environment.locale.identifier)
        context.listen(&cancel, "tap") { _ in dismissal.perform() }
        return buttons + [Fragment(element: cancel, isCancel: true)]
    }

    private func elements(_ parts: [Element], _ dismissal: Performer, _ context: RenderContext) -> [Element] {
        var dialog = context.element("div", "dialog", class: "confirmation-dialog")
        dialog.attributes["role"] = "dialog"
        dialog.attributes["aria-modal"] = "true"
        dialog.attributes["aria-label"] = title.plain(in: context.environment.locale)
        dialog.attributes["tabindex"] = "-1"
        dialog.children = parts
        context.listen(&dialog, "dismiss") { _ in dismissal.perform() }
        var backdrop = context.element("div", "backdrop", class: "sheet-backdrop")
        context.listen(&backdrop, "tap") { _ in dismissal.perform() }
        return [backdrop, dialog]
    }
}

import ViewTree

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

import ViewTree

extension View {
    /// A question over everything while the value is true.
    public func alert<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View {
        alert(Text(titleKey), isPresented: isPresented, actions: actions) { EmptyView() }
    }

    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        alert(Text(titleKey), isPresented: isPresented, actions: actions, message: message)
    }

    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        alert(Text(title), isPresented: isPresented, actions: actions, message: message)
    }

    public func alert<A: View, M: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return _DialogView(
            content: self,
            kind: .alert,
            title: title,
            isPresented: isPresented,
            actions: { actions },
            message: { message }
        )
    }

    public func alert<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        alert(Text(titleKey), isPresented: isPresented, presenting: data, actions: actions, message: message)
    }

    public func alert<A: View, M: View, T>(
        _ title: Text,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        _DialogView(
            content: self,
            kind: .alert,
            title: title,
            isPresented: isPresented.and(data != nil),
            actions: { data.map(actions) },
            message: { data.map(message) }
        )
    }

    /// A choice between things to do.
    public func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View {
        confirmationDialog(
            Text(titleKey),
            isPresented: isPresented,
            titleVisibility: titleVisibility,
            actions: actions,
            message: { EmptyView() }
        )
    }

    public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        confirmationDialog(
            Text(titleKey),
            isPresented: isPresented,
            titleVisibility: titleVisibility,
            actions: actions,
            message: message
        )
    }

    public func confirmationDialog<A: View, M: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return _DialogView(
            content: self,
            kind: .confirmation(showsTitle: titleVisibility == .visible),
            title: title,
            isPresented: isPresented,
            actions: { actions },
            message: { message }
        )
    }

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
            kind: .confirmation(showsTitle: titleVisibility == .visible),
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

    enum Kind: Equatable {
        case alert
        case confirmation(showsTitle: Bool)
    }

    let content: Content
    let kind: Kind
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
        if kind != .confirmation(showsTitle: false) {
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

    /// Every alert can be answered, and every choice can be left.
    private func complete(_ buttons: [Fragment], _ dismissal: Performer, _ context: RenderContext) -> [Fragment] {
        func button(_ words: SystemWords) -> Fragment {
            var element = context.element("button", words.rawValue, class: "button button-dialog cancel")
            element.attributes["type"] = "button"
            element.text = words.words(in: context.environment.locale.identifier)
            context.listen(&element, "tap") { _ in dismissal.perform() }
            return Fragment(element: element, isCancel: true)
        }
        if kind == .alert { return buttons.isEmpty ? [button(.ok)] : buttons }
        return buttons.contains(where: \.isCancel) ? buttons : buttons + [button(.cancel)]
    }

    private func elements(_ parts: [Element], _ dismissal: Performer, _ context: RenderContext) -> [Element] {
        var dialog = context.element("div", "dialog", class: kind == .alert ? "alert" : "confirmation-dialog")
        dialog.attributes["role"] = kind == .alert ? "alertdialog" : "dialog"
        dialog.attributes["aria-modal"] = "true"
        dialog.attributes["aria-label"] = title.plain(in: context.environment.locale)
        dialog.attributes["tabindex"] = "-1"
        dialog.children = parts
        var backdrop = context.element("div", "backdrop", class: "sheet-backdrop")
        if kind != .alert {
            context.listen(&dialog, "dismiss") { _ in dismissal.perform() }
            context.listen(&backdrop, "tap") { _ in dismissal.perform() }
        }
        return [backdrop, dialog]
    }
}

import ViewTree

extension View {
    /// A sheet over everything while the value is true.
    public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        _SheetView(
            content: self,
            kind: .sheet,
            presented: { isPresented.wrappedValue ? AnyHashable(true) : nil },
            make: content,
            dismiss: { isPresented.wrappedValue = false },
            onDismiss: onDismiss
        )
    }

    /// A sheet for a value while there is one.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(.sheet, item, onDismiss, content)
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

    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting(.cover, item, onDismiss, content)
    }

    private func presenting<Item: Identifiable, Content: View>(
        _ kind: _SheetKind,
        _ item: Binding<Item?>,
        _ onDismiss: (() -> Void)?,
        _ content: @escaping (Item) -> Content
    ) -> some View {
        _SheetView(
            content: self,
            kind: kind,
            presented: { item.wrappedValue.map { AnyHashable($0.id) } },
            make: { item.wrappedValue.map(content) },
            dismiss: { item.wrappedValue = nil },
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
        let preferences = output.preferences
        let canBeDismissed = !preferences.disablesInteractiveDismiss
        var sheet = context.element("div", "sheet", class: "sheet", children: output.fragments)
        sheet.attributes["role"] = "dialog"
        sheet.attributes["tabindex"] = "-1"
        let detents = preferences.detents ?? [.large]
        sheet.attributes["data-detents"] = detents.map(\.css).joined(separator: " ")
        if let indicator = preferences.dragIndicator { sheet.attributes["data-drag-indicator"] = "\(indicator)" }
        if canBeDismissed { context.listen(&sheet, "dismiss") { _ in dismissal.perform() } }
        if preferences.backgroundInteraction?.isEnabled == true {
            sheet.attributes["data-background-interaction"] = "enabled"
            return [sheet]
        }
        sheet.attributes["aria-modal"] = "true"
        var backdrop = context.element("div", "backdrop", class: "sheet-backdrop")
        if canBeDismissed { context.listen(&backdrop, "tap") { _ in dismissal.perform() } }
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
        environment.navigation = nil
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

/// A height of a sheet.
public struct PresentationDetent: Hashable, Sendable {
    let css: String
    public static let medium = PresentationDetent(css: "medium")
    public static let large = PresentationDetent(css: "large")
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
        PresentationDetent(css: "\(number(fraction * 100))%")
    }
    public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(css: points(height)) }
}

/// Whether what lies behind a sheet can be used.
public struct PresentationBackgroundInteraction: Sendable {
    let isEnabled: Bool?
    public static var automatic: PresentationBackgroundInteraction { PresentationBackgroundInteraction(isEnabled: nil) }
    public static var enabled: PresentationBackgroundInteraction { PresentationBackgroundInteraction(isEnabled: true) }
    public static var disabled: PresentationBackgroundInteraction {
        PresentationBackgroundInteraction(isEnabled: false)
    }
    public static func enabled(upThrough detent: PresentationDetent) -> PresentationBackgroundInteraction { .enabled }
}

extension View {
    private func presenting(_ change: @escaping @MainActor (inout Preferences) -> Void) -> some View {
        Modified(self) { context, fragments in
            change(&context.preferences)
            return fragments
        }
    }

    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
        // The order of a set is not the same twice; the page needs one that is.
        presenting { $0.detents = detents.sorted { $0.css > $1.css } }
    }

    public func presentationDragIndicator(_ visibility: Visibility) -> some View {
        presenting { $0.dragIndicator = visibility == .automatic ? nil : visibility }
    }

    public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> some View {
        presenting { $0.backgroundInteraction = interaction }
    }

    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        presenting { $0.disablesInteractiveDismiss = isDisabled }
    }
}

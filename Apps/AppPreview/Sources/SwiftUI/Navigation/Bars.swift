import ViewTree

/// What a bar with a title is like.
public struct NavigationBarItem: Sendable {
    public enum TitleDisplayMode: Sendable {
        case automatic, inline, large
    }
}

extension View {
    private func preferring(_ change: @escaping @MainActor (inout Preferences) -> Void) -> some View {
        Modified(self) { context, fragments in
            change(&context.preferences)
            return fragments
        }
    }

    public func navigationTitle(_ title: Text) -> some View { preferring { $0.navigationTitle = title } }
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }
    @_disfavoredOverload
    public func navigationTitle(_ titleResource: LocalizedStringResource) -> some View {
        navigationTitle(Text(titleResource))
    }
    @_disfavoredOverload
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(Text(title)) }

    public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
        preferring { $0.titleDisplayMode = displayMode == .automatic ? nil : displayMode }
    }

    public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
        preferring { $0.hidesBackButton = hidesBackButton }
    }

    /// Whether bars are shown.
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        preferring { if visibility == .hidden { $0.hiddenBars.formUnion(bars) } }
    }

    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        preferring { if visibility == .hidden { $0.hiddenBars.formUnion(bars) } }
    }

    public func statusBarHidden(_ hidden: Bool = true) -> some View { preferring { $0.hidesStatusBar = hidden } }

    /// Whether the system's overlays, the home indicator for example, are shown: there are none here.
    public func persistentSystemOverlays(_ visibility: Visibility) -> some View { preferring { _ in } }

    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        preferring { $0.colorScheme = $0.colorScheme ?? colorScheme }
    }

    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }

    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        InEnvironment(self) { environment in
            let all = DynamicTypeSize.allCases.filter { range.contains($0) }
            guard let first = all.first, let last = all.last else { return }
            environment.dynamicTypeSize = min(max(environment.dynamicTypeSize, first), last)
        }
    }

    /// What is to be done with an address that the app was opened with.
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        preferring { $0.urlHandlers.append { action($0) } }
    }
}

// Apple has both forms; the builder tells them apart.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension View {
    /// Buttons of bars.
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        _ToolbarView(content: self, items: [ToolbarItemValue(placement: .automatic, view: content())])
    }

    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        _ToolbarView(content: self, items: content().items)
    }
}

/// The bars.
public struct ToolbarPlacement: Hashable, Sendable {
    private let name: String
    public static var automatic: ToolbarPlacement { ToolbarPlacement(name: "automatic") }
    public static var navigationBar: ToolbarPlacement { ToolbarPlacement(name: "navigation") }
    public static var bottomBar: ToolbarPlacement { ToolbarPlacement(name: "bottom") }
    public static var tabBar: ToolbarPlacement { ToolbarPlacement(name: "tab") }
}

/// Where in the bars something lies.
public struct ToolbarItemPlacement: Sendable {
    enum Bar {
        case leading, trailing, principal, bottom
    }

    let bar: Bar
    public static let automatic = ToolbarItemPlacement(bar: .trailing)
    public static let principal = ToolbarItemPlacement(bar: .principal)
    public static let navigation = ToolbarItemPlacement(bar: .leading)
    public static let primaryAction = ToolbarItemPlacement(bar: .trailing)
    public static let secondaryAction = ToolbarItemPlacement(bar: .trailing)
    public static let confirmationAction = ToolbarItemPlacement(bar: .trailing)
    public static let cancellationAction = ToolbarItemPlacement(bar: .leading)
    public static let destructiveAction = ToolbarItemPlacement(bar: .trailing)
    public static let status = ToolbarItemPlacement(bar: .bottom)
    public static let topBarLeading = ToolbarItemPlacement(bar: .leading)
    public static let topBarTrailing = ToolbarItemPlacement(bar: .trailing)
    public static let bottomBar = ToolbarItemPlacement(bar: .bottom)
}

/// Items of bars.
@MainActor
@preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// An item, as bars show it.
struct ToolbarItemValue {
    let placement: ToolbarItemPlacement
    let view: any View
}

/// What is made of items.
@MainActor
protocol ToolbarItems {
    var toolbarItems: [ToolbarItemValue] { get }
}

extension ToolbarContent {
    var items: [ToolbarItemValue] {
        if let items = self as? any ToolbarItems { return items.toolbarItems }
        return body.items
    }
}

/// One thing in a bar.
public struct ToolbarItem<ID, Content: View>: ToolbarContent, ToolbarItems {
    public typealias Body = Never
    let placement: ToolbarItemPlacement
    let content: Content
    var toolbarItems: [ToolbarItemValue] { [ToolbarItemValue(placement: placement, view: content)] }
}

extension ToolbarItem where ID == () {
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(placement: placement, content: content())
    }
}

/// Several things at one place of a bar.
public struct ToolbarItemGroup<Content: View>: ToolbarContent, ToolbarItems {
    public typealias Body = Never
    let placement: ToolbarItemPlacement
    let content: Content
    var toolbarItems: [ToolbarItemValue] { [ToolbarItemValue(placement: placement, view: content)] }

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }
}

/// Several items.
public struct _ToolbarContentGroup: ToolbarContent, ToolbarItems {
    public typealias Body = Never
    let toolbarItems: [ToolbarItemValue]
}

/// Makes one content of the items in a closure.
@resultBuilder
@MainActor
public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> _ToolbarContentGroup {
        var items: [ToolbarItemValue] = []
        for part in repeat each content { items += part.items }
        return _ToolbarContentGroup(toolbarItems: items)
    }

    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> _ToolbarContentGroup {
        _ToolbarContentGroup(toolbarItems: content?.items ?? [])
    }

    public static func buildEither<Content: ToolbarContent>(first: Content) -> _ToolbarContentGroup {
        _ToolbarContentGroup(toolbarItems: first.items)
    }

    public static func buildEither<Content: ToolbarContent>(second: Content) -> _ToolbarContentGroup {
        _ToolbarContentGroup(toolbarItems: second.items)
    }
}

struct _ToolbarView<Content: View>: View, PrimitiveView {
    typealias Body = Never
    let content: Content
    let items: [ToolbarItemValue]

    func render(in context: RenderContext) -> [Fragment] {
        let fragments = context.child(content)
        var environment = context.environment
        environment.isInRow = false
        environment.isInList = false
        for (index, item) in items.enumerated() {
            let parts = context.child(item.view, key: "item\(index)", environment: environment)
            context.preferences.toolbar.append(ToolbarFragment(placement: item.placement, fragments: parts))
        }
        return fragments
    }
}

/// Where a search field lies.
public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
    public static let toolbar = SearchFieldPlacement()
    public static let navigationBarDrawer = SearchFieldPlacement()

    public enum NavigationBarDrawerDisplayMode: Sendable {
        case automatic, always
    }

    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement {
        SearchFieldPlacement()
    }
}

extension View {
    /// A field above the page that searches in it.
    public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        Modified(self) { context, fragments in
            let locale = context.environment.locale
            let words = prompt?.plain(in: locale) ?? SystemWords.search.words(in: locale.identifier)
            var input = context.element("input", "search", class: "search-field", attributes: ["type": "search"])
            input.attributes["placeholder"] = words
            input.attributes["aria-label"] = words
            input.attributes["value"] = context.value(of: text)
            context.listen(&input, "value") { value in
                if let string = value.string { text.wrappedValue = string }
            }
            context.preferences.search = Fragment(element: input)
            return fragments
        }
    }

    public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        searchable(text: text, placement: placement, prompt: Text(prompt))
    }
}

import ViewTree

/// Pages that are put one on top of the other.
public struct NavigationStack<Data, Root: View>: View, PrimitiveView {
    public typealias Body = Never
    let path: NavigationPathBinding?
    let root: Root

    func render(in context: RenderContext) -> [Fragment] {
        let controller = context.remember("controller") { NavigationController() }
        controller.path = path
        let pushed = context.read { controller.pages }
        var environment = context.environment
        environment.navigation = controller
        environment.isInList = false
        environment.isInRow = false
        var outputs = [context.childOutput(root, key: "root", environment: environment)]
        var destinations = outputs[0].preferences.destinations
        environment.dismissal = controller.dismissal
        environment.isPresented = true
        for (depth, page) in pushed.enumerated() {
            let view = page.view(destinations)
            let output = context.childOutput(view, key: [depth, page.key], environment: environment, isFresh: true)
            destinations.merge(output.preferences.destinations) { first, _ in first }
            outputs.append(output)
        }
        for output in outputs { context.preferences.merge(output.preferences.beyondNavigation) }
        let page = context.page(outputs, controller)
        var fragment = Fragment(
            element: context.element("div", "stack", class: "navigation-stack", children: [Fragment(element: page)])
        )
        fragment.layout = .fills
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension NavigationStack where Data == NavigationPath {
    public init(@ViewBuilder root: () -> Root) {
        self.init(path: nil, root: root())
    }

    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
        self.init(
            path: NavigationPathBinding(
                values: { path.wrappedValue.values },
                push: { path.wrappedValue.values.append($0) },
                pop: { path.wrappedValue.removeLast() }
            ),
            root: root()
        )
    }
}

extension NavigationStack
where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
{
    public init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
        self.init(path: NavigationPathBinding(collection: path), root: root())
    }
}

/// The values of a path, whatever their types.
public struct NavigationPath: Equatable {
    var values: [AnyHashable] = []

    public init() {}

    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }

    public mutating func append<V: Hashable>(_ value: V) {
        values.append(AnyHashable(value))
    }

    public mutating func removeLast(_ k: Int = 1) {
        values.removeLast(min(k, values.count))
    }
}

/// A path that lies in the app's state.
struct NavigationPathBinding {
    let values: () -> [AnyHashable]
    let push: (AnyHashable) -> Void
    let pop: () -> Void
}

extension NavigationPathBinding {
    init<Data: RandomAccessCollection & RangeReplaceableCollection>(
        collection path: Binding<Data>
    ) where Data.Element: Hashable {
        self.init(
            values: { path.wrappedValue.map { AnyHashable($0) } },
            push: { Self.append($0, to: path) },
            pop: { path.wrappedValue = Data(path.wrappedValue.dropLast()) }
        )
    }

    private static func append<Data: RangeReplaceableCollection>(_ value: AnyHashable, to path: Binding<Data>) {
        if let value = value.base as? Data.Element { path.wrappedValue.append(value) }
    }
}

/// What links put on a stack.
@MainActor
final class NavigationController {
    var path: NavigationPathBinding?
    private let own = Storage<[Page]>([])
    private var count = 0
    private(set) lazy var dismissal = Performer { [weak self] in self?.pop() }

    enum Page {
        case value(AnyHashable)
        case view(Int, any View)

        var key: AnyHashable {
            switch self {
            case .value(let value): value
            case .view(let number, _): "link \(number)"
            }
        }

        @MainActor
        func view(_ destinations: [ObjectIdentifier: @MainActor (Any) -> any View]) -> any View {
            switch self {
            case .view(_, let view): return view
            case .value(let value):
                guard let make = destinations[ObjectIdentifier(type(of: value.base))] else {
                    preconditionFailure("There is no navigationDestination(for:) for \(type(of: value.base)).")
                }
                return make(value.base)
            }
        }
    }

    var pages: [Page] { (path?.values() ?? []).map { .value($0) } + own.value }

    func push(_ value: AnyHashable) {
        if let path { path.push(value) } else { own.value.append(.value(value)) }
    }

    func push(_ view: any View) {
        count += 1
        own.value.append(.view(count, view))
    }

    func pop() {
        if !own.value.isEmpty {
            own.value.removeLast()
        } else if let path, !path.values().isEmpty {
            path.pop()
        }
    }
}

private enum NavigationKey: EnvironmentKey {
    static var defaultValue: NavigationController? { nil }
}

extension EnvironmentValues {
    var navigation: NavigationController? {
        get { self[NavigationKey.self] }
        set { self[NavigationKey.self] = newValue }
    }
}

extension Preferences {
    /// What a stack of pages does not answer itself.
    fileprivate var beyondNavigation: Preferences {
        var others = self
        others.navigationTitle = nil
        others.titleDisplayMode = nil
        others.hidesBackButton = false
        others.toolbar = []
        others.hiddenBars = []
        others.search = nil
        others.destinations = [:]
        return others
    }
}

extension RenderContext {
    /// The page on top, with its bars.
    fileprivate func page(_ outputs: [Output], _ controller: NavigationController) -> Element {
        let output = outputs[outputs.count - 1]
        let preferences = output.preferences
        let depth = outputs.count - 1
        var page = element("section", "page\(depth)", class: "page")
        if depth > 0 { page.addClass("entering-push") }
        var children: [Element] = []
        if !preferences.hiddenBars.contains(.navigationBar) {
            let before = depth > 0 ? outputs[depth - 1].preferences.navigationTitle : nil
            children.append(navigationBar(preferences, depth, before, depth > 0 ? controller : nil))
        }
        if let search = preferences.search { children.append(search.element) }
        children.append(element("div", "content\(depth)", class: "page-content", children: output.fragments))
        let bottom = preferences.toolbar.filter { $0.placement.bar == .bottom }
        if !bottom.isEmpty, !preferences.hiddenBars.contains(.bottomBar) {
            children.append(
                element("footer", "bottom\(depth)", class: "bottom-bar", children: bottom.flatMap(\.fragments))
            )
        }
        page.children = children
        return page
    }

    private func navigationBar(
        _ preferences: Preferences,
        _ depth: Int,
        _ titleBefore: Text?,
        _ controller: NavigationController?
    ) -> Element {
        let locale = environment.locale
        func items(_ bar: ToolbarItemPlacement.Bar) -> [Fragment] {
            preferences.toolbar.filter { $0.placement.bar == bar }.flatMap(\.fragments)
        }
        var leading = items(.leading)
        if let controller, !preferences.hidesBackButton {
            var back = element("button", "back\(depth)", class: "back")
            back.attributes["type"] = "button"
            let name = titleBefore?.plain(in: locale) ?? SystemWords.back.words(in: locale.identifier)
            back.attributes["aria-label"] = name
            back.text = name
            listen(&back, "tap") { _ in controller.pop() }
            leading.insert(Fragment(element: back), at: 0)
        }
        var title = element("div", "title\(depth)", class: "title", children: items(.principal))
        if title.children.isEmpty, let words = preferences.navigationTitle?.plain(in: locale) {
            title.children = [element("h1", "heading\(depth)", text: words)]
        }
        let isLarge = preferences.titleDisplayMode.map { $0 == .large } ?? (depth == 0)
        var bar = element("header", "bar\(depth)", class: "navigation-bar title-\(isLarge ? "large" : "inline")")
        bar.children = [
            element("div", "leading\(depth)", class: "bar-leading", children: leading), title,
            element("div", "trailing\(depth)", class: "bar-trailing", children: items(.trailing)),
        ]
        return bar
    }
}

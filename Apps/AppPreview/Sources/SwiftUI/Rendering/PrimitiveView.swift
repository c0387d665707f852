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

/// A property wrapper that keeps its value where the view is.
@MainActor
protocol InstalledProperty {
    /// Connects the property with what is kept at a place.
    func install(in node: Node, path: String)
}

/// A property that reads the environment.
@MainActor
protocol EnvironmentReader {
    /// Whether it reads another value in one environment than in the other.
    func isDifferent(_ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool
}

/// A view whose properties belong to something in it.
@MainActor
protocol DynamicPropertyOwner {
    var propertyOwner: Any { get }
}

/// The installed properties of a view, each with its name, those of `DynamicProperty` structures among them.
@MainActor
func dynamicProperties(of view: Any) -> [(String, any InstalledProperty)] {
    let owner = (view as? any DynamicPropertyOwner)?.propertyOwner ?? view
    return Mirror(reflecting: owner).children.flatMap { label, value -> [(String, any InstalledProperty)] in
        let name = label ?? ""
        if let property = value as? any InstalledProperty { return [(name, property)] }
        guard value is any DynamicProperty else { return [] }
        return dynamicProperties(of: value).map { ("\(name).\($0)", $1) }
    }
}

/// What views tell those around them.
struct Preferences {
    var navigationTitle: Text?
    var titleDisplayMode: NavigationBarItem.TitleDisplayMode?
    var toolbar: [ToolbarFragment] = []
    var search: Fragment?
    var presentations: [Fragment] = []
    var hidesStatusBar: Bool?
    var colorScheme: ColorScheme?
    var captureHandlers: [CaptureHandler] = []

    /// Adds what a later view says; the first to speak wins where only one can.
    mutating func merge(_ other: Preferences) {
        navigationTitle = navigationTitle ?? other.navigationTitle
        titleDisplayMode = titleDisplayMode ?? other.titleDisplayMode
        toolbar += other.toolbar
        search = search ?? other.search
        presentations += other.presentations
        hidesStatusBar = hidesStatusBar ?? other.hidesStatusBar
        colorScheme = colorScheme ?? other.colorScheme
        captureHandlers += other.captureHandlers
    }
}

struct ToolbarFragment {
    var placement: ToolbarItemPlacement
    var fragments: [Fragment]
}

/// A value that says itself whether a later one would make a difference to a view.
protocol ViewComparable {
    func isSame(as other: Any) -> Bool
}

/// Whether two values are known to be equal. False where that cannot be known: closures, for example.
///
/// A view whose fields are all the same as before is not evaluated again.
func isSame(_ first: Any, _ second: Any) -> Bool {
    guard type(of: first) == type(of: second) else { return false }
    if let first = first as? any ViewComparable { return first.isSame(as: second) }
    if let first = first as? any Equatable { return isEqual(first, second) }
    if type(of: first) is AnyClass { return (first as AnyObject) === (second as AnyObject) }
    return haveSameParts(Mirror(reflecting: first), Mirror(reflecting: second))
}

private func isEqual<T: Equatable>(_ first: T, _ second: Any) -> Bool {
    (second as? T).map { $0 == first } ?? false
}

private func haveSameParts(_ first: Mirror, _ second: Mirror) -> Bool {
    switch first.displayStyle {
    case .struct, .tuple, .optional, .collection:
        break
    case .enum where !first.children.isEmpty:
        break
    default:
        // A closure, or a case without values whose name a mirror does not tell.
        return false
    }
    guard first.children.count == second.children.count else { return false }
    return zip(first.children, second.children).allSatisfy { $0.label == $1.label && isSame($0.value, $1.value) }
}

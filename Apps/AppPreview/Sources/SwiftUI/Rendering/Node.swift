import ViewTree

/// A place in the tree of views: where state lives, for as long as a view of the same type stays there.
@MainActor
final class Node {
    let number: Int
    let renderer: Renderer
    weak var parent: Node?
    private(set) var view: any View
    private(set) var environment: EnvironmentValues
    private(set) var output = Output()
    private var children: [AnyHashable: Node] = [:]
    /// What this place's own view read has changed.
    private var isInvalid = true
    /// The same is true of a place below.
    private var hasInvalidDescendant = false
    private var readings: [Reading] = []
    private var elements: [String: ElementSlot] = [:]
    /// Counts the renderings of this place.
    private var rendering = 0
    /// The resources that the elements of the last rendering refer to.
    private var resources: [String] = []
    private var listeners: [(ElementID, String)] = []
    /// What property wrappers and primitive views keep here.
    private var memory: [AnyHashable: AnyObject] = [:]
    private var farewells: [@MainActor () -> Void] = []
    private var body: (any View)?

    /// An element's number, and the last rendering that made the element.
    private struct ElementSlot {
        let id: ElementID
        var rendering: Int
    }

    init(_ view: any View, environment: EnvironmentValues, parent: Node?, renderer: Renderer) {
        self.view = view
        self.environment = environment
        self.parent = parent
        self.renderer = renderer
        number = renderer.nextNodeNumber()
        renderer.register(self)
    }

    // MARK: Updating

    /// Renders what has to be rendered.
    ///
    /// - Parameter isKnown: whether the view is the one that was rendered before, not one that was made since.
    func update(to newView: any View, environment newEnvironment: EnvironmentValues, isKnown: Bool) -> Output {
        let oldEnvironment = environment
        let isElsewhere = !newEnvironment.isSame(as: oldEnvironment)
        environment = newEnvironment
        if let render = primitiveRendering(of: newView) {
            view = newView
            if isKnown, !isElsewhere, !isInvalid, !hasInvalidDescendant { return output }
            self.render(render, isKnown: isKnown)
        } else {
            let isChanged = !isKnown && !isSame(view, newView)
            let evaluates = isInvalid || isChanged || (isElsewhere && readsDifference(from: oldEnvironment))
            if !evaluates, !isElsewhere, !hasInvalidDescendant { return output }
            if evaluates {
                if isChanged { view = newView }
                evaluate()
            }
            renderBody(isKnown: !evaluates)
        }
        return output
    }

    private func readsDifference(from old: EnvironmentValues) -> Bool {
        dynamicProperties(of: view).contains { _, property in
            (property as? any EnvironmentReader)?.isDifferent(old, environment) ?? false
        }
    }

    private func evaluate() {
        isInvalid = false
        endReadings()
        install(view)
        renderer.countEvaluation(of: view)
        body = read { bodyOf(view) }
    }

    private func bodyOf<V: View>(_ view: V) -> any View { view.body }

    private func renderBody(isKnown: Bool) {
        guard let body else { return }
        hasInvalidDescendant = false
        let context = RenderContext(node: self, isKnown: isKnown)
        output = Output(fragments: context.child(body), preferences: context.preferences)
        removeChildren { !context.visited.contains($0) }
    }

    /// How a view without a body makes its elements; nil for views with one.
    private func primitiveRendering(of view: any View) -> ((RenderContext) -> [Fragment])? {
        if let primitive = view as? any PrimitiveView { return { primitive.render(in: $0) } }
        if let representable = view as? any UIViewRepresentable { return { representable.renderView(in: $0) } }
        return nil
    }

    private func render(_ render: (RenderContext) -> [Fragment], isKnown: Bool) {
        isInvalid = false
        hasInvalidDescendant = false
        endReadings()
        endListening()
        rendering += 1
        let formerResources = resources
        resources = []
        let context = RenderContext(node: self, isKnown: isKnown)
        let fragments = render(context)
        output = Output(fragments: fragments, preferences: context.preferences)
        removeChildren { !context.visited.contains($0) }
        // What this rendering did not make again is gone: a new one has a new number.
        if elements.values.contains(where: { $0.rendering < rendering }) {
            elements = elements.filter { $0.value.rendering == rendering }
        }
        for id in formerResources { renderer.resources.release(id) }
    }

    func child(
        _ view: any View,
        key: AnyHashable,
        environment: EnvironmentValues,
        isKnown: Bool
    ) -> Output {
        if let child = children[key], type(of: child.view) == type(of: view) {
            return child.update(to: view, environment: environment, isKnown: isKnown)
        }
        children.removeValue(forKey: key)?.leave()
        let child = Node(view, environment: environment, parent: self, renderer: renderer)
        children[key] = child
        return child.update(to: view, environment: environment, isKnown: false)
    }

    private func removeChildren(where isGone: (AnyHashable) -> Bool) {
        for key in children.keys.filter(isGone) {
            children.removeValue(forKey: key)?.leave()
        }
    }

    // MARK: Invalidation

    /// What the view read has changed.
    func invalidate() {
        isInvalid = true
        var ancestor = parent
        while let node = ancestor, !node.hasInvalidDescendant {
            node.hasInvalidDescendant = true
            ancestor = node.parent
        }
    }

    /// Calls a function and renders this place again when something observable changes that it read.
    func read<T>(_ body: () -> T) -> T {
        let reading = Reading()
        readings.append(reading)
        return reading.track(body) { [invalidations = renderer.invalidations, number] in
            invalidations.insert(number)
        }
    }

    private func endReadings() {
        for reading in readings { reading.cancel() }
        readings = []
    }

    // MARK: Elements

    func elementID(_ slot: String) -> ElementID {
        let id = elements[slot]?.id ?? renderer.nextElementID()
        elements[slot] = ElementSlot(id: id, rendering: rendering)
        return id
    }

    var keptElementCount: Int { elements.count }

    /// Keeps a resource for as long as an element of this place refers to it.
    func refer(to resource: String) {
        renderer.resources.retain(resource)
        resources.append(resource)
    }

    func listen(to id: ElementID, _ event: String, _ handler: @escaping Renderer.Handler) {
        listeners.append((id, event))
        renderer.listen(to: id, event, handler)
    }

    private func endListening() {
        for (id, event) in listeners { renderer.ignore(id, event) }
        listeners = []
    }

    // MARK: What is kept

    /// An object that lives as long as this place.
    func remember<T: AnyObject>(_ key: AnyHashable, _ make: () -> T) -> T {
        if let kept = memory[key] as? T { return kept }
        let new = make()
        memory[key] = new
        return new
    }

    /// Calls a function once this place is gone.
    func onLeave(_ farewell: @escaping @MainActor () -> Void) {
        farewells.append(farewell)
    }

    private func leave() {
        for child in children.values { child.leave() }
        children = [:]
        endReadings()
        endListening()
        for id in resources { renderer.resources.release(id) }
        resources = []
        renderer.unregister(self)
        for farewell in farewells { renderer.afterRendering(farewell) }
        farewells = []
    }

    /// The whole tree goes.
    func leaveAll() { leave() }

    private func install(_ view: any View) {
        for (path, property) in dynamicProperties(of: view) {
            property.install(in: self, path: path)
        }
    }

    /// Gives properties of something that is no view, a button style for example, their places.
    func install(propertiesOf owner: Any, as name: String) {
        for (path, property) in dynamicProperties(of: owner) {
            property.install(in: self, path: "\(name).\(path)")
        }
    }
}

/// What a view made.
struct Output {
    var fragments: [Fragment] = []
    var preferences = Preferences()
}

public import ViewTree

/// An app whose screen is what a test says, and which remembers what is done to it.
@MainActor
public final class ScriptedApp: RunningApp {
    /// The screen. What is different from the former one goes to the pages.
    public private(set) var screen: Element
    /// What was done, in order.
    public private(set) var events: [ViewEvent] = []
    /// Answers to what was done.
    public var onEvent: @MainActor (ScriptedApp, ViewEvent) -> Void = { _, _ in }
    public var onUpdate: (@MainActor (TreeUpdate) -> Void)?
    /// Objects whose pictures are shown.
    public var previews: [String: AnyObject] = [:]
    /// Images and files.
    public var resources: [String: ViewResource] = [:]
    private var render = 1

    public init(screen: Element) {
        self.screen = screen
    }

    public var wholeTree: TreeUpdate {
        TreeUpdate(render: render, changes: [.insert(parent: 0, index: 0, element: screen)])
    }

    @discardableResult
    public func handle(_ events: [ViewEvent]) -> EventAnswer {
        var ignored = 0
        for event in events {
            let isHeard = event.id == 0 || element(event.id)?.events.contains(event.event) == true
            if !isHeard { ignored += 1 }
            self.events.append(event)
            onEvent(self, event)
        }
        let edited = Set(events.filter { $0.event == "value" }.map(\.id)).compactMap(element)
        let values = Dictionary(uniqueKeysWithValues: edited.map { ($0.id, $0.attributes["value"] ?? "") })
        return EventAnswer(ignored: ignored, render: render, values: values)
    }

    private func element(_ id: ElementID) -> Element? { screen.flattened.first { $0.id == id } }

    public func resource(_ id: String) -> ViewResource? { resources[id] }

    public func previewSource(_ id: String) -> AnyObject? { previews[id] }

    /// Shows another screen whose root has the same identity.
    public func show(_ new: Element) {
        let changes = Self.changes(from: screen, to: new)
        screen = new
        guard !changes.isEmpty else { return }
        send(changes)
    }

    /// Sends changes as they are.
    public func send(_ changes: [TreeChange]) {
        render += 1
        onUpdate?(TreeUpdate(render: render, changes: changes))
    }

    /// Children are told by their identity; those that stay, stay in their order.
    private static func changes(from old: Element, to new: Element) -> [TreeChange] {
        var changes: [TreeChange] = []
        var attributes: [String: String?] = [:]
        for name in Set(old.attributes.keys).union(new.attributes.keys)
        where old.attributes[name] != new.attributes[name] {
            attributes.updateValue(new.attributes[name], forKey: name)
        }
        if !attributes.isEmpty { changes.append(.set(new.id, attributes)) }
        if old.events != new.events { changes.append(.listen(new.id, new.events)) }
        if let text = new.text, text != old.text { changes.append(.text(new.id, text)) }
        let kept = Set(new.children.map(\.id))
        for child in old.children where !kept.contains(child.id) { changes.append(.remove(child.id)) }
        let former = Dictionary(uniqueKeysWithValues: old.children.map { ($0.id, $0) })
        for (index, child) in new.children.enumerated() {
            if let before = former[child.id] {
                changes += self.changes(from: before, to: child)
            } else {
                changes.append(.insert(parent: new.id, index: index, element: child))
            }
        }
        return changes
    }
}

import Foundation
import ViewTree

/// What an element is to those who listen to the screen.
public struct AccessibilityTraits: SetAlgebra, Sendable {
    private var names: Set<String>

    public init() { names = [] }
    private init(_ name: String) { names = [name] }

    public static let isButton = AccessibilityTraits("button")
    public static let isHeader = AccessibilityTraits("header")
    public static let isSelected = AccessibilityTraits("selected")
    public static let isLink = AccessibilityTraits("link")
    public static let isImage = AccessibilityTraits("image")
    public static let isModal = AccessibilityTraits("modal")
    public static let isToggle = AccessibilityTraits("toggle")
    public static let updatesFrequently = AccessibilityTraits("frequent")
    public static let startsMediaSession = AccessibilityTraits("media")

    public func contains(_ member: AccessibilityTraits) -> Bool { member.names.isSubset(of: names) }
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { with { $0.formUnion(other.names) } }
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with { $0.formIntersection(other.names) }
    }
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with { $0.formSymmetricDifference(other.names) }
    }
    public mutating func formUnion(_ other: AccessibilityTraits) { self = union(other) }
    public mutating func formIntersection(_ other: AccessibilityTraits) { self = intersection(other) }
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { self = symmetricDifference(other) }

    @discardableResult
    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        let isNew = !contains(newMember)
        formUnion(newMember)
        return (isNew, newMember)
    }

    @discardableResult
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        guard contains(member) else { return nil }
        names.subtract(member.names)
        return member
    }

    @discardableResult
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        insert(newMember).inserted ? nil : newMember
    }

    private func with(_ change: (inout Set<String>) -> Void) -> AccessibilityTraits {
        var traits = self
        change(&traits.names)
        return traits
    }

    /// Says it with ARIA.
    func apply(to element: inout ViewTree.Element) {
        if contains(.isButton), element.tag != "button" { element.attributes["role"] = "button" }
        if contains(.isHeader) {
            element.attributes["role"] = "heading"
            element.attributes["aria-level"] = "2"
        }
        if contains(.isLink) { element.attributes["role"] = "link" }
        if contains(.isImage) { element.attributes["role"] = "img" }
        if contains(.isModal) {
            element.attributes["aria-modal"] = "true"
            let role = element.attributes["role"] ?? "group"
            element.attributes["role"] = role == "group" ? "dialog" : role
        }
        if contains(.isToggle) { element.attributes["role"] = "switch" }
        if contains(.isSelected) { Self.select(&element) }
        if contains(.updatesFrequently) { element.attributes["aria-live"] = "off" }
    }

    /// ARIA says it in the way that goes with the role.
    private static func select(_ element: inout ViewTree.Element) {
        switch element.attributes["role"] {
        case "radio", "switch", "checkbox": element.attributes["aria-checked"] = "true"
        case "option", "tab": element.attributes["aria-selected"] = "true"
        default: element.attributes[element.tag == "button" ? "aria-pressed" : "aria-current"] = "true"
        }
    }
}

/// What becomes of the elements in a view that is made one element.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    private let name: String
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

/// Up or down.
public enum AccessibilityAdjustmentDirection: Sendable {
    case increment, decrement
}

/// What can be done to an element.
public struct AccessibilityActionKind: Equatable, Sendable {
    let name: String
    public static let `default` = AccessibilityActionKind(name: "default")
}

extension Element {
    /// Changes the element that says something to those who listen: the one that is wrapped, not what is round it.
    mutating func changeAccessible(_ change: (inout ViewTree.Element) -> Void) {
        let isWrapper =
            ["wrap", "padding", "frame", "background", "clip", "beyond", "ratio", "placed", "position"]
            .contains { hasClass($0) } && attributes["role"] == nil
        // A menu is the button that opens it; its items are beside that.
        let isMenu = hasClass("menu") && attributes["role"] == nil && !children.isEmpty
        let isLayered = hasClass("layered") && attributes["role"] == nil
        if isMenu || (isWrapper && children.count == 1) {
            children[0].changeAccessible(change)
        } else if isLayered, let index = children.firstIndex(where: { !$0.hasClass("layer") }) {
            children[index].changeAccessible(change)
        } else {
            change(&self)
        }
    }
}

extension View {
    private func accessible(_ change: @escaping @MainActor (RenderContext, inout ViewTree.Element) -> Void) -> some View
    {
        Modified(self) { context, fragments in
            guard fragments.count == 1 else {
                return fragments.map { fragment in
                    var fragment = fragment
                    fragment.element.changeAccessible { change(context, &$0) }
                    return fragment
                }
            }
            var fragment = fragments[0]
            fragment.element.changeAccessible { change(context, &$0) }
            return [fragment]
        }
    }

    private func labelled(_ attribute: String, _ words: Text) -> some View {
        accessible { context, element in
            element.attributes[attribute] = words.plain(in: context.environment.locale)
            element.assignRoleForLabel()
        }
    }

    public func accessibilityLabel(_ label: Text) -> some View { labelled("aria-label", label) }
    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
        labelled("aria-label", Text(labelKey))
    }

    public func accessibilityValue(_ valueDescription: Text) -> some View {
        labelled("aria-valuetext", valueDescription)
    }
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View {
        labelled("aria-valuetext", Text(valueKey))
    }

    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View {
        labelled("aria-description", Text(hintKey))
    }

    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        accessible { _, element in traits.apply(to: &element) }
    }

    /// Whether those who listen are told nothing of it.
    public func accessibilityHidden(_ hidden: Bool) -> some View {
        Modified(self) { _, fragments in
            guard hidden else { return fragments }
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.attributes["aria-hidden"] = "true"
                return fragment
            }
        }
    }

    /// Makes one element of a view and all in it.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        Modified(self) { context, fragments in
            guard !fragments.isEmpty else { return fragments }
            var whole = context.wrap(context.single(fragments), 0, class: "accessible")
            whole.isWrapper = false
            whole.element.attributes["role"] = "group"
            switch children {
            case .combine:
                whole.element.attributes["aria-label"] = whole.element.spokenText
                whole.element.attributes["data-children"] = "combine"
            case .ignore:
                whole.element.children = whole.element.children.map { child in
                    var child = child
                    child.attributes["aria-hidden"] = "true"
                    return child
                }
            default:
                break
            }
            return [whole]
        }
    }

    /// A name for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        accessible { _, element in element.attributes["data-identifier"] = identifier }
    }

    public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default,
        _ handler: @escaping () -> Void
    ) -> some View {
        accessible { context, element in
            context.listen(&element, "action:\(actionKind.name)") { _ in handler() }
            element.makeFocusable()
        }
    }

    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        accessible { context, element in
            let words = name.plain(in: context.environment.locale)
            context.listen(&element, "action:\(words)") { _ in handler() }
            let others = element.attributes["data-actions"].map { $0 + "|" } ?? ""
            element.attributes["data-actions"] = others + words
            element.attributes["aria-keyshortcuts"] = "Shift+F10"
            element.makeFocusable()
        }
    }

    public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(nameKey), handler)
    }

    @_disfavoredOverload
    public func accessibilityAction<S: StringProtocol>(named name: S, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(name), handler)
    }

    /// What happens when it is made more or less.
    public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View {
        accessible { context, element in
            context.listen(&element, "adjust") { value in
                handler(value.string == "decrement" ? .decrement : .increment)
            }
            guard element.tag != "input" else { return }
            element.attributes["role"] = "slider"
            element.makeFocusable()
        }
    }
}

extension Element {
    /// Lets the keyboard reach what is done by it.
    mutating func makeFocusable() {
        guard !["button", "input", "select", "a"].contains(tag) else { return }
        attributes["tabindex"] = attributes["tabindex"] ?? "0"
    }

    /// ARIA lets only elements with a role have a name.
    mutating func assignRoleForLabel() {
        attributes["aria-hidden"] = nil
        guard attributes["role"] == nil else { return }
        switch tag {
        case "i": attributes["role"] = "img"
        case "svg", "canvas": attributes["role"] = "img"
        case "div", "span": attributes["role"] = children.isEmpty ? "img" : "group"
        case "img": attributes["alt"] = attributes["aria-label"] ?? ""
        default: break
        }
        // A text that is read as something else is an image of words.
        if text != nil, tag == "span" { attributes["role"] = "img" }
    }

    /// What is read out of it, in order, with pauses.
    var spokenText: String {
        if attributes["aria-hidden"] == "true" { return "" }
        if let label = attributes["aria-label"] {
            return [label, attributes["aria-valuetext"]].compactMap { $0 }.joined(separator: ", ")
        }
        if let text { return text }
        return children.map(\.spokenText).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension View {
    /// What is shown large to somebody who needs large text and holds a finger on a control that keeps its size.
    ///
    /// DEVIATION: the page shows its words when the mouse rests on the control.
    public func accessibilityShowsLargeContentViewer<V: View>(@ViewBuilder _ largeContentView: () -> V) -> some View {
        let content = largeContentView()
        return Modified(self) { context, fragments in
            let words = context.childOutput(content, key: "large-content").fragments.map(\.element.allText)
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.changeAccessible { $0.attributes["title"] = words.joined(separator: " ") }
                return fragment
            }
        }
    }
}

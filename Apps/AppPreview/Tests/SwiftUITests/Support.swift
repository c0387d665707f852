import Foundation
import Testing
import ViewTree

@_spi(Rendering) @testable import SwiftUI

/// A view that is shown, without a server: the browser's copy of its tree, and a finger.
@MainActor
final class ShownView {
    let host: AppHost
    let phone: Phone
    private(set) var copy = TreeCopy()
    private(set) var updates: [TreeUpdate] = []

    init(_ view: some View, phone: Phone = Phone()) throws {
        self.phone = phone
        host = AppHost(view: view, phone: phone)
        try copy.apply(host.wholeTree.changes)
        host.onUpdate = { [weak self] update in self?.receive(update) }
    }

    private func receive(_ update: TreeUpdate) {
        updates.append(update)
        do {
            try copy.apply(update.changes)
        } catch {
            Issue.record("A change cannot be applied: \(error)")
        }
    }

    var root: Element { copy.roots[0] }
    var elements: [Element] { root.flattened }

    /// The changes of the last update.
    var lastChanges: [TreeChange] { updates.last?.changes ?? [] }

    func all(_ classOrTag: String) -> [Element] {
        elements.filter { $0.tag == classOrTag || $0.classes.contains(classOrTag) }
    }

    func first(_ classOrTag: String) -> Element? { all(classOrTag).first }

    /// The innermost element with some text.
    func element(text: String) -> Element? { elements.last { $0.allText == text } }

    func element(_ attribute: String, _ value: String) -> Element? {
        elements.first { $0.attributes[attribute] == value }
    }

    func send(_ event: String, _ value: EventValue = .null, to element: Element) {
        host.handle([ViewEvent(id: element.id, event: event, value: value)])
        host.settle()
    }

    /// Taps the outermost button, switch or other listener with a text or a name.
    func tap(_ name: String) throws {
        let target = elements.first { element in
            element.events.contains("tap")
                && (element.allText == name || element.attributes["aria-label"] == name)
        }
        guard let target else { throw NothingToTap(name: name) }
        send("tap", ["x": 1, "y": 1], to: target)
    }

    func phone(_ event: String, _ value: EventValue) {
        host.handle([ViewEvent(id: 0, event: event, value: value)])
        host.settle()
    }

    func settle() { host.settle() }
}

struct NothingToTap: Error {
    let name: String
}

extension Element {
    var classes: Set<String> { Set((attributes["class"] ?? "").split(separator: " ").map(String.init)) }
}

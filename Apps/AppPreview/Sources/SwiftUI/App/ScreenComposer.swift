import Foundation
import ViewTree

/// Puts the app's view, what lies over it and the system's dialogs on one screen.
@MainActor
struct ScreenComposer {
    /// The number of the screen's element.
    static let rootID = 1
    private static let contentID = 2
    private static let announcerID = 3
    private static let effectsID = 4
    /// The last of the numbers that are always the same elements'. All others are given one after the other.
    static let lastFixedID = 4

    private var dialogIDs: [SystemDialog.ID: DialogIDs] = [:]
    private var effectIDs: [Int: ElementID] = [:]

    /// The numbers of a dialog's elements.
    private struct DialogIDs {
        let dialog, title, message, text, row: ElementID
        let buttons: [ElementID]

        init(_ content: SystemDialog, _ nextID: () -> ElementID) {
            (dialog, title, message, text, row) = (nextID(), nextID(), nextID(), nextID(), nextID())
            buttons = content.buttons.map { _ in nextID() }
        }
    }

    /// - Parameter nextID: gives a number that no element has had.
    mutating func compose(
        _ output: Output,
        environment: EnvironmentValues,
        phone: Phone,
        animation: Animation?,
        nextID: () -> ElementID
    ) -> Element {
        number(dialogsAndEffectsOf: phone, nextID)
        let preferences = output.preferences
        let presentations = preferences.presentations.map(\.element)
        var content = Element(id: Self.contentID, tag: "div", attributes: ["class": "screen-content"])
        content.children = output.fragments.map(\.element)
        let layers = inert([content] + presentations + dialogs(of: phone))
        var root = Element(id: Self.rootID, tag: "div", attributes: ["class": "phone-screen"])
        let scheme = preferences.colorScheme ?? environment.colorScheme
        root.attributes["data-color-scheme"] = scheme == .dark ? "dark" : "light"
        root.attributes["data-status-bar"] = preferences.hidesStatusBar == true ? "hidden" : "visible"
        root.attributes["data-dynamic-type"] = "\(environment.dynamicTypeSize)"
        root.attributes["lang"] = environment.locale.identifier.replacing("_", with: "-")
        root.attributes["data-reduce-motion"] = environment.accessibilityReduceMotion ? "true" : nil
        root.attributes["data-reduce-transparency"] = environment.accessibilityReduceTransparency ? "true" : nil
        if let animation, !environment.accessibilityReduceMotion {
            root.attributes["data-animated"] = "true"
            root.attributes["style"] = "--animation:\(animation.css);"
        }
        root.children = layers + [announcer(phone), effects(phone)]
        return root
    }

    /// What lies under something that has to be answered first cannot be used.
    private func inert(_ layers: [Element]) -> [Element] {
        guard let top = layers.lastIndex(where: { $0.attributes["aria-modal"] == "true" }) else { return layers }
        return layers.enumerated().map { index, layer in
            guard index < top, !(index == top - 1 && layer.hasClass("sheet-backdrop")) else { return layer }
            var layer = layer
            layer.attributes["inert"] = ""
            return layer
        }
    }

    // MARK: The phone's part

    /// Gives numbers to what has come, and forgets those of what is gone.
    private mutating func number(dialogsAndEffectsOf phone: Phone, _ nextID: () -> ElementID) {
        var dialogs: [SystemDialog.ID: DialogIDs] = [:]
        for dialog in phone.dialogs { dialogs[dialog.id] = dialogIDs[dialog.id] ?? DialogIDs(dialog, nextID) }
        dialogIDs = dialogs
        var effects: [Int: ElementID] = [:]
        for effect in phone.effects { effects[effect.number] = effectIDs[effect.number] ?? nextID() }
        effectIDs = effects
    }

    private func dialogs(of phone: Phone) -> [Element] {
        phone.dialogs.compactMap { dialog in
            guard let ids = dialogIDs[dialog.id] else { return nil }
            let buttons = zip(ids.buttons, dialog.buttons).map { id, title in
                Element(
                    id: id,
                    tag: "button",
                    attributes: ["class": "button button-dialog", "type": "button"],
                    events: ["tap"],
                    text: title
                )
            }
            return Element(
                id: ids.dialog,
                tag: "div",
                attributes: [
                    "class": "alert system-dialog", "role": "alertdialog", "aria-modal": "true",
                    "aria-label": dialog.title, "tabindex": "-1",
                ],
                children: [
                    Element(id: ids.title, tag: "h2", attributes: ["class": "dialog-title"], text: dialog.title),
                    Element(
                        id: ids.message,
                        tag: "div",
                        attributes: ["class": "dialog-message message"],
                        children: [
                            Element(id: ids.text, tag: "span", attributes: ["class": "text"], text: dialog.message)
                        ]
                    ),
                    Element(
                        id: ids.row,
                        tag: "div",
                        attributes: ["class": "dialog-buttons actions"],
                        children: buttons
                    ),
                ]
            )
        }
    }

    /// The dialog and the button that an event is for.
    func dialogButton(_ event: ViewEvent) -> (SystemDialog.ID, Int)? {
        guard event.event == "tap" else { return nil }
        for (dialog, ids) in dialogIDs {
            if let button = ids.buttons.firstIndex(of: event.id) { return (dialog, button) }
        }
        return nil
    }

    /// The words that are read out.
    private func announcer(_ phone: Phone) -> Element {
        let last = phone.effects.last { if case .announce = $0.kind { true } else { false } }
        var text = ""
        if case .announce(let announcement) = last?.kind { text = announcement }
        return Element(
            id: Self.announcerID,
            tag: "div",
            attributes: ["class": "announcer visually-hidden", "aria-live": "assertive"],
            text: text
        )
    }

    private func effects(_ phone: Phone) -> Element {
        Element(
            id: Self.effectsID,
            tag: "div",
            attributes: ["class": "effects", "hidden": ""],
            children: phone.effects.compactMap { effect in
                guard let id = effectIDs[effect.number] else { return nil }
                let (kind, value) =
                    switch effect.kind {
                    case .haptic(let name): ("haptic", name)
                    case .announce(let text): ("announce", text)
                    case .open(let url): ("open", url.absoluteString)
                    }
                return Element(
                    id: id,
                    tag: "span",
                    attributes: ["class": "effect", "data-kind": kind, "data-value": value]
                )
            }
        )
    }
}

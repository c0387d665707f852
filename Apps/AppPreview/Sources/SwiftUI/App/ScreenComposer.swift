import Foundation
import ViewTree

/// Puts the app's view, what lies over it and the system's dialogs on one screen.
struct ScreenComposer {
    /// The number of the screen's element. Those of the dialogs follow it, then those of views, then those of effects.
    static let rootID = 1
    private static let contentID = 2
    private static let announcerID = 3
    private static let effectsID = 4
    private static let firstDialogID = 1000
    /// The first number that views' elements may have.
    static let firstViewID = 1_000_000
    private static let firstEffectID = 1_000_000_000

    @MainActor
    func compose(
        _ output: Output,
        environment: EnvironmentValues,
        phone: Phone,
        animation: Animation?
    ) -> Element {
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

    @MainActor
    private func dialogs(of phone: Phone) -> [Element] {
        phone.dialogs.map { dialog in
            let id = Self.dialogID(dialog.id)
            let buttons = dialog.buttons.enumerated().map { index, title in
                Element(
                    id: id + 4 + index,
                    tag: "button",
                    attributes: ["class": "button button-dialog", "type": "button"],
                    events: ["tap"],
                    text: title
                )
            }
            return Element(
                id: id,
                tag: "div",
                attributes: [
                    "class": "alert system-dialog", "role": "alertdialog", "aria-modal": "true",
                    "aria-label": dialog.title, "tabindex": "-1",
                ],
                children: [
                    Element(id: id + 1, tag: "h2", attributes: ["class": "dialog-title"], text: dialog.title),
                    Element(
                        id: id + 2,
                        tag: "div",
                        attributes: ["class": "dialog-message message"],
                        children: [
                            Element(id: id + 19, tag: "span", attributes: ["class": "text"], text: dialog.message)
                        ]
                    ),
                    Element(
                        id: id + 3,
                        tag: "div",
                        attributes: ["class": "dialog-buttons actions"],
                        children: buttons
                    ),
                ]
            )
        }
    }

    /// Twenty numbers for each dialog.
    private static func dialogID(_ number: Int) -> ElementID { firstDialogID + 20 * number }

    /// The dialog and the button that an event is for.
    @MainActor
    func dialogButton(_ event: ViewEvent, in phone: Phone) -> (SystemDialog.ID, Int)? {
        guard event.event == "tap" else { return nil }
        for dialog in phone.dialogs {
            let index = event.id - Self.dialogID(dialog.id) - 4
            if dialog.buttons.indices.contains(index) { return (dialog.id, index) }
        }
        return nil
    }

    /// The words that are read out.
    @MainActor
    private func announcer(_ phone: Phone) -> Element {
        let words = phone.effects.last { if case .announce = $0.kind { true } else { false } }
        var text = ""
        if case .announce(let announcement) = words?.kind { text = announcement }
        return Element(
            id: Self.announcerID,
            tag: "div",
            attributes: ["class": "announcer visually-hidden", "aria-live": "assertive"],
            text: text
        )
    }

    @MainActor
    private func effects(_ phone: Phone) -> Element {
        Element(
            id: Self.effectsID,
            tag: "div",
            attributes: ["class": "effects", "hidden": ""],
            children: phone.effects.map { effect in
                let (kind, value) =
                    switch effect.kind {
                    case .haptic(let name): ("haptic", name)
                    case .announce(let words): ("announce", words)
                    case .open(let url): ("open", url.absoluteString)
                    }
                return Element(
                    id: Self.effectID(effect.number),
                    tag: "span",
                    attributes: ["class": "effect", "data-kind": kind, "data-value": value]
                )
            }
        )
    }

    private static func effectID(_ number: Int) -> ElementID { firstEffectID + number }
}

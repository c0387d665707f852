import ViewTree

/// The gallery as elements, with the classes that the renderer uses.
@MainActor
final class GalleryScreen {
    private let state: GalleryState
    /// The numbers of elements that nothing is asked of, by their places.
    private let numbers: ElementNumbers

    init(state: GalleryState, numbers: ElementNumbers) {
        self.state = state
        self.numbers = numbers
    }

    var element: Element { numbers.numbered(screen, at: "") }

    private var screen: Element {
        let attributes = [
            "class": "phone-screen", "data-color-scheme": "dark", "data-status-bar": "visible", "lang": state.language,
        ]
        var children = [page, effects]
        children += presentation
        return Element(id: GalleryID.root.rawValue, tag: "div", attributes: attributes, children: children)
    }

    // MARK: Making elements

    private func id(_ known: GalleryID?) -> ElementID { known?.rawValue ?? ElementNumbers.none }

    private func box(
        _ classes: String,
        as known: GalleryID? = nil,
        tag: String = "div",
        style: String? = nil,
        events: [String] = [],
        _ attributes: [String: String] = [:],
        _ children: [Element] = []
    ) -> Element {
        var all = attributes
        all["class"] = classes
        all["style"] = style
        return Element(id: id(known), tag: tag, attributes: all, events: events, children: children)
    }

    private func text(_ words: String, _ classes: String = "text", tag: String = "span", name: String? = nil) -> Element
    {
        var attributes = ["class": classes]
        attributes["data-name"] = name
        return Element(id: id(nil), tag: tag, attributes: attributes, text: words)
    }

    private func symbol(_ name: String) -> Element {
        Element(id: id(nil), tag: "i", attributes: ["class": "symbol", "data-symbol": name])
    }

    private func button(_ known: GalleryID, _ words: String, style: String = "automatic", _ more: String = "")
        -> Element
    {
        Element(
            id: known.rawValue,
            tag: "button",
            attributes: ["class": "button button-\(style) \(more)", "data-name": "\(known)"],
            events: ["tap"],
            text: words
        )
    }

    private func row(_ children: [Element]) -> Element {
        box("row", style: "gap:12px;", ["role": "listitem"], children)
    }

    private func section(_ title: String, _ rows: [Element]) -> Element {
        box(
            "section",
            tag: "section",
            [:],
            [text(title, "section-header", tag: "header"), box("rows", [:], rows)]
        )
    }

    // MARK: The page

    private var page: Element {
        let bar = box(
            "navigation-bar title-large",
            tag: "header",
            [:],
            [text("Gallery", "title", tag: "h1"), box("bar-trailing", [:], [symbol("gearshape")])]
        )
        let list = box(
            "list list-insetGrouped",
            as: .list,
            style: "flex:1 1 0;",
            events: ["size"],
            [:],
            [
                section("Camera", [camera]), section("Controls", controls), section("Values", values),
                section("Presentations", presentations), section("Rows", rows), section("Text", texts),
                section("Symbols", [symbols]), section("Materials", [materials]),
            ]
        )
        return box(
            "page",
            as: .page,
            tag: "section",
            style: "position:absolute;inset:0;padding-top:var(--safe-top);",
            [:],
            [bar, list]
        )
    }

    private var camera: Element {
        let canvas = Element(
            id: GalleryID.camera.rawValue,
            tag: "canvas",
            attributes: [
                "data-preview": "camera", "data-gravity": "aspectFill", "role": "img", "aria-label": "Live picture",
                "style": "position:absolute;inset:0;",
            ]
        )
        let marks = box(
            "material material-thin",
            style: "position:absolute;left:10px;bottom:10px;padding:4px 10px;border-radius:12px;pointer-events:none;",
            [:],
            [text(state.lastGesture, name: "gesture")]
        )
        return box(
            "gesture",
            as: .gestures,
            style: "position:relative;height:260px;margin:0 -16px;overflow:hidden;",
            events: ["tap", "drag", "pinch", "longPress"],
            ["data-minimum-distance": "10", "data-long-press": "0.4", "tabindex": "0", "aria-label": "Viewfinder"],
            [canvas, marks, text("\(state.gestureCount)", "visually-hidden", name: "gestureCount")]
        )
    }

    private var controls: [Element] {
        let toggle = Element(
            id: GalleryID.toggle.rawValue,
            tag: "button",
            attributes: ["class": "toggle", "role": "switch", "aria-checked": "\(state.isOn)", "data-name": "toggle"],
            events: ["tap"],
            children: [text("Grid", "toggle-label"), box("switch", tag: "span")]
        )
        let options: [(GalleryID, String)] = [(.photo, "photo"), (.video, "video"), (.scan, "scan")]
        let picker = box(
            "picker picker-segmented",
            as: .picker,
            ["role": "radiogroup", "aria-label": "Mode"],
            options.map { known, name in
                Element(
                    id: known.rawValue,
                    tag: "button",
                    attributes: ["class": "option", "role": "radio", "aria-checked": "\(state.choice == name)"],
                    events: ["tap"],
                    text: name.capitalized
                )
            }
        )
        return [
            row([toggle]), row([picker]),
            row([button(.count, "Count", style: "borderedProminent"), text("\(state.count)", name: "count")]),
            row([button(.haptic, "Haptic", style: "bordered"), button(.announce, "Announce", style: "bordered")]),
        ]
    }

    private var values: [Element] {
        let slider = Element(
            id: GalleryID.slider.rawValue,
            tag: "input",
            attributes: [
                "class": "slider", "type": "range", "min": "0", "max": "100", "step": "1",
                "value": "\(Int(state.level))",
                "aria-label": "Level",
            ],
            events: ["value"]
        )
        let field = Element(
            id: GalleryID.field.rawValue,
            tag: "input",
            attributes: [
                "class": "text-field", "type": "text", "placeholder": "Title", "value": state.text,
                "aria-label": "Title",
            ],
            events: ["value", "submit"]
        )
        let progress = Element(
            id: id(nil),
            tag: "progress",
            attributes: ["class": "progress", "max": "100", "value": "\(Int(state.level))", "aria-label": "Progress"]
        )
        let adjustable = Element(
            id: GalleryID.adjustable.rawValue,
            tag: "div",
            attributes: ["role": "slider", "tabindex": "0", "aria-label": "Zoom", "aria-valuenow": "\(state.count)"],
            events: ["adjust"],
            text: "Zoom"
        )
        return [
            row([slider, text("\(Int(state.level))", name: "level")]), row([field]),
            row([text(state.text, name: "text"), text(state.submitted, name: "submitted")]), row([progress]),
            row([box("spinner", ["role": "progressbar", "aria-label": "Loading"]), adjustable]),
        ]
    }

    private var presentations: [Element] {
        let isOpen = state.presentation == .menu
        let item = Element(
            id: GalleryID.menuItem.rawValue,
            tag: "button",
            attributes: ["class": "button", "role": "menuitem"],
            events: ["tap"],
            text: "Reset"
        )
        let menu = box(
            "menu",
            as: .menu,
            [:],
            [
                Element(
                    id: GalleryID.menuButton.rawValue,
                    tag: "button",
                    attributes: ["class": "menu-button", "aria-haspopup": "menu", "aria-expanded": "\(isOpen)"],
                    events: ["tap"],
                    text: "Menu"
                )
            ] + (isOpen ? [box("menu-items", as: .menuItems, ["role": "menu"], [item])] : [])
        )
        return [
            row([button(.openSheet, "Sheet"), button(.openCover, "Cover"), menu]),
            row([button(.openAlert, "Alert"), button(.openDialog, "Dialog")]),
        ]
    }

    private var rows: [Element] {
        state.rows.enumerated().map { index, title in
            let actions = index == 0 ? [button(.deleteRow, "Delete", style: "automatic", "destructive")] : []
            return Element(
                id: 500 + Int(title.utf8.first ?? 0),
                tag: "div",
                attributes: ["class": "row", "role": "listitem", "data-row": title],
                children: [text(title)] + (actions.isEmpty ? [] : [box("row-actions", [:], actions)])
            )
        }
    }

    private var texts: [Element] {
        let facts = [
            ("scene", state.scene), ("language", state.language), ("type", state.dynamicType),
            ("hardware", state.hardware), ("size", state.pageSize),
        ]
        let styles = ["large-title", "title", "headline", "body", "footnote", "caption2"]
        return facts.map { name, value in
            row([box("labeled-content", [:], [text(name, "label"), text(value, "value", name: name)])])
        }
            + [
                row([
                    box(
                        "vstack",
                        style: "display:flex;flex-direction:column;",
                        [:],
                        styles.map { style in
                            Element(
                                id: id(nil),
                                tag: "span",
                                attributes: ["class": "text", "style": "font:var(--font-\(style));"],
                                text: style
                            )
                        }
                    )
                ])
            ]
    }

    private var symbols: Element {
        let names = [
            "camera", "camera.fill", "video.fill", "bolt.slash.fill", "bolt.badge.automatic.fill", "xmark.circle.fill",
            "checkmark.circle", "flashlight.off.fill", "photo.on.rectangle", "books.vertical",
            "exclamationmark.triangle.fill",
            "arrow.triangle.2.circlepath.camera", "rectangle.inset.bottomright.filled", "mic.slash", "gearshape.fill",
            "lock.fill",
        ]
        return box(
            "",
            style: "display:flex;flex-wrap:wrap;gap:12px;font-size:22px;padding:6px 0;",
            [:],
            names.map(symbol)
        )
    }

    private var materials: Element {
        let kinds = ["material material-ultra-thin", "material material-thick", "glass"]
        let image = Element(
            id: id(nil),
            tag: "img",
            attributes: ["class": "image", "src": "/resources/dot", "alt": "Dot", "style": "width:44px;height:44px;"]
        )
        return box(
            "",
            style: "display:flex;gap:10px;padding:10px;background:linear-gradient(90deg,teal,purple);",
            [:],
            kinds.map { box($0, style: "padding:10px;border-radius:14px;", [:], [text("Aa")]) } + [image]
        )
    }

    // MARK: What lies on top

    private var effects: Element {
        var effects = box("effects", as: .effects)
        effects.attributes["hidden"] = ""
        effects.children = state.effects.enumerated().map { index, effect in
            Element(
                id: 700 + index,
                tag: "span",
                attributes: ["class": "effect", "data-kind": effect.kind, "data-value": effect.value]
            )
        }
        return effects
    }

    private var presentation: [Element] {
        switch state.presentation {
        case nil, .menu: []
        case .sheet:
            [
                Element(
                    id: GalleryID.backdrop.rawValue,
                    tag: "div",
                    attributes: ["class": "sheet-backdrop"],
                    events: ["tap"]
                ),
                box(
                    "sheet",
                    as: .sheet,
                    events: ["dismiss"],
                    [
                        "role": "dialog", "aria-modal": "true", "aria-label": "Sheet", "data-detents": "medium large",
                        "data-drag-indicator": "visible",
                    ],
                    [
                        box(
                            "navigation-bar",
                            tag: "header",
                            style: "flex:none;",
                            [:],
                            [
                                text("Details", "title", tag: "h1"),
                                box("bar-trailing", [:], [button(.closeSheet, "Done")]),
                            ]
                        ), text("What the sheet shows"),
                    ]
                ),
            ]
        case .cover:
            [
                box(
                    "full-screen-cover",
                    as: .cover,
                    style: "padding-top:var(--safe-top);",
                    events: ["dismiss"],
                    ["role": "dialog", "aria-modal": "true", "aria-label": "Cover"],
                    [button(.closeCover, "Close")]
                )
            ]
        case .alert:
            [
                Element(id: GalleryID.backdrop.rawValue, tag: "div", attributes: ["class": "sheet-backdrop"]),
                box(
                    "alert",
                    as: .alert,
                    ["role": "alertdialog", "aria-modal": "true", "aria-label": "Reset the count?"],
                    [
                        text("Reset the count?", "alert-title", tag: "h2"),
                        text("It begins again at zero.", "alert-message", tag: "p"),
                        box(
                            "alert-actions",
                            [:],
                            [
                                button(.cancelAlert, "Cancel", style: "automatic", "cancel"),
                                button(.confirmAlert, "Reset", style: "automatic", "destructive"),
                            ]
                        ),
                    ]
                ),
            ]
        case .dialog:
            [
                Element(
                    id: GalleryID.backdrop.rawValue,
                    tag: "div",
                    attributes: ["class": "sheet-backdrop"],
                    events: ["tap"]
                ),
                box(
                    "confirmation-dialog",
                    as: .dialog,
                    events: ["dismiss"],
                    ["role": "dialog", "aria-modal": "true", "aria-label": "Delete?"],
                    [
                        text("Delete?", "title", tag: "h2"),
                        button(.confirmDialog, "Delete", style: "automatic", "destructive"),
                        button(.cancelDialog, "Cancel", style: "automatic", "cancel"),
                    ]
                ),
            ]
        }
    }
}

/// Gives elements the same numbers at each render: by their places.
@MainActor
final class ElementNumbers {
    /// The number of an element that has none yet.
    static let none: ElementID = 0

    private var numbers: [String: ElementID] = [:]

    func numbered(_ element: Element, at place: String) -> Element {
        var element = element
        let place = "\(place)/\(element.tag)"
        if element.id == Self.none {
            element.id = numbers[place, default: 1000 + numbers.count]
            numbers[place] = element.id
        }
        element.children = element.children.enumerated().map { numbered($1, at: "\(place)/\($0)") }
        return element
    }
}

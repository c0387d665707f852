import Foundation
@_spi(Rendering) import UIKit
import ViewTree

/// A running app: renders its view, sends what changed, and handles what comes back.
@MainActor
final class AppHost: RunningApp {
    private let phone: Phone
    private var renderer: Renderer!
    /// What the phone is like. Views see the appearance that one of them prefers.
    private var environment: EnvironmentValues
    private var screen = ScreenComposer()
    private var tree: Element
    private var renders = 0

    var onUpdate: (@MainActor (TreeUpdate) -> Void)?

    /// Where pictures of the asset catalog are.
    var assets: URL? {
        get { renderer.resources.assets }
        set { renderer.resources.assets = newValue }
    }

    convenience init<A: App>(_ app: A, phone: Phone) {
        self.init(view: _AppView(app), phone: phone)
    }

    init(view: any View, phone: Phone) {
        self.phone = phone
        environment = EnvironmentValues(phone.settings)
        tree = Element(id: ScreenComposer.rootID, tag: "div")
        renderer = Renderer(view, environment: environment) { [weak self] in
            // A new turn of the main actor: all changes of the present one are rendered together.
            Task { @MainActor in self?.renderChanges() }
        }
        StringCatalogs.language = environment.locale
        phone.onChange = { [weak self] in self?.renderer.invalidations.requestRender() }
        tree = renderedTree()
        UIApplication.shared.enter(.active)
    }

    // MARK: Rendering

    /// Renders what was asked to be rendered, if anything was.
    private func renderChanges() {
        if isRenderScheduled { render() }
    }

    private func render() {
        let new = renderedTree()
        let changes = TreeDifference.changes(from: tree, to: new)
        tree = new
        guard !changes.isEmpty else { return }
        renders += 1
        onUpdate?(TreeUpdate(render: renders, changes: changes))
    }

    private func renderedTree() -> Element {
        var animation = renderer.render(in: shownEnvironment)
        // A preference is known once its view has been rendered.
        if renderer.environment.colorScheme != shownEnvironment.colorScheme {
            animation = renderer.render(in: shownEnvironment) ?? animation
        }
        return screen.compose(
            renderer.output,
            environment: environment,
            phone: phone,
            animation: animation,
            nextID: renderer.nextElementID
        )
    }

    /// A view may prefer another appearance than the phone's.
    private var shownEnvironment: EnvironmentValues {
        var shown = environment
        if let preferred = renderer.output.preferences.colorScheme { shown.colorScheme = preferred }
        return shown
    }

    var wholeTree: TreeUpdate {
        TreeUpdate(render: renders, changes: [.insert(parent: 0, index: 0, element: tree)])
    }

    // MARK: For tests

    var root: Element { tree }
    var evaluations: [String: Int] { renderer.evaluations }
    /// Whether something asked for a render that has not been rendered.
    var isRenderScheduled: Bool { renderer.invalidations.isScheduled }

    /// How many elements the places of views keep the numbers of.
    var keptElementCount: Int { renderer.keptElementCount }

    /// Renders at once what would be rendered in the next turn.
    func settle() { renderChanges() }

    func end() { renderer.end() }

    // MARK: Resources

    func resource(_ id: String) -> ViewResource? { renderer.resources.resource(id) }
    func previewSource(_ id: String) -> AnyObject? { renderer.previews.source(id) }

    // MARK: Events

    @discardableResult
    func handle(_ events: [ViewEvent]) -> EventAnswer {
        var ignored = 0
        for event in events {
            // What the former event has changed may have taken this one's element away.
            renderChanges()
            if !handle(event) { ignored += 1 }
        }
        renderChanges()
        return EventAnswer(
            ignored: ignored,
            render: renders,
            values: values(of: Set(events.filter { $0.event == "value" }.map(\.id)))
        )
    }

    private func values(of ids: Set<ElementID>) -> [ElementID: String] {
        guard !ids.isEmpty else { return [:] }
        let edited = tree.flattened.filter { ids.contains($0.id) }
        return Dictionary(edited.map { ($0.id, $0.attributes["value"] ?? "") }) { first, _ in first }
    }

    /// Says whether anybody listened.
    private func handle(_ event: ViewEvent) -> Bool {
        guard event.id == 0 else {
            guard let (dialog, button) = screen.dialogButton(event) else { return renderer.handle(event) }
            phone.answer(dialog, button: button)
            return true
        }
        switch event.event {
        case "scene": enter(event.value.string)
        case "environment": adopt(event.value)
        case "hardware": press(event.value)
        default: return false
        }
        return true
    }

    /// Takes the app to another phase by the phases between: for each, UIKit's notification is posted, and then the views are
    /// rendered in it.
    private func enter(_ name: String?) {
        let states: [String: UIApplication.State] = [
            "active": .active, "inactive": .inactive, "background": .background,
        ]
        guard let state = name.flatMap({ states[$0] }) else { return }
        UIApplication.shared.enter(state) { setScenePhase(ScenePhase($0)) }
        setScenePhase(ScenePhase(state))
    }

    private func setScenePhase(_ phase: ScenePhase) {
        guard environment.scenePhase != phase else { return }
        change { $0.scenePhase = phase }
        renderChanges()
    }

    private func adopt(_ value: EventValue) {
        change { $0.adopt(value) }
        phone.settings.language = environment.locale.identifier
        StringCatalogs.language = environment.locale
    }

    private func change(_ change: (inout EnvironmentValues) -> Void) {
        change(&environment)
        renderer.invalidations.requestRender()
    }

    /// A button of the phone. A name alone is a press and its release.
    private func press(_ value: EventValue) {
        let handlers = renderer.output.preferences.captureHandlers
        guard let name = value.string ?? value["button"].string,
            let button = CaptureHandler.Button(rawValue: name),
            let handler = handlers.last(where: \.isEnabled)
        else { return }
        guard let phase = value["phase"].string else {
            handler.action(button, .began)
            handler.action(button, .ended)
            return
        }
        guard let phase = CaptureHandler.Phase(rawValue: phase) else { return }
        handler.action(button, phase)
    }
}

extension ScenePhase {
    fileprivate init(_ state: UIApplication.State) {
        self =
            switch state {
            case .active: .active
            case .inactive: .inactive
            case .background: .background
            }
    }
}

/// Who is told of the phone's buttons that take photos.
@_spi(Rendering) public struct CaptureHandler {
    public enum Button: String, Sendable {
        case volumeUp, volumeDown, cameraControl
        /// The stem of AirPods.
        case airPods
    }

    public enum Phase: String, Sendable {
        case began, ended, cancelled
    }

    public var isEnabled: Bool
    public var action: @MainActor (Button, Phase) -> Void
}

extension View {
    /// Is told of the phone's buttons while the view is there.
    @_spi(Rendering) public func onCaptureButtons(
        isEnabled: Bool,
        action: @escaping @MainActor (CaptureHandler.Button, CaptureHandler.Phase) -> Void
    ) -> some View {
        Modified(self) { context, fragments in
            context.preferences.captureHandlers.append(CaptureHandler(isEnabled: isEnabled, action: action))
            return fragments
        }
    }
}

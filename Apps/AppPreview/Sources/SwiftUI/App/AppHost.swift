import Foundation
@_spi(Rendering) import UIKit
import ViewTree

/// A running app: renders its view, sends what changed, and handles what comes back.
@MainActor
final class AppHost: RunningApp {
    private let phone: Phone
    private var renderer: Renderer!
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
            Task { @MainActor in self?.render() }
        }
        AppWords.language = environment.locale
        phone.onChange = { [weak self] in self?.renderer.invalidations.requestRender() }
        renderer.render()
        tree = compose()
        UIApplication.shared.enter(.active)
    }

    // MARK: Rendering

    private func render() {
        let animation = Transaction.pending
        Transaction.pending = nil
        renderer.render()
        adoptColorScheme()
        let new = compose(animation: animation)
        let changes = TreeDifference.changes(from: tree, to: new)
        tree = new
        guard !changes.isEmpty else { return }
        renders += 1
        onUpdate?(TreeUpdate(render: renders, changes: changes))
    }

    private func compose(animation: Animation? = nil) -> Element {
        screen.compose(renderer.output, environment: environment, phone: phone, animation: animation)
    }

    /// A view may prefer another appearance than the phone's.
    private func adoptColorScheme() {
        guard let preferred = renderer.output.preferences.colorScheme, preferred != environment.colorScheme else {
            return
        }
        var preferredEnvironment = environment
        preferredEnvironment.colorScheme = preferred
        renderer.change(environment: preferredEnvironment)
        renderer.render()
    }

    var wholeTree: TreeUpdate {
        TreeUpdate(render: renders, changes: [.insert(parent: 0, index: 0, element: tree)])
    }

    /// The tree, for tests.
    var root: Element { tree }
    var evaluations: [String: Int] { renderer.evaluations }

    /// Renders at once what would be rendered in the next turn, for tests.
    func settle() { render() }

    func end() { renderer.end() }

    // MARK: Resources

    func resource(_ id: String) -> ViewResource? { renderer.resources.resource(id) }
    func previewSource(_ id: String) -> AnyObject? { renderer.previews.source(id) }

    // MARK: Events

    func handle(_ event: ViewEvent) {
        guard event.id == 0 else {
            if let (dialog, button) = screen.dialogButton(event, in: phone) {
                phone.answer(dialog, button: button)
            } else {
                renderer.handle(event)
            }
            return
        }
        switch event.event {
        case "scene": enter(event.value.string)
        case "environment": adopt(event.value)
        case "hardware": press(event.value)
        case "open": open(event.value.string)
        default: break
        }
    }

    private func enter(_ name: String?) {
        let phases: [String: (ScenePhase, UIApplication.State)] = [
            "active": (.active, .active), "inactive": (.inactive, .inactive), "background": (.background, .background),
        ]
        guard let name, let (phase, state) = phases[name] else { return }
        UIApplication.shared.enter(state)
        change { $0.scenePhase = phase }
    }

    private func adopt(_ value: EventValue) {
        if let orientation = value["orientation"].string.flatMap(UIDeviceOrientation.init(name:)) {
            UIDevice.current.turn(to: orientation)
        }
        change { $0.adopt(value) }
        phone.settings.language = environment.locale.identifier
        AppWords.language = environment.locale
    }

    private func change(_ change: (inout EnvironmentValues) -> Void) {
        change(&environment)
        var shown = environment
        if let preferred = renderer.output.preferences.colorScheme { shown.colorScheme = preferred }
        renderer.change(environment: shown)
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

    private func open(_ address: String?) {
        guard let url = address.flatMap(URL.init(string:)) else { return }
        for handler in renderer.output.preferences.urlHandlers { handler(url) }
    }
}

extension UIDeviceOrientation {
    fileprivate init?(name: String) {
        switch name {
        case "portrait": self = .portrait
        case "portraitUpsideDown": self = .portraitUpsideDown
        case "landscapeLeft": self = .landscapeLeft
        case "landscapeRight": self = .landscapeRight
        case "faceUp": self = .faceUp
        case "faceDown": self = .faceDown
        default: return nil
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

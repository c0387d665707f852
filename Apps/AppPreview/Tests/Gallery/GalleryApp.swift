@preconcurrency import AVFoundation
import Foundation
import PreviewTestSupport
import ViewTree

/// An app with one of each element that the page knows, made by hand: what the page does with an element is tested here, what
/// makes elements of views is not.
@MainActor
final class GalleryApp {
    let app: ScriptedApp
    private var state = GalleryState()
    private let numbers = ElementNumbers()
    private let session = AVCaptureSession()
    private let layer = AVCaptureVideoPreviewLayer()

    init() {
        app = ScriptedApp(screen: Element(id: 1, tag: "div"))
        app.previews["camera"] = layer
        app.resources["dot"] = ViewResource(content: .data(Data(Self.dot.utf8)), type: "image/svg+xml")
        // Lives as long as its app does.
        app.onEvent = { _, event in self.handle(event) }
        startCamera()
        show()
    }

    private static let dot =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><circle cx='5' cy='5' r='5' fill='orange'/></svg>"

    private func startCamera() {
        layer.videoGravity = .resizeAspectFill
        layer.session = session
        guard let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera)
        else { return }
        session.sessionPreset = .hd1280x720
        session.addInput(input)
        layer.connection?.videoRotationAngle = 90
        let session = session
        DispatchQueue.global().async { session.startRunning() }
    }

    private func show() { app.show(GalleryScreen(state: state, numbers: numbers).element) }

    private func handle(_ event: ViewEvent) {
        switch event.event {
        case "environment":
            state.language = event.value["locale"].string ?? state.language
            state.dynamicType = event.value["dynamicType"].string ?? state.dynamicType
        case "scene": state.scene = event.value.string ?? state.scene
        case "hardware": state.hardware = event.value.string ?? ""
        case "tap": tapped(event)
        case "value": changed(event)
        case "submit": state.submitted = event.value.string ?? state.text
        case "dismiss": state.presentation = nil
        case "size":
            let (width, height) = (event.value["width"].number ?? 0, event.value["height"].number ?? 0)
            state.pageSize = String(format: "%.0f x %.0f", width, height)
        case "drag", "pinch", "longPress": gesture(event)
        case "adjust": state.count += event.value.string == "increment" ? 1 : -1
        default: break
        }
        show()
    }

    private func tapped(_ event: ViewEvent) {
        switch GalleryID(rawValue: event.id) {
        case .count: state.count += 1
        case .toggle: state.isOn.toggle()
        case .photo: state.choice = "photo"
        case .video: state.choice = "video"
        case .scan: state.choice = "scan"
        case .openSheet: state.presentation = .sheet
        case .openCover: state.presentation = .cover
        case .openAlert: state.presentation = .alert
        case .openDialog: state.presentation = .dialog
        case .menuButton: state.presentation = state.presentation == .menu ? nil : .menu
        case .closeSheet, .closeCover, .cancelAlert, .cancelDialog, .backdrop: state.presentation = nil
        case .confirmAlert, .confirmDialog, .menuItem:
            state.presentation = nil
            state.count = 0
        case .haptic: state.effects.append(("haptic", "success"))
        case .announce: state.effects.append(("announce", "Photo taken"))
        case .deleteRow: state.rows.removeFirst()
        case .gestures: gesture(event)
        default: break
        }
    }

    private func changed(_ event: ViewEvent) {
        switch GalleryID(rawValue: event.id) {
        // Not every value is taken, as in apps that know what fits.
        case .slider: state.level = min(max(event.value.number ?? state.level, 0), 90)
        case .field: state.text = String((event.value.string ?? state.text).prefix(30))
        default: break
        }
    }

    private func gesture(_ event: ViewEvent) {
        state.gestureCount += 1
        let details: [String] = ["x", "y", "dx", "dy", "vx", "magnification"].compactMap { name in
            event.value[name].number.map { "\(name)=\(String(format: "%.1f", $0))" }
        }
        let phase = event.value["phase"].string.map { " \($0)" } ?? ""
        state.lastGesture = "\(event.event)\(phase) \(details.joined(separator: " "))"
    }
}

/// The elements that can be used.
enum GalleryID: ElementID {
    case root = 1, page, list, camera, gestures
    case count = 20, toggle, picker, photo, video, scan, slider, field, adjustable
    case openSheet = 40, openCover, openAlert, openDialog, menu, menuButton, menuItems, menuItem
    case backdrop = 60, sheet, closeSheet, cover, closeCover, alert, cancelAlert, confirmAlert, dialog, cancelDialog,
        confirmDialog
    case haptic = 80, announce, effects, deleteRow
}

/// What the gallery shows.
struct GalleryState {
    enum Presentation: Equatable {
        case sheet, cover, alert, dialog, menu
    }

    var count = 0
    var isOn = false
    var level = 40.0
    var choice = "photo"
    var text = ""
    var submitted = ""
    var presentation: Presentation?
    var lastGesture = "none"
    var gestureCount = 0
    var pageSize = ""
    var scene = "active"
    var language = "en"
    var dynamicType = "large"
    var hardware = "none"
    var rows = ["Dune", "Emma", "Persuasion"]
    var effects: [(kind: String, value: String)] = []
}

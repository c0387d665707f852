import CameraEngine
import Foundation
import Observation

/// Zooming by buttons, by pinching, and by the adjustable action of assistive technologies.
@MainActor
@Observable
final class ZoomModel {
    /// A button for a factor.
    struct Preset: Identifiable, Equatable {
        /// As people are shown it.
        var factor: Double
        /// What stands on it: ".5", "2", or the factor in force, "1.7×".
        var label: String
        /// The same for whoever hears it: "0.5".
        var spoken: String
        var isSelected: Bool

        var id: Double { factor }
    }

    /// What the camera is told.
    private enum Command: Sendable {
        case zoom(Double, ramped: Bool)
        /// Another camera; this one goes back to its whole picture.
        case lens(String, wholePicture: Double?)
    }

    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let notices: NoticeModel
    /// The factor when two fingers came down.
    private var pinchStart: Double?
    @ObservationIgnored private lazy var command = LatestCommand<Command> { [weak self] in await self?.perform($0) }

    init(camera: any AppCamera, notices: NoticeModel) {
        self.camera = camera
        self.notices = notices
    }

    /// Whether the camera zooms at all.
    var isOffered: Bool { camera.controls?.zoom != nil }

    /// The factors in question. Another lens that is a camera of its own is not changed to while a movie is recorded, which has one.
    private var scale: ZoomScale? {
        ZoomScale(
            camera.controls?.zoom,
            of: camera.camera?.id,
            camera.lenses,
            canChangeLens: camera.recording.phase == .idle && camera.controlsAreEnabled
        )
    }

    /// The camera's factor in force.
    private var factor: Double { camera.controls?.zoom?.factor ?? 1 }

    /// The buttons, in ascending order; the last one that the factor has reached is selected, and shows the factor.
    var presets: [Preset] {
        guard let scale else { return [] }
        let selected = scale.selected(at: factor)
        return scale.marks.map { mark in
            let isSelected = mark == selected
            let shown = isSelected ? scale.shown(factor) : mark.shown
            return Preset(
                factor: mark.shown,
                label: ZoomScale.label(shown, isSelected: isSelected, locale: .words),
                spoken: Self.label(shown) + (isSelected ? "×" : ""),
                isSelected: isSelected
            )
        }
    }

    /// The factor in force as people are shown it.
    var shownFactor: String { Self.label(scale?.shown(factor) ?? 1) }

    /// Goes to the factor of a button: smoothly, or by the lens that has it.
    func choose(_ factor: Double) {
        guard let mark = scale?.marks.first(where: { $0.shown == factor }) else { return }
        go(mark.way)
    }

    /// Two fingers have moved apart, by so much since they came down.
    func pinch(_ magnification: Double) {
        guard let zoom = camera.controls?.zoom else { return }
        let start = pinchStart ?? zoom.factor
        pinchStart = start
        send(start * magnification, ramped: false)
    }

    func endPinch() { pinchStart = nil }

    /// One step closer, or further away; beyond what the lens can show by the next one.
    func adjust(closer: Bool) {
        if let scale { go(scale.step(from: factor, closer: closer)) }
    }

    /// Returns when the camera has been told everything.
    func settle() async { await command.settle() }

    private func go(_ way: ZoomScale.Way) {
        switch way {
        case .zoom(let factor): send(factor, ramped: true)
        case .lens(let id): command.send(.lens(id, wholePicture: scale?.wholePicture(from: factor)))
        }
    }

    private func send(_ factor: Double, ramped: Bool) {
        guard let scale, factor.isFinite else { return }
        command.send(.zoom(scale.clamped(factor), ramped: ramped))
    }

    private func perform(_ command: Command) async {
        switch command {
        case .zoom(let factor, let ramped): await set(factor, ramped: ramped)
        case .lens(let id, let wholePicture):
            if let wholePicture { await set(wholePicture, ramped: false) }
            camera.select(CameraSelection(uniqueID: id))
        }
    }

    private func set(_ factor: Double, ramped: Bool) async {
        do {
            try await camera.setZoom(factor, ramped: ramped)
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }

    /// One digit after the point at most, and none that says nothing.
    nonisolated static func label(_ number: Double, locale: Locale = .words) -> String {
        ZoomScale.number(number, locale: locale)
    }
}

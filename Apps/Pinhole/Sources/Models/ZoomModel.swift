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
        /// What stands on it: "0.5", "2", or the factor in force, "1.7×".
        var label: String
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

    /// How much one step of an assistive technology changes the factor.
    private static let step = 1.25

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

    /// The buttons, in ascending order; the last one that the factor has reached is selected, and shows the factor.
    var presets: [Preset] {
        guard let scale else { return [] }
        let selected = scale.selected
        return scale.marks.map { mark in
            let isSelected = mark == selected
            return Preset(
                factor: mark.shown,
                label: Self.label(isSelected ? scale.shown : mark.shown) + (isSelected ? "×" : ""),
                isSelected: isSelected
            )
        }
    }

    /// The factor in force as people are shown it.
    var shownFactor: String { Self.label(scale?.shown ?? 1) }

    /// Goes to the factor of a button: smoothly, or by the lens that has it.
    func choose(_ factor: Double) {
        guard let mark = scale?.marks.first(where: { $0.shown == factor }) else { return }
        go(mark)
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
        guard let zoom = camera.controls?.zoom, let scale else { return }
        if closer {
            if let next = scale.closer, scale.shown * Self.step >= next.shown { return go(next) }
            send(zoom.factor * Self.step, ramped: true)
        } else {
            if let next = scale.wider, zoom.factor <= zoom.range.lowerBound { return go(next) }
            send(zoom.factor / Self.step, ramped: true)
        }
    }

    /// Returns when the camera has been told everything.
    func settle() async { await command.settle() }

    private func go(_ mark: ZoomScale.Mark) {
        switch mark.way {
        case .zoom(let factor): send(factor, ramped: true)
        case .lens(let id):
            let zoom = camera.controls?.zoom
            let isZoomed = zoom.map { $0.factor > $0.range.lowerBound } ?? false
            command.send(.lens(id, wholePicture: isZoomed ? zoom?.range.lowerBound : nil))
        }
    }

    private func send(_ factor: Double, ramped: Bool) {
        guard let range = camera.controls?.zoom?.range, factor.isFinite else { return }
        command.send(.zoom(min(max(factor, range.lowerBound), range.upperBound), ramped: ramped))
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
        // Of what rounds to -0 only the sum is 0.
        let tenths = (number * 10).rounded() / 10 + 0
        return tenths.formatted(.number.precision(.fractionLength(0...1)).grouping(.never).locale(locale))
    }
}

/// Which factors have a button, which one is in force, and how each is reached. Pure.
///
/// A camera that is built of several lenses has one range of factors, from its widest lens on. Where each lens is a camera of its own,
/// the range of the camera in use ends at its own picture, and the buttons lead to the other cameras.
struct ZoomScale: Equatable {
    /// How a factor is reached.
    enum Way: Equatable {
        /// The camera in use zooms to this factor of its own.
        case zoom(Double)
        /// Another camera is used, by its identifier.
        case lens(String)
    }

    /// A factor that has a button.
    struct Mark: Equatable {
        /// As people are shown it.
        var shown: Double
        var way: Way
    }

    /// In ascending order.
    let marks: [Mark]
    /// The factor in force, as people are shown it.
    let shown: Double
    /// The camera with the next wider lens.
    let wider: Mark?
    /// The camera with the next closer lens.
    let closer: Mark?

    /// - Parameters:
    ///   - zoom: that of the camera in use; `nil` if it has none.
    ///   - camera: the camera in use, by its identifier.
    ///   - lenses: the cameras that look the same way, in ascending order; empty if there is no other.
    ///   - canChangeLens: whether another camera may be used now.
    init?(_ zoom: CameraZoom?, of camera: String?, _ lenses: [CameraLens], canChangeLens: Bool) {
        guard let zoom else { return nil }
        let place = lenses.firstIndex { $0.id == camera }
        // A camera with one lens knows nothing of the others.
        let multiplier =
            zoom.displayMultiplier == 1 ? place.map { lenses[$0].magnification } ?? 1 : zoom.displayMultiplier
        shown = zoom.factor * multiplier
        guard let place, canChangeLens else {
            marks = zoom.marks.map { Mark(shown: $0.factor * multiplier, way: .zoom($0.factor)) }
            (wider, closer) = (nil, nil)
            return
        }
        let others = lenses.enumerated().map { Mark(shown: $1.magnification, way: .lens($1.id)) }
        wider = place > 0 ? others[place - 1] : nil
        closer = place + 1 < others.count ? others[place + 1] : nil
        let end = closer?.shown ?? .infinity
        let own = zoom.marks.map { Mark(shown: $0.factor * multiplier, way: .zoom($0.factor)) }
        let first = Mark(shown: lenses[place].magnification, way: .zoom(zoom.range.lowerBound))
        let between = own.filter { $0.shown > first.shown && $0.shown < end }
        marks = others[..<place] + [first] + between + others[(place + 1)...]
    }

    /// The mark that the factor in force has reached.
    var selected: Mark? { marks.last { $0.shown <= shown + 0.005 } ?? marks.first }
}

import CameraEngine
import Foundation
import Observation

/// Zooming by buttons, by pinching, and by the adjustable action of assistive technologies.
@MainActor
@Observable
final class ZoomModel {
    /// A button for a factor.
    struct Choice: Identifiable, Equatable {
        var factor: Double
        /// What stands on it: "0.5", "2", or the factor in force, "1.7×".
        var label: String
        var isSelected: Bool

        var id: Double { factor }
    }

    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let notices: NoticeModel
    /// The factor when two fingers came down.
    private var pinchStart: Double?
    @ObservationIgnored private lazy var command = LatestCommand<(factor: Double, ramped: Bool)> { [weak self] in
        await self?.set($0.factor, ramped: $0.ramped)
    }

    /// How much one step of an assistive technology changes the factor.
    private static let step = 1.25

    init(camera: any AppCamera, notices: NoticeModel) {
        self.camera = camera
        self.notices = notices
    }

    /// Whether the camera zooms at all.
    var isOffered: Bool { camera.controls?.zoom != nil }

    /// The buttons, in ascending order; the last one that the factor has reached is selected, and shows the factor.
    var choices: [Choice] {
        guard let zoom = camera.controls?.zoom else { return [] }
        let marks = zoom.marks
        let selected = marks.last { $0.factor <= zoom.factor + 0.005 } ?? marks.first
        return marks.map { mark in
            let isSelected = mark == selected
            return Choice(
                factor: mark.factor,
                label: isSelected ? Self.label(zoom.factor * zoom.displayMultiplier) + "×" : mark.label,
                isSelected: isSelected
            )
        }
    }

    /// The factor in force as people are shown it.
    var shownFactor: String {
        guard let zoom = camera.controls?.zoom else { return "1" }
        return Self.label(zoom.factor * zoom.displayMultiplier)
    }

    /// Goes to the factor of a button, smoothly.
    func choose(_ factor: Double) { send(factor, ramped: true) }

    /// Two fingers have moved apart, by so much since they came down.
    func pinch(_ magnification: Double) {
        guard let zoom = camera.controls?.zoom else { return }
        let start = pinchStart ?? zoom.factor
        pinchStart = start
        send(start * magnification, ramped: false)
    }

    func endPinch() { pinchStart = nil }

    /// One step closer, or further away.
    func adjust(closer: Bool) {
        guard let zoom = camera.controls?.zoom else { return }
        send(closer ? zoom.factor * Self.step : zoom.factor / Self.step, ramped: true)
    }

    /// Returns when the camera has been told everything.
    func settle() async { await command.settle() }

    private func send(_ factor: Double, ramped: Bool) {
        guard let range = camera.controls?.zoom?.range, factor.isFinite else { return }
        command.send((min(max(factor, range.lowerBound), range.upperBound), ramped))
    }

    private func set(_ factor: Double, ramped: Bool) async {
        do {
            try await camera.setZoom(factor, ramped: ramped)
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }

    /// One digit after the point at most, and none that says nothing.
    nonisolated static func label(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
    }
}

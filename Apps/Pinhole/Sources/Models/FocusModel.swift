import CameraEngine
import Foundation
import Observation

/// Focus and exposure at a point: the yellow square, the exposure beside it, and the lock.
@MainActor
@Observable
final class FocusModel {
    /// The square that shows where focus and exposure are measured.
    struct Indicator: Equatable {
        /// In the picture's points.
        var point: CGPoint
        var isLocked: Bool
        /// Counts the squares, so that each new one is animated.
        var number: Int
    }

    private(set) var indicator: Indicator?
    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let notices: NoticeModel
    @ObservationIgnored private let sleep: @Sendable (Duration) async throws -> Void
    @ObservationIgnored private var hiding: Task<Void, Never>?
    @ObservationIgnored private var count = 0
    private var biasAtDragStart: Double?
    @ObservationIgnored private lazy var bias = LatestCommand<Double> { [weak self] in await self?.setBias($0) }

    /// How the exposure is corrected, and how long the square stays.
    static let rules = ExposureRules()

    init(
        camera: any AppCamera,
        notices: NoticeModel,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.camera = camera
        self.notices = notices
        self.sleep = sleep
    }

    /// Whether anything can be measured at a point.
    var isOffered: Bool { camera.controls?.canMeasureAtPoint == true }

    /// The exposure's correction, in stops; `nil` where the camera has none.
    var exposure: CameraExposureBias? { camera.controls?.exposureBias }

    /// Whether the screen says that focus and exposure are locked, and lets them go at a tap.
    var showsLock: Bool { indicator?.isLocked == true }

    /// Whether focus and exposure stay as they are.
    var isLocked: Bool { camera.controls?.isFocusAndExposureLocked == true }

    /// Measures at a point. What was corrected there before holds no more.
    ///
    /// - Parameters:
    ///   - point: where the square is drawn.
    ///   - devicePoint: the same on the sensor, as the preview layer converts it.
    func focus(at point: CGPoint, devicePoint: CGPoint) async {
        await measure(at: point, isLocked: false) { [camera] () async throws(CameraControlError) in
            try await camera.focusAndExpose(at: devicePoint)
        }
        if let exposure, exposure.value != 0, indicator != nil { bias.send(0) }
    }

    /// Measures at a point, and keeps it so until the next tap.
    func lock(at point: CGPoint, devicePoint: CGPoint) async {
        guard camera.controls?.canLockFocusAndExposure == true else {
            return await focus(at: point, devicePoint: devicePoint)
        }
        await measure(at: point, isLocked: true) { [camera] () async throws(CameraControlError) in
            try await camera.lockFocusAndExposure(at: devicePoint)
        }
        // What is seen says so itself.
        if showsLock { notices.announce(.focusLocked) }
    }

    /// Lets focus and exposure follow the picture again.
    func unlock() async {
        do {
            try await camera.unlockFocusAndExposure()
            hide()
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }

    /// The picture is another one: what was measured is of no use.
    func reset() { hide() }

    /// The camera is locked, or not any more: a lock goes with its camera.
    func lockChanged() {
        if !isLocked, indicator?.isLocked == true { hide() }
    }

    // MARK: - Exposure

    /// A finger has moved up or down beside the square, so far since it came down: upwards is brighter.
    func dragExposure(_ translation: Double) {
        guard let exposure else { return }
        let start = biasAtDragStart ?? exposure.value
        biasAtDragStart = start
        guard translation.isFinite else { return }
        send(Self.rules.bias(afterDrag: translation, from: start, in: exposure.range))
    }

    func endExposureDrag() {
        biasAtDragStart = nil
        hideLater()
    }

    /// One step brighter, or darker.
    func adjustExposure(brighter: Bool) {
        guard let exposure else { return }
        send(Self.rules.bias(from: exposure.value, brighter: brighter, in: exposure.range))
        // No finger will be lifted.
        hideLater()
    }

    /// Returns when the camera has been told everything.
    func settle() async { await bias.settle() }

    private func send(_ value: Double) {
        hiding?.cancel()
        bias.send(value)
    }

    private func setBias(_ value: Double) async {
        do {
            try await camera.setExposureBias(value)
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }

    // MARK: - The square

    private func measure(
        at point: CGPoint,
        isLocked: Bool,
        _ command: () async throws(CameraControlError) -> Void
    ) async {
        guard isOffered, camera.controlsAreEnabled else { return }
        count += 1
        let number = count
        indicator = Indicator(point: point, isLocked: isLocked, number: number)
        do {
            try await command()
            if indicator?.number == number { hideLater() }
        } catch {
            if indicator?.number == number { hide() }
            notices.show(Notice(error.message, .warning))
        }
    }

    private func hide() {
        hiding?.cancel()
        indicator = nil
    }

    /// A square that is locked stays.
    private func hideLater() {
        hiding?.cancel()
        guard let number = indicator?.number, indicator?.isLocked == false else { return }
        hiding = Task { [weak self, sleep] in
            guard (try? await sleep(Self.rules.squareTime)) != nil, let self, indicator?.number == number else {
                return
            }
            indicator = nil
        }
    }
}

/// Where the marks of a measurement stand: the square where it was, and the exposure's slider beside it.
struct FocusLayout: Equatable {
    /// Where was measured, in points of the picture.
    var point: CGPoint
    /// The picture's size.
    var size: CGSize

    /// The side of the square.
    static let side = 76.0
    static let sliderSize = CGSize(width: 44, height: 150)
    private static let gap = 4.0

    /// The middle of the slider: beside the square on the side where there is room, and never outside of the picture.
    var slider: CGPoint {
        let distance = Self.side / 2 + Self.sliderSize.width / 2 + Self.gap
        let fits = point.x + distance + Self.sliderSize.width / 2 < size.width
        let half = Self.sliderSize.height / 2
        return CGPoint(
            x: fits ? point.x + distance : point.x - distance,
            y: min(max(point.y, half), max(half, size.height - half))
        )
    }

    /// How far the sun is from the slider's middle, downwards, in a slider whose sun can move in `room` points.
    static func sunOffset(_ value: Double, in range: ClosedRange<Double>, room: Double) -> Double {
        let span = range.upperBound - range.lowerBound
        return span > 0 ? room * (0.5 - (value - range.lowerBound) / span) : 0
    }
}

/// What the fingers on the picture have meant so far. Several gestures see the same fingers at once; each asks here before it acts, so
/// that fingers which zoom do not change the mode as well.
@MainActor
final class PreviewTouch {
    private enum Meaning {
        /// A tap or a swipe: its end will tell.
        case open
        case pinch
        case hold
    }

    /// Where the finger came down that is on the picture now.
    private var start: CGPoint?
    private var meaning = Meaning.open

    /// A finger is on the picture, and came down at a point. Told again while it moves.
    ///
    /// - Returns: whether it is another finger than before.
    @discardableResult
    func moved(from start: CGPoint) -> Bool {
        guard start != self.start else { return false }
        self.start = start
        meaning = .open
        return true
    }

    /// Two fingers zoom: until they are gone they do nothing else.
    func pinched() { meaning = .pinch }

    /// The finger rested for as long as a hold takes.
    ///
    /// - Returns: where it is; `nil` if it means something else already.
    func held() -> CGPoint? {
        guard meaning == .open, let start else { return nil }
        meaning = .hold
        return start
    }

    /// The finger is gone.
    ///
    /// - Returns: whether its way may have been a swipe.
    func ended() -> Bool {
        defer { start = nil }
        return start != nil && meaning == .open
    }
}

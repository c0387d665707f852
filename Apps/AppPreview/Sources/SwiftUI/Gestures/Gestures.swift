import Foundation
import ViewTree

/// One tap, or several.
public struct TapGesture: Gesture, RecognizedGesture {
    public typealias Value = Void
    public typealias Body = Never
    public var count: Int

    public init(count: Int = 1) {
        self.count = count
    }

    func recognizer(_ callbacks: GestureCallbacks<Void>, _ memory: GestureMemory) -> GestureRecognizer {
        GestureRecognizer(
            handlers: [count == 1 ? "tap" : "doubleTap": { _ in callbacks.ended(()) }],
            attributes: [:]
        )
    }
}

/// A tap, and where it was.
public struct SpatialTapGesture: Gesture, RecognizedGesture {
    public struct Value: Equatable, Sendable {
        /// In points of the view.
        public var location: CGPoint
    }

    public typealias Body = Never
    public var count: Int

    public init(count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local) {
        self.count = count
    }

    func recognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer {
        GestureRecognizer(
            handlers: [
                count == 1 ? "tap" : "doubleTap": { event in callbacks.ended(Value(location: CGPoint(event: event))) }
            ],
            attributes: [:]
        )
    }
}

/// A finger that stays.
public struct LongPressGesture: Gesture, RecognizedGesture {
    public typealias Value = Bool
    public typealias Body = Never
    /// In seconds.
    public var minimumDuration: Double
    /// In points.
    public var maximumDistance: CGFloat

    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        self.minimumDuration = minimumDuration
        self.maximumDistance = maximumDistance
    }

    func recognizer(_ callbacks: GestureCallbacks<Bool>, _ memory: GestureMemory) -> GestureRecognizer {
        GestureRecognizer(
            handlers: ["longPress": { _ in callbacks.ended(true) }],
            attributes: [
                "data-long-press": number(minimumDuration), "data-maximum-distance": number(maximumDistance),
            ]
        )
    }
}

/// A finger that moves.
public struct DragGesture: Gesture, RecognizedGesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint
        /// In points per second.
        public var velocity: CGSize

        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }
    }

    public typealias Body = Never
    public var minimumDistance: CGFloat
    let isGlobal: Bool

    public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {
        self.minimumDistance = minimumDistance
        isGlobal = coordinateSpace is GlobalCoordinateSpace
    }

    func recognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer {
        GestureRecognizer(
            handlers: [
                "drag": { event in callbacks.call(GesturePhase(event: event), Value(event: event), memory) }
            ],
            attributes: ["data-minimum-distance": number(minimumDistance)].merging(
                isGlobal ? ["data-coordinates": "global"] : [:]
            ) { $1 },
            cancel: { callbacks.cancel(memory) }
        )
    }
}

extension DragGesture.Value {
    init(event: EventValue) {
        let location = CGPoint(event: event)
        self.init(
            time: Date(),
            location: location,
            startLocation: CGPoint(
                x: location.x - (event["dx"].number ?? 0),
                y: location.y - (event["dy"].number ?? 0)
            ),
            velocity: CGSize(width: event["vx"].number ?? 0, height: event["vy"].number ?? 0)
        )
    }
}

/// Two fingers that come apart or together.
public struct MagnifyGesture: Gesture, RecognizedGesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        /// 1 at the beginning.
        public var magnification: CGFloat
        public var velocity: CGFloat
        public var startAnchor: UnitPoint
        public var startLocation: CGPoint
    }

    public typealias Body = Never
    public var minimumScaleDelta: CGFloat

    public init(minimumScaleDelta: CGFloat = 0.01) {
        self.minimumScaleDelta = minimumScaleDelta
    }

    func recognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer {
        GestureRecognizer(
            handlers: [
                "pinch": { event in
                    let phase = GesturePhase(event: event)
                    guard let value = Value(event: event) else {
                        if phase == .cancelled { callbacks.cancel(memory) }
                        return
                    }
                    callbacks.call(phase, value, memory)
                }
            ],
            attributes: [:],
            cancel: { callbacks.cancel(memory) }
        )
    }
}

extension MagnifyGesture.Value {
    /// Nil for what is no magnification.
    init?(event: EventValue) {
        guard let magnification = event["magnification"].number, magnification > 0 else { return nil }
        self.init(
            time: Date(),
            magnification: magnification,
            velocity: event["velocity"].number ?? 0,
            startAnchor: UnitPoint(x: event["anchorX"].number ?? 0.5, y: event["anchorY"].number ?? 0.5),
            startLocation: CGPoint(event: event)
        )
    }
}

/// Gestures that go on for a while remember whether they do.
extension GestureCallbacks {
    fileprivate func call(_ phase: GesturePhase, _ value: Value, _ memory: GestureMemory) {
        let isUnderWay = memory.value(false)
        isUnderWay.value = phase == .changed
        switch phase {
        case .changed: changed(value)
        case .ended: ended(value)
        case .cancelled: cancelled()
        }
    }

    /// Cancels what is under way.
    fileprivate func cancel(_ memory: GestureMemory) {
        let isUnderWay = memory.value(false)
        guard isUnderWay.value else { return }
        isUnderWay.value = false
        cancelled()
    }
}

extension CGPoint {
    /// The point that an event tells; zero where it tells none.
    init(event: EventValue) {
        self.init(x: event["x"].number ?? 0, y: event["y"].number ?? 0)
    }
}

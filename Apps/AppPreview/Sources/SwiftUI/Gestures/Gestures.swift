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

    func recognizer(_ callbacks: GestureCallbacks<Void>) -> GestureRecognizer {
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

    func recognizer(_ callbacks: GestureCallbacks<Value>) -> GestureRecognizer {
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

    func recognizer(_ callbacks: GestureCallbacks<Bool>) -> GestureRecognizer {
        GestureRecognizer(
            handlers: ["longPress": { _ in callbacks.ended(true) }],
            attributes: ["data-long-press": number(minimumDuration)]
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

        /// Where the finger would come to rest.
        public var predictedEndLocation: CGPoint {
            CGPoint(
                x: location.x + velocity.width * Self.glide,
                y: location.y + velocity.height * Self.glide
            )
        }

        public var predictedEndTranslation: CGSize {
            CGSize(
                width: predictedEndLocation.x - startLocation.x,
                height: predictedEndLocation.y - startLocation.y
            )
        }

        /// UNKNOWN: in seconds; Apple does not tell how it predicts.
        private static let glide = 0.25
    }

    public typealias Body = Never
    public var minimumDistance: CGFloat
    let isGlobal: Bool

    public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {
        self.minimumDistance = minimumDistance
        isGlobal = coordinateSpace is GlobalCoordinateSpace
    }

    func recognizer(_ callbacks: GestureCallbacks<Value>) -> GestureRecognizer {
        GestureRecognizer(
            handlers: [
                "drag": { event in
                    let value = Value(event: event)
                    if event["phase"].string == "ended" { callbacks.ended(value) } else { callbacks.changed(value) }
                }
            ],
            attributes: ["data-minimum-distance": number(minimumDistance)].merging(
                isGlobal ? ["data-coordinates": "global"] : [:]
            ) { $1 }
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

    func recognizer(_ callbacks: GestureCallbacks<Value>) -> GestureRecognizer {
        GestureRecognizer(
            handlers: [
                "pinch": { event in
                    guard let magnification = event["magnification"].number, magnification > 0 else { return }
                    let value = Value(
                        time: Date(),
                        magnification: magnification,
                        velocity: event["velocity"].number ?? 0,
                        startAnchor: .center,
                        startLocation: CGPoint(event: event)
                    )
                    if event["phase"].string == "ended" { callbacks.ended(value) } else { callbacks.changed(value) }
                }
            ],
            attributes: [:]
        )
    }
}

extension CGPoint {
    /// The point that an event tells; zero where it tells none.
    init(event: EventValue) {
        self.init(x: event["x"].number ?? 0, y: event["y"].number ?? 0)
    }
}

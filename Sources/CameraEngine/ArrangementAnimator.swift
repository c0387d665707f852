@preconcurrency import AVFoundation
import CameraLifecycle

/// Brings pictures from one arrangement to another in a quarter of a second, also while they are under way already.
///
/// A move that begins at rest eases in and out, as `cubic-bezier(1/3, 0, 2/3, 1)` does; one that begins on the way only eases out,
/// as `cubic-bezier(1/3, 1, 2/3, 1)` does, so that a picture that is dragged follows. In the middle of the way, where pictures
/// that change places are of the same size, they change their order.
///
/// The struct knows no clock: it lives in the time that it is told.
public struct ArrangementAnimator: Sendable {
    /// How long a move takes, in nanoseconds.
    public static let duration: Int64 = 250_000_000

    /// Where it leads.
    public private(set) var arrangement: CameraArrangement
    /// The cameras that are shown, in the order of the session's list.
    public private(set) var cameras: [Int]
    private var move: Move?

    private struct Move {
        var from: [FramePlacement]
        var since: CameraTime
        var isOnTheWay: Bool
    }

    /// Pictures at rest.
    ///
    /// - Parameter cameras: those that are shown, in the order of the session's list.
    public init(_ arrangement: CameraArrangement, cameras: [Int]) {
        self.arrangement = arrangement.clamped()
        self.cameras = cameras
    }

    /// Begins to bring the pictures to another arrangement. The same one again changes nothing.
    public mutating func move(to arrangement: CameraArrangement, now: CameraTime) {
        move(to: arrangement, cameras: cameras, now: now)
    }

    /// Begins to show other cameras. A camera that comes grows out of the middle of its place, one that goes
    /// is gone at once: it has no picture any more.
    public mutating func setCameras(_ cameras: [Int], now: CameraTime) {
        move(to: arrangement, cameras: cameras, now: now)
    }

    private mutating func move(to arrangement: CameraArrangement, cameras: [Int], now: CameraTime) {
        let arrangement = arrangement.clamped()
        guard arrangement != self.arrangement || cameras != self.cameras else { return }
        let isOnTheWay = isMoving(now)
        move = Move(from: placements(now: now), since: now, isOnTheWay: isOnTheWay)
        self.arrangement = arrangement
        self.cameras = cameras
    }

    /// Whether the pictures have not arrived yet.
    public func isMoving(_ now: CameraTime) -> Bool { move.map { Self.time($0, now) < 1 } ?? false }

    /// Where the pictures stand, from the back to the front.
    public func placements(now: CameraTime) -> [FramePlacement] {
        let target = arrangement.placements(of: cameras)
        guard let move, isMoving(now) else { return target }
        let time = Self.time(move, now)
        let progress = move.isOnTheWay ? 1 - (1 - time) * (1 - time) * (1 - time) : time * time * (3 - 2 * time)
        let places = target.map { place in
            let from = move.from.first { $0.camera == place.camera } ?? place.shrunk
            return FramePlacement(from: from, to: place, progress: progress)
        }
        guard progress < 0.5 else { return places }
        let formerOrder = move.from.compactMap { former in places.first { $0.camera == former.camera } }
        return formerOrder.count == places.count ? formerOrder : places
    }

    /// From 0 to 1. A clock that was set back leaves the pictures where they were.
    private static func time(_ move: Move, _ now: CameraTime) -> Double {
        let passed = now.nanoseconds - move.since.nanoseconds
        return min(1, max(0, Double(passed) / Double(duration)))
    }
}

extension FramePlacement {
    /// A point in the middle of the place.
    fileprivate var shrunk: FramePlacement {
        var result = self
        result.rect = CanvasRect(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, width: 0, height: 0)
        return result
    }

    fileprivate init(from: FramePlacement, to: FramePlacement, progress: Double) {
        func between(_ value: KeyPath<FramePlacement, Double>) -> Double {
            from[keyPath: value] + (to[keyPath: value] - from[keyPath: value]) * progress
        }
        self.init(
            camera: to.camera,
            rect: CanvasRect(
                x: between(\.rect.x),
                y: between(\.rect.y),
                width: between(\.rect.width),
                height: between(\.rect.height)
            ),
            cornerRadius: between(\.cornerRadius),
            border: between(\.border)
        )
    }
}

/// A canvas' size in pixels.
public struct CanvasSize: Sendable, Hashable, Codable {
    /// Columns; even.
    public var width: Int
    /// Rows; even.
    public var height: Int

    /// A size; odd numbers are rounded down to even ones, as pixels of 4:2:0 have it.
    public init(width: Int, height: Int) {
        self.width = max(2, width & ~1)
        self.height = max(2, height & ~1)
    }
}

/// Puts the frames of several cameras onto one canvas.
///
/// Whether a camera's pictures are mirrored left to right is settled when it is made: mirrored is the picture in its place, not the
/// place.
///
/// Thread-safe; calls wait for one another.
public protocol FrameCompositor: AnyObject, Sendable {
    /// The size of its results.
    var canvas: CanvasSize { get }

    /// Draws pictures where they belong; the rest of the canvas is black.
    ///
    /// - Parameters:
    ///   - frames: each camera's frame, by the camera's index; one that is `nil` is left out.
    ///   - placements: where they stand, from the back to the front.
    /// - Returns: a picture of the canvas' size, in 4:2:0 with interleaved chroma. It comes from a pool that uses it again as
    ///   soon as nobody holds it.
    /// - Throws: what keeps a picture from being read, or a canvas from being made.
    func compose(_ frames: [CVPixelBuffer?], placements: [FramePlacement]) throws -> CVPixelBuffer
}

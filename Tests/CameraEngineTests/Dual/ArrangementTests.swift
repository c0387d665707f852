import CameraLifecycle
import Foundation
import Testing

@testable import CameraEngine

@Suite("Where two cameras' pictures stand")
struct ArrangementTests {
    static let tolerance = 1e-12

    static func isOnCanvas(_ rect: NormalizedRect) -> Bool {
        rect.x >= -tolerance && rect.y >= -tolerance && rect.x + rect.width <= 1 + tolerance
            && rect.y + rect.height <= 1 + tolerance
    }

    @Test("R-MULTI-8: a small picture upon a large one, in each corner", arguments: PictureInPicture.Corner.allCases)
    func corners(corner: PictureInPicture.Corner) {
        let arrangement = DualArrangement(pip: PictureInPicture(corner: corner, width: 0.25))
        let places = arrangement.placements()
        #expect(places.map(\.camera) == [.first, .second])
        #expect(places[0].rect == .whole && places[0].cornerRadius == 0 && places[0].border == 0)
        let small = places[1].rect
        #expect(small.width == 0.25 && small.height == 0.25 && places[1].cornerRadius > 0 && places[1].border > 0)
        let isLeft = corner == .topLeft || corner == .bottomLeft
        let isTop = corner == .topLeft || corner == .topRight
        let (left, top) = (small.x, small.y)
        let (right, bottom) = (1 - small.x - small.width, 1 - small.y - small.height)
        #expect(abs((isLeft ? left : right) - PictureInPicture.horizontalMargin) < Self.tolerance)
        #expect(abs((isTop ? top : bottom) - PictureInPicture.verticalMargin) < Self.tolerance)
        #expect(arrangement.pip.nearestCorner == corner)
        // On a canvas of 16:9 it is as far from all borders.
        #expect(abs(PictureInPicture.horizontalMargin * 1920 - PictureInPicture.verticalMargin * 1080) < 0.5)
    }

    @Test("R-MULTI-8: side by side, and one above the other, without a gap")
    func halves() {
        let sides = DualArrangement(layout: .sideBySide).placements()
        #expect(sides.map(\.camera) == [.first, .second])
        #expect(
            sides.map(\.rect) == [
                NormalizedRect(x: 0, y: 0, width: 0.5, height: 1), NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1),
            ]
        )
        let rows = DualArrangement(layout: .topAndBottom, isSwapped: true).placements()
        #expect(rows.map(\.camera) == [.second, .first])
        #expect(
            rows.map(\.rect) == [
                NormalizedRect(x: 0, y: 0, width: 1, height: 0.5), NormalizedRect(x: 0, y: 0.5, width: 1, height: 0.5),
            ]
        )
        #expect((sides + rows).allSatisfy { $0.border == 0 && $0.cornerRadius == 0 })
    }

    @Test("R-MULTI-7: swapped, the cameras change places", arguments: DualArrangement.Layout.allCases)
    func swapped(layout: DualArrangement.Layout) {
        let usual = DualArrangement(layout: layout).placements()
        let swapped = DualArrangement(layout: layout, isSwapped: true).placements()
        #expect(swapped.map(\.camera) == usual.map(\.camera.other))
        #expect(swapped.map(\.rect) == usual.map(\.rect))
        #expect(DualArrangement(layout: layout, isSwapped: true).leading == .second)
    }

    @Test("A camera alone has the whole canvas, whatever the layout", arguments: DualArrangement.Layout.allCases)
    func alone(layout: DualArrangement.Layout) {
        for camera in DualCamera.allCases {
            let places = DualArrangement(layout: layout).placements(alone: camera)
            #expect(places == [FramePlacement(camera: camera, rect: .whole)])
        }
    }

    @Test("R-MULTI-7: wherever it is dragged, the small picture is on the canvas and of an allowed size")
    func clamped() {
        let wild: [Double] = [-7, -0.1, 0, 0.3, 0.5, 0.99, 1, 12, .infinity, -.infinity, .nan]
        for x in wild {
            for y in wild {
                for width in wild {
                    let pip = PictureInPicture(x: x, y: y, width: width)
                    let clamped = pip.clamped()
                    #expect(PictureInPicture.widths.contains(clamped.width))
                    let place = DualArrangement(pip: pip).placements()[1].rect
                    #expect(Self.isOnCanvas(place), "\(pip)")
                    #expect(clamped.clamped() == clamped)
                    #expect(Self.isOnCanvas(DualArrangement(pip: pip.snapped()).placements()[1].rect))
                    #expect(pip.snapped().snapped() == pip.snapped())
                }
            }
        }
        let allowed = PictureInPicture(x: 0.5, y: 0.4, width: 0.3)
        #expect(allowed.clamped() == allowed)
    }

    @Test("R-MULTI-7: it snaps into the nearest corner and keeps its size")
    func snapped() {
        #expect(
            PictureInPicture(x: 0.4, y: 0.3, width: 0.2).snapped() == PictureInPicture(corner: .topLeft, width: 0.2)
        )
        #expect(
            PictureInPicture(x: 0.6, y: 0.3, width: 0.2).snapped() == PictureInPicture(corner: .topRight, width: 0.2)
        )
        #expect(
            PictureInPicture(x: 0.1, y: 0.9, width: 0.5).snapped() == PictureInPicture(corner: .bottomLeft, width: 0.5)
        )
        #expect(PictureInPicture(x: 0.9, y: 0.9).snapped() == PictureInPicture())
        #expect(PictureInPicture.corners.map(\.nearestCorner) == PictureInPicture.Corner.allCases)
    }

    @Test("An arrangement survives being written down")
    func codable() throws {
        let arrangement = DualArrangement(
            layout: .topAndBottom,
            isSwapped: true,
            pip: PictureInPicture(x: 0.25, y: 0.75, width: 0.4)
        )
        let data = try JSONEncoder().encode(arrangement)
        #expect(try JSONDecoder().decode(DualArrangement.self, from: data) == arrangement)
    }
}

@Suite("How two cameras' pictures move")
struct ArrangementAnimatorTests {
    private static func time(_ milliseconds: Double) -> CameraTime {
        CameraTime(nanoseconds: Int64(milliseconds * 1e6))
    }

    private static let corner = DualArrangement(pip: PictureInPicture(corner: .topLeft))
    private static let other = DualArrangement(pip: PictureInPicture(corner: .bottomRight))
    private static let swapped = DualArrangement(isSwapped: true, pip: PictureInPicture(corner: .topLeft))

    /// How far apart two placements of a camera are at most.
    private static func distance(_ one: [FramePlacement], _ other: [FramePlacement], _ camera: DualCamera) -> Double {
        guard let left = one.first(where: { $0.camera == camera }),
            let right = other.first(where: { $0.camera == camera })
        else { return 1 }
        let values: [KeyPath<FramePlacement, Double>] = [
            \.rect.x, \.rect.y, \.rect.width, \.rect.height, \.cornerRadius, \.border,
        ]
        return values.map { abs(left[keyPath: $0] - right[keyPath: $0]) }.max() ?? 0
    }

    @Test("R-MULTI-8: at rest the pictures stand where the arrangement has them")
    func rest() {
        let animator = ArrangementAnimator(Self.corner)
        #expect(animator.placements(now: Self.time(0)) == Self.corner.placements())
        #expect(!animator.isMoving(Self.time(0)))
    }

    @Test("R-MULTI-8: a move takes a quarter of a second, begins and ends exactly, and eases in and out")
    func move() {
        var animator = ArrangementAnimator(Self.corner)
        animator.move(to: Self.other, now: Self.time(1_000))
        #expect(animator.placements(now: Self.time(1_000)) == Self.corner.placements())
        #expect(animator.isMoving(Self.time(1_249)) && !animator.isMoving(Self.time(1_250)))
        #expect(animator.placements(now: Self.time(1_250)) == Self.other.placements())
        #expect(animator.placements(now: Self.time(9_000)) == Self.other.placements())
        let (start, end) = (Self.corner.pip.x, Self.other.pip.x)
        func share(_ milliseconds: Double) -> Double {
            let rect = animator.placements(now: Self.time(1_000 + milliseconds))[1].rect
            return (rect.x + rect.width / 2 - start) / (end - start)
        }
        #expect(abs(share(125) - 0.5) < 1e-9)
        // What `cubic-bezier(1/3, 0, 2/3, 1)` has.
        #expect(abs(share(62.5) - 0.15625) < 1e-9 && abs(share(187.5) - 0.84375) < 1e-9)
    }

    @Test("R-MULTI-8: nothing jumps, also when the arrangement changes again on the way")
    func continuity() {
        var animator = ArrangementAnimator(Self.corner)
        var former = animator.placements(now: Self.time(0))
        let changes: [Int: DualArrangement] = [
            10: Self.swapped, 90: Self.other, 130: DualArrangement(layout: .sideBySide), 300: Self.swapped,
            420: DualArrangement(layout: .topAndBottom, isSwapped: true), 700: Self.corner,
        ]
        for millisecond in 1...1_000 {
            let now = Self.time(Double(millisecond))
            if let change = changes[millisecond] { animator.move(to: change, now: now) }
            let places = animator.placements(now: now)
            for camera in DualCamera.allCases {
                // The steepest that there is: three times the whole way in a quarter of a second.
                #expect(Self.distance(former, places, camera) <= 3.0 / 250 + 1e-9, "\(millisecond)")
            }
            former = places
        }
        #expect(former == Self.corner.placements())
    }

    @Test("R-MULTI-8: pictures that change places change their order in the middle, where they are of the same size")
    func order() {
        var animator = ArrangementAnimator(Self.corner)
        animator.move(to: Self.swapped, now: Self.time(0))
        let before = animator.placements(now: Self.time(124))
        let middle = animator.placements(now: Self.time(125))
        #expect(before.map(\.camera) == [.first, .second])
        #expect(middle.map(\.camera) == [.second, .first])
        let values: [KeyPath<NormalizedRect, Double>] = [\.x, \.y, \.width, \.height]
        #expect(values.allSatisfy { abs(middle[0].rect[keyPath: $0] - middle[1].rect[keyPath: $0]) < 1e-12 })
        #expect(animator.placements(now: Self.time(250)).map(\.camera) == [.second, .first])
    }

    @Test("R-MULTI-7: a picture that is dragged follows")
    func drag() {
        var animator = ArrangementAnimator(Self.corner)
        var arrangement = Self.corner
        // A second at the pace of a screen.
        for step in 0...60 {
            arrangement.pip.x = 0.2 + Double(step) / 60 * 0.6
            animator.move(to: arrangement, now: Self.time(Double(step) * 1000 / 60))
        }
        let rect = animator.placements(now: Self.time(1_000))[1].rect
        #expect(abs(rect.x + rect.width / 2 - 0.8) < 0.1)
    }

    @Test("The same arrangement again changes nothing; one that is not allowed counts as the one that is shown")
    func same() {
        var animator = ArrangementAnimator(Self.corner)
        animator.move(to: Self.other, now: Self.time(0))
        let places = animator.placements(now: Self.time(100))
        animator.move(to: Self.other, now: Self.time(100))
        #expect(animator.placements(now: Self.time(100)) == places)
        #expect(!animator.isMoving(Self.time(250)))
        var wild = Self.other
        wild.pip = PictureInPicture(x: 9, y: 9, width: 0.3)
        animator.move(to: wild, now: Self.time(300))
        #expect(animator.arrangement == wild.clamped())
    }

    @Test("A clock that is set back moves nothing away")
    func clockSetBack() {
        var animator = ArrangementAnimator(Self.corner)
        animator.move(to: Self.other, now: Self.time(5_000))
        #expect(animator.placements(now: Self.time(100)) == Self.corner.placements())
        #expect(animator.placements(now: Self.time(5_250)) == Self.other.placements())
    }

    @Test("A camera that goes leaves the canvas to the other; one that comes grows out of its place")
    func alone() {
        var animator = ArrangementAnimator(Self.corner)
        animator.show(alone: .second, now: Self.time(0))
        let start = animator.placements(now: Self.time(0))
        #expect(start == [Self.corner.placements()[1]])
        #expect(animator.placements(now: Self.time(250)) == [FramePlacement(camera: .second, rect: .whole)])
        animator.show(alone: nil, now: Self.time(1_000))
        let back = animator.placements(now: Self.time(1_000))
        #expect(back.first { $0.camera == .first }?.rect.width == 0)
        #expect(animator.placements(now: Self.time(1_250)) == Self.corner.placements())
        #expect(
            ArrangementAnimator(Self.corner, alone: .first).placements(now: .zero) == [
                FramePlacement(camera: .first, rect: .whole)
            ]
        )
    }
}

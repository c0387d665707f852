import CameraLifecycle
import Foundation
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Where several cameras' pictures stand")
struct ArrangementTests {
    static let tolerance = 1e-12

    static func isOnCanvas(_ rect: CanvasRect) -> Bool {
        rect.x >= -tolerance && rect.y >= -tolerance && rect.x + rect.width <= 1 + tolerance
            && rect.y + rect.height <= 1 + tolerance
    }

    @Test("R-MULTI-8: a small picture upon a large one, in each corner", arguments: PictureInPicture.Corner.allCases)
    func corners(corner: PictureInPicture.Corner) {
        let arrangement = CameraArrangement(pip: PictureInPicture(corner: corner, width: 0.25))
        let places = arrangement.placements(of: [0, 1])
        #expect(places.map(\.camera) == [0, 1])
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
        let sides = CameraArrangement(layout: .sideBySide).placements(of: [0, 1])
        #expect(sides.map(\.camera) == [0, 1])
        #expect(
            sides.map(\.rect) == [
                CanvasRect(x: 0, y: 0, width: 0.5, height: 1), CanvasRect(x: 0.5, y: 0, width: 0.5, height: 1),
            ]
        )
        let rows = CameraArrangement(layout: .topAndBottom, leading: 1).placements(of: [0, 1])
        #expect(rows.map(\.camera) == [1, 0])
        #expect(
            rows.map(\.rect) == [
                CanvasRect(x: 0, y: 0, width: 1, height: 0.5), CanvasRect(x: 0, y: 0.5, width: 1, height: 0.5),
            ]
        )
        #expect((sides + rows).allSatisfy { $0.border == 0 && $0.cornerRadius == 0 })
    }

    @Test("R-MULTI-7: swapped, the cameras change places", arguments: CameraArrangement.Layout.allCases)
    func swapped(layout: CameraArrangement.Layout) {
        let usual = CameraArrangement(layout: layout).placements(of: [0, 1])
        let swapped = CameraArrangement(layout: layout, leading: 1).placements(of: [0, 1])
        #expect(swapped.map(\.camera) == usual.map { 1 - $0.camera })
        #expect(swapped.map(\.rect) == usual.map(\.rect))
        #expect(CameraArrangement(layout: layout, leading: 1).leading == 1)
    }

    @Test("A camera alone has the whole canvas, whatever the layout", arguments: CameraArrangement.Layout.allCases)
    func alone(layout: CameraArrangement.Layout) {
        for camera in 0..<2 {
            let places = CameraArrangement(layout: layout).placements(of: [camera])
            #expect(places == [FramePlacement(camera: camera, rect: .whole)])
        }
    }

    @Test("Three cameras: each has its column or row, and the leading one has changed places with camera 0")
    func threeBesideEachOther() {
        for layout in [CameraArrangement.Layout.sideBySide, .topAndBottom] {
            let places = CameraArrangement(layout: layout, leading: 2).placements(of: [0, 1, 2])
            #expect(places.map(\.camera) == [2, 1, 0])
            let starts = places.map { layout == .sideBySide ? $0.rect.x : $0.rect.y }
            #expect(zip(starts, [0, 1.0 / 3, 2.0 / 3]).allSatisfy { abs($0 - $1) < Self.tolerance })
            #expect(places.allSatisfy { abs($0.rect.width * $0.rect.height - 1.0 / 3) < Self.tolerance })
            let left = CameraArrangement(layout: layout, leading: 2).placements(of: [0, 1])
            #expect(left.map(\.camera) == [0, 1] && left[1].rect.width * left[1].rect.height == 0.5)
        }
    }

    @Test("Three and four cameras: wherever the small picture is, the others stand beside it and none covers another")
    func smallOnes() {
        for count in 3...4 {
            for x in stride(from: 0, through: 1, by: 0.125) {
                for width in [0.15, 0.3, 0.5] {
                    let arrangement = CameraArrangement(leading: 1, pip: PictureInPicture(x: x, y: 0.8, width: width))
                    let places = arrangement.placements(of: Array(0..<count))
                    #expect(places.map(\.camera) == [1, 0] + (2..<count))
                    #expect(places[0].rect == .whole)
                    let small = places.dropFirst().map(\.rect).sorted { $0.x < $1.x }
                    #expect(small.allSatisfy { Self.isOnCanvas($0) && $0.width > 0.01 && $0.width == $0.height })
                    #expect(zip(small, small.dropFirst()).allSatisfy { $0.x + $0.width < $1.x })
                    #expect(places[1].rect == CameraArrangement(pip: arrangement.pip).placements(of: [1, 0])[1].rect)
                }
            }
        }
    }

    @Test("R-MULTI-7: resized, it stays in its corner, and no larger or smaller than allowed")
    func resized() {
        for corner in PictureInPicture.Corner.allCases {
            let pip = PictureInPicture(corner: corner)
            #expect(pip.resized(to: 0.4) == PictureInPicture(corner: corner, width: 0.4))
            #expect(pip.resized(to: 7) == PictureInPicture(corner: corner, width: PictureInPicture.widths.upperBound))
            #expect(pip.resized(to: 0) == PictureInPicture(corner: corner, width: PictureInPicture.widths.lowerBound))
        }
        #expect(PictureInPicture(x: 0.6, y: 0.4).resized(to: 0.2) == PictureInPicture(corner: .topRight, width: 0.2))
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
                    let place = CameraArrangement(pip: pip).placements(of: [0, 1])[1].rect
                    #expect(Self.isOnCanvas(place), "\(pip)")
                    #expect(clamped.clamped() == clamped)
                    #expect(Self.isOnCanvas(CameraArrangement(pip: pip.snapped()).placements(of: [0, 1])[1].rect))
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
        let arrangement = CameraArrangement(
            layout: .topAndBottom,
            leading: 1,
            pip: PictureInPicture(x: 0.25, y: 0.75, width: 0.4)
        )
        let data = try JSONEncoder().encode(arrangement)
        #expect(try JSONDecoder().decode(CameraArrangement.self, from: data) == arrangement)
    }
}

@Suite("How several cameras' pictures move")
struct ArrangementAnimatorTests {
    private static func time(_ milliseconds: Double) -> CameraTime {
        CameraTime(nanoseconds: Int64(milliseconds * 1e6))
    }

    private static let corner = CameraArrangement(pip: PictureInPicture(corner: .topLeft))
    private static let other = CameraArrangement(pip: PictureInPicture(corner: .bottomRight))
    private static let swapped = CameraArrangement(leading: 1, pip: PictureInPicture(corner: .topLeft))

    /// How far apart two placements of a camera are at most.
    private static func distance(_ one: [FramePlacement], _ other: [FramePlacement], _ camera: Int) -> Double {
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
        let animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
        #expect(animator.placements(now: Self.time(0)) == Self.corner.placements(of: [0, 1]))
        #expect(!animator.isMoving(Self.time(0)))
    }

    @Test("R-MULTI-8: a move takes a quarter of a second, begins and ends exactly, and eases in and out")
    func move() {
        var animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
        animator.move(to: Self.other, now: Self.time(1_000))
        #expect(animator.placements(now: Self.time(1_000)) == Self.corner.placements(of: [0, 1]))
        #expect(animator.isMoving(Self.time(1_249)) && !animator.isMoving(Self.time(1_250)))
        #expect(animator.placements(now: Self.time(1_250)) == Self.other.placements(of: [0, 1]))
        #expect(animator.placements(now: Self.time(9_000)) == Self.other.placements(of: [0, 1]))
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
        var animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
        var former = animator.placements(now: Self.time(0))
        let changes: [Int: CameraArrangement] = [
            10: Self.swapped, 90: Self.other, 130: CameraArrangement(layout: .sideBySide), 300: Self.swapped,
            420: CameraArrangement(layout: .topAndBottom, leading: 1), 700: Self.corner,
        ]
        for millisecond in 1...1_000 {
            let now = Self.time(Double(millisecond))
            if let change = changes[millisecond] { animator.move(to: change, now: now) }
            let places = animator.placements(now: now)
            for camera in 0..<2 {
                // The steepest that there is: three times the whole way in a quarter of a second.
                #expect(Self.distance(former, places, camera) <= 3.0 / 250 + 1e-9, "\(millisecond)")
            }
            former = places
        }
        #expect(former == Self.corner.placements(of: [0, 1]))
    }

    @Test("R-MULTI-8: pictures that change places change their order in the middle, where they are of the same size")
    func order() {
        var animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
        animator.move(to: Self.swapped, now: Self.time(0))
        let before = animator.placements(now: Self.time(124))
        let middle = animator.placements(now: Self.time(125))
        #expect(before.map(\.camera) == [0, 1])
        #expect(middle.map(\.camera) == [1, 0])
        let values: [KeyPath<CanvasRect, Double>] = [\.x, \.y, \.width, \.height]
        #expect(values.allSatisfy { abs(middle[0].rect[keyPath: $0] - middle[1].rect[keyPath: $0]) < 1e-12 })
        #expect(animator.placements(now: Self.time(250)).map(\.camera) == [1, 0])
    }

    @Test("R-MULTI-7: a picture that is dragged follows")
    func drag() {
        var animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
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
        var animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
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
        var animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
        animator.move(to: Self.other, now: Self.time(5_000))
        #expect(animator.placements(now: Self.time(100)) == Self.corner.placements(of: [0, 1]))
        #expect(animator.placements(now: Self.time(5_250)) == Self.other.placements(of: [0, 1]))
    }

    @Test("Of three cameras that go on without one the others take its room, and all move without a jump")
    func lossOfOneOfThree() {
        for lost in 0..<3 {
            let sides = CameraArrangement(layout: .sideBySide)
            var animator = ArrangementAnimator(sides, cameras: [0, 1, 2])
            let left = [0, 1, 2].filter { $0 != lost }
            animator.setCameras(left, now: Self.time(0))
            let start = animator.placements(now: Self.time(0))
            #expect(start == sides.placements(of: [0, 1, 2]).filter { $0.camera != lost })
            var former = start
            for millisecond in 1...250 {
                let places = animator.placements(now: Self.time(Double(millisecond)))
                for camera in left { #expect(Self.distance(former, places, camera) <= 3.0 / 250 + 1e-9) }
                former = places
            }
            #expect(former == sides.placements(of: left))
        }
    }

    @Test("A camera that goes leaves the canvas to the other; one that comes grows out of its place")
    func alone() {
        var animator = ArrangementAnimator(Self.corner, cameras: [0, 1])
        animator.setCameras([1], now: Self.time(0))
        let start = animator.placements(now: Self.time(0))
        #expect(start == [Self.corner.placements(of: [0, 1])[1]])
        #expect(animator.placements(now: Self.time(250)) == [FramePlacement(camera: 1, rect: .whole)])
        animator.setCameras([0, 1], now: Self.time(1_000))
        let back = animator.placements(now: Self.time(1_000))
        #expect(back.first { $0.camera == 0 }?.rect.width == 0)
        #expect(animator.placements(now: Self.time(1_250)) == Self.corner.placements(of: [0, 1]))
        #expect(
            ArrangementAnimator(Self.corner, cameras: [0]).placements(now: .zero) == [
                FramePlacement(camera: 0, rect: .whole)
            ]
        )
    }
}

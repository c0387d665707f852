import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@Suite("What a photo will have of the picture")
struct PhotoFrameTests {
    private static let phone = PhotoSize(width: 4000, height: 3000)

    private static func rect(_ shape: PhotoShape, _ photo: PhotoSize, _ width: CGFloat, _ height: CGFloat) -> CGRect? {
        PhotoFrame(shape: shape, photo: photo, room: CGSize(width: width, height: height)).rect
    }

    @Test("In the middle of the room, which the picture fills, upright or lying")
    func places() {
        let wide = PhotoSize(width: 1600, height: 900)
        #expect(Self.rect(.square, wide, 450, 800) == CGRect(x: 0, y: 175, width: 450, height: 450))
        #expect(Self.rect(.square, wide, 800, 450) == CGRect(x: 175, y: 0, width: 450, height: 450))
        #expect(Self.rect(.fourToThree, wide, 450, 800) == CGRect(x: 0, y: 100, width: 450, height: 600))
    }

    @Test("Nothing is covered that is not seen anyway")
    func whole() {
        #expect(Self.rect(.full, Self.phone, 400, 800) == nil)
        #expect(Self.rect(.fourToThree, Self.phone, 400, 800) == nil)
        // The sides are beyond the screen's, and what is cut off of them with them.
        #expect(Self.rect(.sixteenToNine, Self.phone, 400, 800) == nil)
        #expect(Self.rect(.square, PhotoSize(width: 0, height: 0), 400, 800) == nil)
    }

    @Test("What is covered is all around it")
    func parts() {
        let room = CGSize(width: 100, height: 200)
        let bars = PhotoFrame.coveredParts(around: CGRect(x: 0, y: 50, width: 100, height: 100), in: room).map(\.frame)
        let above = CGRect(x: 0, y: 0, width: 100, height: 50)
        let below = CGRect(x: 0, y: 150, width: 100, height: 50)
        #expect(bars == [above, below])
        let all = PhotoFrame.coveredParts(around: CGRect(x: 10, y: 20, width: 30, height: 40), in: room)
        let areas = all.map { part -> CGFloat in part.frame.width * part.frame.height }
        #expect(areas.reduce(0, +) == CGFloat(100 * 200 - 30 * 40))
        #expect(PhotoFrame.coveredParts(around: CGRect(origin: .zero, size: room), in: room).isEmpty)
    }
}

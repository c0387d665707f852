import Foundation
import Testing

@testable import BookshelfScene

@Suite struct RendererTests {
    private let fonts: FontLibrary

    init() throws {
        fonts = try FontLibrary()
    }

    private func frame(_ renderer: BookshelfRenderer, at seconds: Double) -> [UInt8] {
        renderer.render(at: seconds) { base, stride in
            var bytes: [UInt8] = []
            for row in 0..<renderer.height {
                bytes += UnsafeBufferPointer(start: base + row * stride, count: renderer.width * 4)
            }
            return bytes
        }
    }

    private func isOpaque(_ pixels: [UInt8]) -> Bool {
        pixels.withUnsafeBytes { $0.bindMemory(to: UInt32.self).allSatisfy { $0 >> 24 == 255 } }
    }

    @Test func aFrameDependsOnItsTimeAlone() throws {
        let shelf = try makeShelf(.noisy, seed: 4, fonts: fonts)
        let renderer = try BookshelfRenderer(shelf, width: 480, height: 270)
        let first = frame(renderer, at: 1.5)
        #expect(frame(renderer, at: 9) != first)
        #expect(frame(renderer, at: 1.5) == first)
        #expect(isOpaque(first))
    }

    /// The world never ends in a frame: what lies beyond it would be transparent.
    @Test(arguments: [0, 90, 180, 270])
    func framesAreOpaqueWhateverTheMotion(_ angle: Int) throws {
        let shelf = try makeShelf(.clean, seed: 8, fonts: fonts)
        let motion = CameraMotion(pan: 0.1, shake: 0.02, zoom: 0.15, dimming: 0)
        let renderer = try BookshelfRenderer(shelf, width: 320, height: 180, angle: angle, motion: motion)
        for step in 0..<30 {
            let pixels = frame(renderer, at: Double(step) * 0.9)
            #expect(isOpaque(pixels))
        }
    }

    @Test(arguments: [0, 90, 180, 270])
    func truthMovesWithTheBooks(_ angle: Int) throws {
        let shelf = try makeShelf(.clean, seed: 8, fonts: fonts)
        let size = angle % 180 == 0 ? (width: 1024, height: 768) : (width: 768, height: 1024)
        let motion = CameraMotion(pan: 0.05, shake: 0.01, zoom: 0.05)
        let renderer = try BookshelfRenderer(
            shelf,
            width: size.width,
            height: size.height,
            angle: angle,
            motion: motion
        )
        let books = (frame(renderer, at: 0), renderer.spines(at: 0))
        let later = (frame(renderer, at: 3.1), renderer.spines(at: 3.1))
        let empty = try BookshelfRenderer(
            shelf.emptied,
            width: size.width,
            height: size.height,
            angle: angle,
            motion: motion
        )
        #expect(abs(later.1[0].corners[0].x - books.1[0].corners[0].x) > 4)
        for (seconds, pixels, spines) in [(0.0, books.0, books.1), (3.1, later.0, later.1)] {
            let changed = differences(pixels, frame(empty, at: seconds))
            for row in stride(from: 0, to: size.height, by: 8) {
                for column in stride(from: 0, to: size.width, by: 8) {
                    let isChanged = changed[row * size.width + column]
                    let depths = spines.map { $0.depth(x: Double(column) + 0.5, y: Double(row) + 0.5) }
                    if isChanged, depths.allSatisfy({ $0 < -24 }) {
                        Issue.record("a book is outside of its box at \(column), \(row)")
                    }
                }
            }
            for spine in spines {
                let middle = spine.corners.reduce((x: 0.0, y: 0.0)) { ($0.x + $1.x / 4, $0.y + $1.y / 4) }
                guard (8..<Double(size.width - 8)).contains(middle.x) else { continue }
                #expect(changed[Int(middle.y) * size.width + Int(middle.x)])
            }
        }
    }
}

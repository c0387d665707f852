import CCairo
import Foundation
import KnownBooks
import SceneDrawing

@testable import BookshelfScene

/// Read once for all tests.
private let knownBooks = Result { try KnownBooks.load() }

/// A shelf of well-known books.
func makeShelf(
    _ level: BookshelfLevel,
    seed: UInt64,
    width: Int = 1024,
    height: Int = 768,
    spines: Int = 10,
    fonts: FontLibrary
) throws -> Bookshelf {
    let books = try knownBooks.get()
    return try Bookshelf(
        BookshelfRequest(
            seed: seed,
            level: level,
            width: width,
            height: height,
            spineCount: spines,
            books: books
        ),
        fonts: fonts
    )
}

/// A picture's bytes, without what rows are padded with.
func bytes(_ image: BookshelfImage) -> [UInt8] {
    image.withPixels { base, stride in
        var bytes: [UInt8] = []
        for row in 0..<image.height {
            bytes += UnsafeBufferPointer(start: base + row * stride, count: image.width * 4)
        }
        return bytes
    }
}

/// The world as it is drawn before a camera sees it, as bytes.
func worldBytes(_ shelf: Bookshelf, paintsText: Bool = true) throws -> [UInt8] {
    let canvas = Canvas(width: shelf.request.width, height: shelf.request.height)
    let matrix = shelf.layout.imageMatrix(width: Double(canvas.width), height: Double(canvas.height))
    try shelf.drawWorld(canvas, matrix, paintsText: paintsText)
    return bytes(BookshelfImage(canvas))
}

/// In which pixels two pictures differ.
func differences(_ a: [UInt8], _ b: [UInt8]) -> [Bool] {
    a.withUnsafeBytes { a in
        b.withUnsafeBytes { b in
            let (a, b) = (a.bindMemory(to: UInt32.self), b.bindMemory(to: UInt32.self))
            return (0..<a.count).map { a[$0] != b[$0] }
        }
    }
}

extension SpineTruth {
    /// How far a point lies inside of the box (positive) or outside (negative), in pixels; the corners go clockwise.
    func depth(x: Double, y: Double) -> Double {
        var least = Double.infinity
        for index in 0..<4 {
            let a = corners[index]
            let b = corners[(index + 1) & 3]
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            least = min(least, (dx * (y - a.y) - dy * (x - a.x)) / (dx * dx + dy * dy).squareRoot())
        }
        return least
    }

    /// Degrees from the nearest quarter turn.
    var tilt: Double {
        let angle = atan2(corners[1].y - corners[0].y, corners[1].x - corners[0].x) * 180 / .pi
        return angle - (angle / 90).rounded() * 90
    }
}

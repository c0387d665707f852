import CameraEngine
import Foundation
import Testing

@_spi(PageServer) @testable import Viewfinder

/// The page moves pictures by itself, so that they follow the hand; the movie's rules are the engine's.
@Suite("The page's rules of arrangement")
struct ArrangementRulesTests {
    private static func number(after text: String, in script: String) throws -> Double {
        let start = try #require(script.range(of: text)).upperBound
        return try #require(Double(script[start...].prefix { "0123456789.".contains($0) }), "\(text)")
    }

    @Test("R-MULTI-8: margins, widths, corners, border and duration are those of the movie")
    func constants() throws {
        let folder = ViewfinderServer.pageFolder
        let script = try String(contentsOf: folder.appending(path: "arrangement.js"), encoding: .utf8)
        let expected: [(String, Double)] = [
            ("const HORIZONTAL_MARGIN = ", PictureInPicture.horizontalMargin),
            ("const VERTICAL_MARGIN = ", PictureInPicture.verticalMargin),
            ("const CORNER_RADIUS = ", PictureInPicture.cornerRadius),
            ("const BORDER = ", PictureInPicture.border),
            ("minimum: ", PictureInPicture.widths.lowerBound),
            ("maximum: ", PictureInPicture.widths.upperBound),
            ("const MOVE_TIME = ", Double(ArrangementAnimator.duration) / 1e6),
        ]
        for (text, value) in expected {
            let number = try Self.number(after: text, in: script)
            #expect(number == value, "\(text)")
        }
    }
}

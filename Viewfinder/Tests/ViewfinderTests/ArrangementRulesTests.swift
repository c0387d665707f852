import CameraEngine
import Foundation
import Testing

@_spi(PageServer) @testable import Viewfinder

/// The page moves pictures by itself, so that they follow the hand; the movie's rules are the engine's.
@Suite("The page's rules of arrangement")
struct ArrangementRulesTests {
    @Test("R-MULTI-8: margins, widths, corners, border and duration are those that the page is told")
    func constants() throws {
        let state = try JSONEncoder().encode(ViewfinderState(phase: .live))
        let told = try #require(try JSONSerialization.jsonObject(with: state) as? [String: Any])
        let rules = try #require((told["rules"] as? [String: Any])?["arrangement"] as? [String: Any])
        let expected: [(String, Double)] = [
            ("horizontalMargin", PictureInPicture.horizontalMargin),
            ("verticalMargin", PictureInPicture.verticalMargin),
            ("cornerRadius", PictureInPicture.cornerRadius),
            ("border", PictureInPicture.border),
            ("minimumWidth", PictureInPicture.widths.lowerBound),
            ("maximumWidth", PictureInPicture.widths.upperBound),
            ("sizeStep", PictureInPicture.sizeStep),
            ("moveMilliseconds", Double(ArrangementAnimator.duration) / 1e6),
        ]
        for (name, value) in expected {
            #expect(rules[name] as? Double == value, "\(name)")
        }
        #expect(rules["layouts"] as? [String] == CameraArrangement.Layout.allCases.map(\.rawValue))
    }
}

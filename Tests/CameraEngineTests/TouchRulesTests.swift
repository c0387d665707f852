import CameraEngine
import Foundation
import Testing

@Suite("Fingers on the live picture")
struct TouchRulesTests {
    @Test(
        "R-PREV-5: leftwards is the next mode, rightwards the one before; what is short, or rather up than sideways, is none",
        arguments: [
            (-60, 0, 1), (60, 0, -1), (-50, 33, 1), (-49, 0, nil), (-60, 40, nil), (60, -41, nil),
            (0, 300, nil), (.nan, 0, nil),
        ] as [(Double, Double, Int?)]
    )
    func swipes(width: Double, height: Double, step: Int?) {
        #expect(TouchRules().modeStep(width: width, height: height) == step)
    }

    @Test("Whoever draws the picture elsewhere is told the numbers")
    func told() throws {
        let data = try JSONEncoder().encode(ControlRules())
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let told = try #require(json["touch"] as? [String: Double])
        #expect(told == ["swipeDistance": 50, "swipeSlope": 1.5, "holdMilliseconds": 600])
    }
}

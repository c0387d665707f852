import CameraEngine
import Foundation
import Testing

@Suite("Correcting the exposure")
struct ExposureRulesTests {
    private let rules = ExposureRules()
    private let range = -4.0...4.0

    @Test(
        "A drag upwards is brighter, from the bias when the finger came down, and no more than the camera can",
        arguments: [(-37.5, 0.0, 1.0), (37.5, 0, -1), (0, 1, 1), (-37.5, 3.5, 4), (10_000, 0, -4), (36.5, 1, 0)]
    )
    func drag(way: Double, start: Double, bias: Double) {
        #expect(abs(rules.bias(afterDrag: way, from: start, in: range) - bias) < 1e-9)
    }

    @Test("A step is a third of a stop, and three steps back lead to 0 itself")
    func steps() {
        var bias = 0.0
        for _ in 0..<3 { bias = rules.bias(from: bias, brighter: true, in: range) }
        #expect(abs(bias - 1) < 1e-9)
        for _ in 0..<3 { bias = rules.bias(from: bias, brighter: false, in: range) }
        #expect(bias == 0)
        #expect(rules.bias(from: 3.9, brighter: true, in: range) == 4)
    }

    @Test(
        "A bias is written as photographers do",
        arguments: [
            ("en", 1.32, "+1.3"), ("en", -0.66, "−0.7"), ("en", 1, "+1.0"), ("de", -2.25, "−2,3"), ("en", 0.04, "0"),
            ("en", -0.04, "0"), ("en", 0, "0"),
        ]
    )
    func label(language: String, bias: Double, text: String) {
        #expect(ExposureRules.label(bias, locale: Locale(identifier: language)) == text)
    }

    @Test("Whoever draws it elsewhere is told all numbers")
    func told() throws {
        let data = try JSONEncoder().encode(ControlRules())
        #expect(try JSONDecoder().decode(ControlRules.self, from: data) == ControlRules())
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let told = try #require(json["exposure"] as? [String: Double])
        #expect(told["dragLength"] == rules.dragLength && told["step"] == rules.step)
        #expect(told["zeroSnap"] == rules.zeroSnap && told["fractionDigits"] == Double(rules.fractionDigits))
        #expect(told["squareMilliseconds"] == 4000 && rules.squareTime == .seconds(4))
    }
}

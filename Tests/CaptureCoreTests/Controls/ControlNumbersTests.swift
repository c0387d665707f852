import CaptureCore
import Testing

@Suite("How controls write their values")
struct ControlNumbersTests {
    @Test("Values as people read them, and formats: one %@, per cent signs, nothing else")
    func texts() {
        #expect(
            [1, 0.5, -0.25, 12.345, 1e20, 0].map(ControlNumbers.text) == ["1", "0.5", "-0.25", "12.35", "1e+20", "0"]
        )
        #expect(ControlNumbers.text(40, format: "%@%%") == "40%")
        #expect(ControlNumbers.text(60, format: "%@ fps") == "60 fps")
        #expect(ControlNumbers.text(20, format: "+ %@") == "+ 20")
        for format in ["", "fps", "%d", "%@ %@", "%", "%@ %s", "%1$@"] {
            #expect(ControlNumbers.text(1, format: format) == nil)
        }
    }
}

import AVFoundation
import Testing

@Suite("AVMakeRect")
struct AVMakeRectTests {
    @Test("The ratio's largest rectangle is in the middle of the other one")
    func fits() {
        let bounds = CGRect(x: 10, y: 20, width: 400, height: 400)
        let wide = AVMakeRect(aspectRatio: CGSize(width: 1920, height: 1080), insideRect: bounds)
        #expect(wide == CGRect(x: 10, y: 107.5, width: 400, height: 225))
        let tall = AVMakeRect(aspectRatio: CGSize(width: 1, height: 4), insideRect: bounds)
        #expect(tall == CGRect(x: 160, y: 20, width: 100, height: 400))
    }

    @Test("Without a ratio there is nothing")
    func nothing() {
        let bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
        let rect = AVMakeRect(aspectRatio: CGSize(width: 0, height: 3), insideRect: bounds)
        #expect(rect == CGRect(x: 50, y: 25, width: 0, height: 0))
    }
}

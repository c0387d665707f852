import CaptureCore
import Foundation
import Testing

@testable import AVFoundation

@Suite("Preview geometry")
struct PreviewGeometryTests {
    private static func geometry(
        _ gravity: AVLayerVideoGravity,
        angle: Int = 0,
        mirrored: Bool = false,
        layer: CGSize = CGSize(width: 400, height: 400)
    ) -> PreviewGeometry {
        PreviewGeometry(
            layerSize: layer,
            frameSize: CGSize(width: 1600, height: 800),
            gravity: gravity,
            devicePoints: DevicePointMap(rotationAngle: angle, isMirrored: mirrored)
        )
    }

    @Test("R-PREV-1: each gravity puts the picture where it says")
    func videoRects() {
        #expect(Self.geometry(.resizeAspect).videoRect == CGRect(x: 0, y: 100, width: 400, height: 200))
        #expect(Self.geometry(.resizeAspectFill).videoRect == CGRect(x: -200, y: 0, width: 800, height: 400))
        #expect(Self.geometry(.resize).videoRect == CGRect(x: 0, y: 0, width: 400, height: 400))
        #expect(Self.geometry(.resizeAspect, angle: 90).videoRect == CGRect(x: 100, y: 0, width: 200, height: 400))
    }

    @Test("S-207: the top left corner of the picture is where the sensor's corner went")
    func corners() {
        let corner = CGPoint(x: 0, y: 0)
        #expect(Self.geometry(.resize).layerPoint(fromDevice: corner) == CGPoint(x: 0, y: 0))
        #expect(Self.geometry(.resize, angle: 90).layerPoint(fromDevice: corner) == CGPoint(x: 400, y: 0))
        #expect(Self.geometry(.resize, angle: 180).layerPoint(fromDevice: corner) == CGPoint(x: 400, y: 400))
        #expect(Self.geometry(.resize, angle: 270).layerPoint(fromDevice: corner) == CGPoint(x: 0, y: 400))
        #expect(Self.geometry(.resize, mirrored: true).layerPoint(fromDevice: corner) == CGPoint(x: 400, y: 0))
        #expect(Self.geometry(.resize, angle: 90, mirrored: true).layerPoint(fromDevice: corner) == .zero)
    }

    @Test("R-PREV-1: converting there and back gives the same point, for every gravity, rotation and mirroring")
    func roundTrip() {
        let points = [CGPoint(x: 0.125, y: 0.75), CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0)]
        for gravity in [AVLayerVideoGravity.resize, .resizeAspect, .resizeAspectFill] {
            for angle in [0, 90, 180, 270] {
                for mirrored in [false, true] {
                    let geometry = Self.geometry(
                        gravity,
                        angle: angle,
                        mirrored: mirrored,
                        layer: CGSize(width: 320, height: 500)
                    )
                    for point in points {
                        let back = geometry.devicePoint(fromLayer: geometry.layerPoint(fromDevice: point))
                        #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
                    }
                }
            }
        }
    }

    @Test("A layer without a size gives an answer, not a division by zero")
    func emptyLayer() {
        let empty = Self.geometry(.resizeAspect, layer: .zero)
        #expect(empty.devicePoint(fromLayer: CGPoint(x: 1, y: 1)) == .zero)
    }
}

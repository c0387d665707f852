import AVFoundation
import CaptureSystemTesting
import Foundation
import SimulatedDriver
import Testing
@_spi(PageServer) import Viewfinder

@testable import PreviewServer

@Suite("Streams of layers", .ownCaptureSystem)
@MainActor
struct LayerStreamsTests {
    @Test("All who watch a layer share its stream, which goes with the last of them")
    func shared() throws {
        let streams = LayerStreams()
        let layer = AVCaptureVideoPreviewLayer()
        var first: LayerStream? = try streams.stream(of: layer)
        var second: LayerStream? = try streams.stream(of: layer)
        #expect(first === second)
        weak let kept = first
        (first, second) = (nil, nil)
        #expect(kept == nil)
        let third = try streams.stream(of: layer)
        let other = try streams.stream(of: AVCaptureVideoPreviewLayer())
        #expect(third !== other)
    }
}

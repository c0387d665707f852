import CaptureDriver
import CoreMedia
import CoreVideo
import SimulatedDriver
import Testing

@Suite("Virtual cameras")
struct VirtualCameraTests {
    private static let triple = "Back Triple Camera"

    /// A virtual camera that streams beside the physical one whose picture it is compared with.
    private struct Pair {
        let bench = Bench()
        let virtual: any CaptureDeviceHandle
        private let physical: any CaptureDeviceHandle
        private let sinks = (LastFrame(), LastFrame())

        init(_ name: String, zoom: Double, beside other: String) throws {
            virtual = try bench.open(name)
            physical = try bench.open(other)
            try virtual.setControl(.zoom, to: .number(zoom))
            for (handle, sink) in [(virtual, sinks.0), (physical, sinks.1)] {
                let format = try #require(handle.description.formats.first { $0.dimensions.width == 640 })
                _ = try handle.startStream(CaptureStreamRequest(format: format), sink: sink)
            }
            bench.clock.advance(bySeconds: 0.034)
        }

        /// How much the newest pictures differ, in levels of luma on average.
        var difference: Double {
            get throws {
                let (first, second) = (try luma(sinks.0.buffer), try luma(sinks.1.buffer))
                let sum = zip(first, second).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                return Double(sum) / Double(first.count)
            }
        }

        private func luma(_ buffer: CVPixelBuffer?) throws -> [UInt8] {
            let buffer = try #require(buffer)
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
            return (0..<CVPixelBufferGetHeight(buffer)).flatMap { row in
                UnsafeRawBufferPointer(start: base + row * stride, count: CVPixelBufferGetWidth(buffer))
            }
        }
    }

    @Test(
        "Where a lens begins, the picture is that lens's, pixel by pixel",
        arguments: [
            (1, "Back Ultra Wide Camera"), (2, "Back Camera"), (6, "Back Telephoto Camera"),
        ] as [(Double, String)]
    )
    func lenses(zoom: Double, name: String) throws {
        let pair = try Pair(Self.triple, zoom: zoom, beside: name)
        #expect(try pair.difference == 0)
    }

    @Test(
        "Just before a change-over the picture shows as much as just after it",
        arguments: [(1.98, "Back Camera"), (5.96, "Back Telephoto Camera")] as [(Double, String)]
    )
    func continuity(zoom: Double, name: String) throws {
        let near = try Pair(Self.triple, zoom: zoom, beside: name).difference
        let far = try Pair(Self.triple, zoom: 1, beside: name).difference
        #expect(near > 0 && near < far / 3, "\(near) \(far)")
    }

    @Test("A stream changes lenses without losing a frame, and frames tell of the lens")
    func changeOver() throws {
        let bench = Bench()
        let handle = try bench.open(Self.triple)
        let recorder = Recorder()
        try bench.stream(handle, recorder)
        for step in 0...60 {
            try handle.setControl(.zoom, to: .number(1 + Double(step) / 10))
            bench.clock.advance(bySeconds: 1 / 30)
        }
        #expect(recorder.drops.isEmpty && recorder.frames.count >= 60)
        let lengths = recorder.frames.map(\.exposure.focalLength)
        #expect(
            lengths
                == lengths.sorted {
                    [2.22, 6.86, 9].firstIndex(of: $0) ?? 9 < [2.22, 6.86, 9].firstIndex(of: $1) ?? 9
                }
        )
        #expect(Set(lengths).count == 3)
        try handle.setControl(.constituent, to: .mode(2))
        bench.clock.advance(bySeconds: 1 / 30)
        #expect(recorder.frames.last?.exposure.focalLength == 6.86)
    }

    @Test("What strikes a physical camera strikes the virtual one that is in use")
    func faults() throws {
        let bench = Bench()
        let handle = try bench.open(Self.triple)
        let recorder = Recorder()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.5)
        bench.phone.apply(.stall(seconds: 2))
        bench.clock.advance(bySeconds: 3)
        #expect(recorder.events == ["stalled 1000 ms", "resumed"])
        bench.phone.setPressure(SystemPressure(level: .serious), on: try bench.id("Back Telephoto Camera"))
        #expect(bench.phone.conditions.pressure(on: try bench.id(Self.triple)).level == .serious)
        #expect(bench.phone.conditions.pressure(on: try bench.id("Back Dual Wide Camera")).level == .nominal)
        bench.phone.apply(.unplugMidFrame, to: "Back Camera")
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.events.last == "disconnected")
        #expect(
            bench.phone.driver.devices().map(\.name) == [
                "Back Ultra Wide Camera", "Back Telephoto Camera", "Front Camera", "Front TrueDepth Camera",
                "Back LiDAR Depth Camera",
            ]
        )
    }

    @Test("A virtual camera is there as long as all that it is made of")
    func plugs() throws {
        let bench = Bench()
        let telephoto = try bench.id("Back Telephoto Camera")
        bench.phone.unplug(telephoto)
        #expect(
            bench.phone.driver.devices().filter { !$0.constituents.isEmpty }.map(\.name) == ["Back Dual Wide Camera"]
        )
        bench.phone.plug(telephoto)
        #expect(bench.phone.driver.devices().count == 9)
    }
}

import CVideo4Linux
import CaptureDriver
import CoreMedia
import Glibc
import Synchronization
import Testing

@testable import V4L2Driver

@Suite("Diagnosis")
struct DiagnosisTests {
    /// A sink that wants to know everything.
    private final class Witness: StreamWitness {
        let told = Mutex<[String]>([])

        func capture(_ frame: CaptureFrame) { told.withLock { $0.append("frame") } }
        func captureDropped(_ drop: CaptureDrop) { told.withLock { $0.append("drop") } }
        func captureEvent(_ event: CaptureStreamEvent) {}
        func timestampDoubted(_ suspicion: TimestampTrust.Suspicion) { told.withLock { $0.append(suspicion.rawValue) } }
        func frameRejected(_ fault: FrameCheck.Fault) { told.withLock { $0.append(fault.rawValue) } }
    }

    @Test("A sink that wants to know is told of doubts and bad frames, before the frame or drop; a muted one is not")
    func witness() {
        let witness = Witness()
        let sink = MutableSink(witness)
        sink.timestampDoubted(.future)
        sink.frameRejected(.truncated)
        sink.mute()
        sink.timestampDoubted(.stale)
        sink.frameRejected(.short)
        #expect(witness.told.withLock { $0 } == ["future", "truncated"])
        // A plain sink is not concerned.
        MutableSink(SinkLog()).timestampDoubted(.future)
    }

    @Test("The engine tells of times in the future and of marked frames")
    func engine() throws {
        let witness = Witness()
        let rig = try StreamEngineTests.Rig(witness: witness)
        var marked = FakeKernel.frame(1)
        marked.flags |= PINHOLE_BUF_FLAG_ERROR
        var ahead = FakeKernel.frame(2)
        ahead.seconds += 1_000
        rig.run([.frames([FakeKernel.frame(0)]), .frames([marked]), .frames([ahead])])
        #expect(witness.told.withLock { $0 } == ["frame", "markedByDriver", "drop", "future", "frame"])
    }

    @Test("Each node is inspected by itself and it is said what it is")
    func inspection() throws {
        var metadata = FakeKernel.Camera()
        metadata.capabilities = UInt32(V4L2_CAP_META_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        var planar = FakeKernel.Camera()
        planar.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) | UInt32(V4L2_CAP_STREAMING)
        var still = FakeKernel.Camera()
        still.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE)
        var raw = FakeKernel.Camera()
        raw.formats = ["RG10"]
        let cameras = [FakeKernel.Camera(), metadata, planar, still, raw]
        let kernel = FakeKernel(
            Dictionary(uniqueKeysWithValues: cameras.enumerated().map { ("/dev/video\($0.offset)", $0.element) })
        )
        let entries = cameras.indices.map { FakeDirectory.entry("/dev/video\($0)") }
        let inspection = VideoNodeInspection(directory: FakeDirectory(entries), system: kernel)
        let nodes = inspection.nodes()
        #expect(nodes.map(\.path) == entries.map(\.path))
        #expect(!kernel.calls.contains { $0.hasPrefix("open") }, "listing opens nothing")
        let kinds = nodes.map { inspection.inspect($0) }
        guard case .camera(let description) = kinds[0] else { throw Errno(EINVAL) }
        #expect(kinds.dropFirst() == [.notCapture, .multiplanarOnly, .cannotStream, .noUsableFormat])
        #expect(inspection.driver(for: nodes[0]).devices() == [description])
        kernel.fail("open", EACCES)
        guard case .inaccessible(let error) = inspection.inspect(nodes[0]) else { throw Errno(EINVAL) }
        #expect(error.kind == .denied)
        guard case .inaccessible(let gone) = inspection.inspect(InspectedNode(path: "/dev/video9")) else {
            throw Errno(EINVAL)
        }
        #expect(gone.kind == .disconnected)
    }
}

import NIOCore
import Synchronization
import Testing

@testable import Viewfinder

/// A frame without contents, whose capture time is its number.
private func frame(_ sequence: UInt64, isKeyFrame: Bool = false) -> EncodedFrame {
    EncodedFrame(
        data: ByteBuffer(integer: sequence),
        format: .h264(isKeyFrame: isKeyFrame),
        sequence: sequence,
        captureTime: sequence,
        width: 16,
        height: 8
    )
}

@Suite("Video frames")
struct VideoFrameQueueTests {
    /// The sequence number, generation and skipped frames of a step; empty for none, -1 where a key frame is needed.
    private func summary(_ step: VideoFrameQueue.Step) -> [Int] {
        switch step {
        case .frame(let frame, let generation, let skipped): [Int(frame.sequence), Int(generation), Int(skipped)]
        case .upToDate: []
        case .needsKeyFrame: [-1]
        }
    }

    @Test("A viewer gets every frame once, in order")
    func inOrder() {
        var queue = VideoFrameQueue()
        #expect(summary(queue.next(after: nil)) == [-1])
        queue.append(frame(5, isKeyFrame: true))
        #expect(summary(queue.next(after: nil)) == [5, 1, 0])
        #expect(summary(queue.next(after: 1)) == [])
        queue.append(frame(6))
        queue.append(frame(7))
        #expect(summary(queue.next(after: 1)) == [6, 2, 0])
        #expect(summary(queue.next(after: 2)) == [7, 3, 0])
        #expect(summary(queue.next(after: 3)) == [])
    }

    @Test("A viewer who comes begins with the key frame, also after a still picture; without one it waits")
    func join() {
        var queue = VideoFrameQueue(limit: 3)
        for sequence in 1...3 { queue.append(frame(UInt64(sequence), isKeyFrame: sequence == 1)) }
        #expect(summary(queue.next(after: nil)) == [1, 1, 0])
        #expect(summary(queue.next(after: 0)) == [1, 1, 0])
        queue.append(frame(4))
        #expect(summary(queue.next(after: nil)) == [-1])
        #expect(summary(queue.next(after: 0)) == [-1])
        queue.append(frame(5, isKeyFrame: true))
        #expect(summary(queue.next(after: nil)) == [5, 5, 0])
    }

    @Test("A viewer who is too far behind goes on with a key frame, and learns how many frames it missed")
    func behind() {
        var queue = VideoFrameQueue(limit: 3)
        queue.append(frame(1, isKeyFrame: true))
        for sequence in 2...5 { queue.append(frame(UInt64(sequence))) }
        #expect(queue.count == 3)
        // 3, 4 and 5 are held.
        #expect(summary(queue.next(after: 2)) == [3, 3, 0])
        #expect(summary(queue.next(after: 1)) == [-1])
        queue.append(frame(6, isKeyFrame: true))
        #expect(summary(queue.next(after: 1)) == [6, 6, 4])
        #expect(summary(queue.next(after: 4)) == [6, 6, 1])
        #expect(summary(queue.next(after: 5)) == [6, 6, 0])
        #expect(queue.count == 1)
    }

    @Test("Of JPEG files there is the newest one")
    func pictures() {
        var queue = VideoFrameQueue()
        for sequence in 1...4 {
            queue.append(
                EncodedFrame(jpeg: ByteBuffer(), sequence: UInt64(sequence), captureTime: 0, width: 1, height: 1)
            )
        }
        #expect(queue.count == 1)
        #expect(summary(queue.next(after: 1)) == [4, 4, 2])
    }

    @Test("After everything was forgotten a viewer who had the newest frame goes on, others need a key frame")
    func forget() {
        var queue = VideoFrameQueue()
        queue.append(frame(1, isKeyFrame: true))
        queue.append(frame(2))
        queue.removeAll()
        #expect(summary(queue.next(after: nil)) == [-1])
        #expect(summary(queue.next(after: 1)) == [-1])
        #expect(summary(queue.next(after: 2)) == [])
        queue.append(frame(3))
        #expect(summary(queue.next(after: 2)) == [3, 3, 0])
        #expect(summary(queue.next(after: nil)) == [-1])
    }
}

@Suite("Video broadcaster")
struct VideoFrameBroadcasterTests {
    private final class CountingClient: FrameClient {
        let wakes = Atomic<Int>(0)

        func frameWasPublished() {
            wakes.add(1, ordering: .relaxed)
        }
    }

    @Test("Nothing is held while nobody watches, so nobody sees what was")
    func nobody() throws {
        let broadcaster = VideoFrameBroadcaster()
        broadcaster.publish(frame(1, isKeyFrame: true))
        #expect(broadcaster.next(after: nil) == nil)
        let client = CountingClient()
        broadcaster.add(client)
        #expect(broadcaster.hasClients)
        broadcaster.publish(frame(2, isKeyFrame: true))
        #expect(client.wakes.load(ordering: .relaxed) == 1)
        #expect(try #require(broadcaster.next(after: nil)).frame.sequence == 2)
        broadcaster.remove(client)
        broadcaster.remove(client)
        #expect(!broadcaster.hasClients)
        #expect(broadcaster.next(after: nil) == nil)
    }

    @Test("A key frame is asked for by who needs one, until there is one")
    func keyFrames() {
        let broadcaster = VideoFrameBroadcaster()
        broadcaster.add(CountingClient())
        #expect(!broadcaster.needsKeyFrame)
        #expect(broadcaster.next(after: nil) == nil)
        #expect(broadcaster.needsKeyFrame)
        broadcaster.publish(frame(1))
        #expect(broadcaster.needsKeyFrame)
        broadcaster.publish(frame(2, isKeyFrame: true))
        #expect(!broadcaster.needsKeyFrame)
        #expect(broadcaster.next(after: nil)?.frame.sequence == 2)
        #expect(broadcaster.next(after: 2) == nil)
        #expect(!broadcaster.needsKeyFrame, "who has the newest one needs nothing")
    }

    @Test("A frame of the past that was still being encoded is not shown, and what depends on it neither")
    func horizon() throws {
        let stills = FrameBroadcaster(video: VideoFrameBroadcaster())
        let video = try #require(stills.video)
        video.add(CountingClient())
        video.publish(frame(1, isKeyFrame: true))
        stills.forgetFrame(capturedBefore: 100)
        #expect(video.next(after: nil) == nil)
        video.publish(frame(99, isKeyFrame: true))
        #expect(video.next(after: nil) == nil && video.needsKeyFrame)
        video.publish(frame(100))
        #expect(video.next(after: nil) == nil)
        video.publish(frame(101, isKeyFrame: true))
        #expect(try #require(video.next(after: nil)).frame.sequence == 101)
    }

    @Test("Who comes sees the held picture once, then the video")
    func still() throws {
        let stills = FrameBroadcaster(video: VideoFrameBroadcaster())
        let video = try #require(stills.video)
        stills.publish(EncodedFrame(jpeg: ByteBuffer(), sequence: 7, captureTime: 7, width: 1, height: 1))
        let source = VideoStreamSource(stills: stills, video: video)
        source.add(CountingClient())
        let first = try #require(source.next(after: nil))
        #expect(first.frame.sequence == 7 && first.generation == 0)
        #expect(source.next(after: 0) == nil)
        video.publish(frame(8, isKeyFrame: true))
        let second = try #require(source.next(after: 0))
        #expect(second.frame.sequence == 8 && second.skipped == 0)
    }
}

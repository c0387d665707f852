import CaptureDriver
import CoreMedia
import Foundation
import MovieTime
import Synchronization

/// The file of a recording, as the recording sees it, which calls it on its own queue; nothing here waits for an encoder or for the disk.
package protocol RecordingFile: AnyObject, Sendable {
    /// Makes the file.
    ///
    /// - Throws: an `AVError`.
    func open() throws
    /// Hands a frame over.
    ///
    /// - Returns: false when the encoder or the disk doesn't keep up, or has failed.
    func append(_ frame: CaptureFrame, at time: CMTime) throws -> Bool
    /// Hands audio over.
    func append(_ span: RecordingTimeline<CaptureAudioPacket>.Span) -> Bool
    /// No more audio will come.
    func endAudio()
    /// Bytes of the file so far.
    var bytesWritten: Int64 { get }
    /// How much of the movie is in the file after writing it failed; `nil` while all of it is.
    var keptDuration: CMTime? { get }
    /// What went wrong; `nil` while nothing did.
    var failure: NSError? { get }
    /// Ends the movie at a time, and calls back when the file is done, with what went wrong.
    func finish(at end: CMTime, _ done: @escaping @Sendable (NSError?) -> Void)
    /// Whether a file is there that plays, though writing it failed.
    var leftPlayableFile: Bool { get }
    /// Deletes the file, if it was made.
    func discard()
}

/// What waits for a recording's queue, in the order in which it happened. Frames beyond a few are lost at once, because
/// they hold the camera's buffers.
package struct RecordingInbox {
    /// Something that happened.
    package enum Item: Sendable {
        case frame(CaptureFrame)
        /// A frame for which there was no room.
        case lostFrame(time: CMTime, duration: CMTime)
        /// Frames that the camera lost.
        case cameraDrop(count: Int)
        case audio(CaptureAudioPacket)
        /// The microphone is gone.
        case audioEnded
        /// The sound of the last frames was waited for long enough.
        case audioOverdue
        case pause(CMTime)
        case resume(CMTime)
        case end(RecordingStopReason)
        /// Nothing was captured for too long.
        case expired
    }

    /// How many frames may wait.
    package static let capacity = 4
    /// How many may wait while the file and its encoders are opened, which takes longer than a frame lasts.
    package static let capacityWhileOpening = 12

    private var items: [Item?] = []
    private var first = 0
    private var frameCount = 0
    private var capacity = RecordingInbox.capacityWhileOpening
    /// Whether somebody is about to empty the inbox.
    package private(set) var isBeingEmptied = false

    /// Nothing has happened yet.
    package init() {}

    /// Enqueues what happened.
    ///
    /// - Returns: whether the queue is to be woken.
    package mutating func enqueue(_ item: Item) -> Bool {
        if case .frame(let frame) = item {
            if frameCount >= capacity {
                items.append(.lostFrame(time: frame.presentationTime, duration: frame.duration))
            } else {
                frameCount += 1
                items.append(item)
            }
        } else {
            items.append(item)
        }
        defer { isBeingEmptied = true }
        return !isBeingEmptied
    }

    /// Takes out the oldest item; after `nil` the queue has to be woken again.
    package mutating func next() -> Item? {
        guard first < items.count else {
            items.removeAll(keepingCapacity: true)
            first = 0
            isBeingEmptied = false
            // Nobody takes anything before the file is open.
            capacity = Self.capacity
            return nil
        }
        defer { first += 1 }
        let item = items[first]
        items[first] = nil
        if case .frame = item { frameCount -= 1 }
        return item
    }
}

/// How far a recording is, readable on any thread and after its end.
package final class RecordingMetrics: Sendable {
    /// The metrics of one moment.
    package struct Values: Sendable {
        /// How long the movie is.
        package var duration = CMTime.zero
        /// How large the file is, in bytes.
        package var fileSize: Int64 = 0
        /// The frames that the movie lacks.
        package var losses = RecordingLosses()
        /// Whether a pause was asked for.
        package var isPaused = false
    }

    private let current = Mutex(Values())

    /// Nothing has been recorded yet.
    package init() {}

    /// The metrics now.
    package var values: Values { current.withLock { $0 } }

    /// Changes some of the metrics.
    package func update(_ edit: (inout Values) -> Void) {
        current.withLock { edit(&$0) }
    }
}

/// A file system of a drive that can be taken out, as Linux has mounted it.
package struct MountedVolume: Hashable, Sendable {
    /// The block device, such as `/dev/sdb1`.
    package var device: String
    /// Where its files are.
    package var folder: URL

    /// - Parameters:
    ///   - device: the block device.
    ///   - folder: where its files are.
    package init(device: String, folder: URL) {
        self.device = device
        self.folder = folder
    }

    /// The volumes that are mounted now.
    ///
    /// - Parameters:
    ///   - mounts: the kernel's list of mounts.
    ///   - blockDevices: the folder in which the kernel describes block devices.
    package static func removable(
        mounts: URL = URL(fileURLWithPath: "/proc/self/mounts"),
        blockDevices: URL = URL(fileURLWithPath: "/sys/class/block")
    ) -> [MountedVolume] {
        let list = (try? String(contentsOf: mounts, encoding: .utf8)) ?? ""
        var seen: Set<String> = []
        return list.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 1, fields[0].hasPrefix("/dev/") else { return nil }
            let device = unescaped(fields[0])
            guard isRemovable(device, blockDevices), seen.insert(device).inserted else { return nil }
            return MountedVolume(device: device, folder: URL(fileURLWithPath: unescaped(fields[1]), isDirectory: true))
        }
    }

    /// Whether the drive has a plug, or takes cards. Of a partition its drive says so, in whose folder the kernel has it.
    private static func isRemovable(_ device: String, _ blockDevices: URL) -> Bool {
        let name = URL(fileURLWithPath: device).lastPathComponent
        let described = blockDevices.appendingPathComponent(name).resolvingSymlinksInPath()
        if described.path.contains("/usb") { return true }
        return [described, described.deletingLastPathComponent()].contains { folder in
            (try? String(contentsOf: folder.appendingPathComponent("removable"), encoding: .utf8))?.first == "1"
        }
    }

    /// The kernel writes blanks and the like as three octal digits.
    private static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = field.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let code = UInt8(String(rest.prefix(3)) ?? "", radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

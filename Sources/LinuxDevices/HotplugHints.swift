import CUdev
import CVideo4Linux
import Foundation
import FoundationExtras
import Glibc

/// Tells that device nodes may have come, gone, or changed their permissions.
package protocol HotplugHints: AnyObject, Sendable {
    /// Waits for a hint.
    ///
    /// - Parameter timeoutMilliseconds: at most so long.
    func wait(timeoutMilliseconds: Int32) -> HotplugHint

    /// Makes the present and all later waits return `.stopped`. Any thread.
    func stop()
}

/// Why a wait for a hint returned.
package enum HotplugHint: Sendable, Equatable {
    /// Something changed; what, a look will show.
    case changed
    /// Nothing.
    case timeout
    /// Nobody wants to know any more.
    case stopped
}

/// Hints from three sources, since each is silent somewhere:
///
/// - udevd's messages come when a node is completely set up, but only where udevd runs;
/// - the kernel's own messages (netlink group 1) come in virtual machines without udevd, but not in containers;
/// - watching the nodes' directory works wherever the nodes are visible, and also tells when permissions change.
///
/// A hint more than needed costs one look at the machine; one too few, a device that nobody notices.
// @unchecked: the monitors and the poll set are used by the one thread that waits; `stop` uses the wake signal alone.
package final class LinuxHotplugHints: HotplugHints, @unchecked Sendable {
    private let wake: WakeSignal
    private let udev: OpaquePointer?
    private let monitors: [OpaquePointer]
    private let inotify: Int32
    private let directories: [Directory]
    private var entries: [pollfd]

    /// A directory, and how the names in it begin that matter.
    package struct Directory: Sendable, Hashable {
        /// The directory; need not exist yet.
        package var directory: String
        /// Beginnings of names.
        package var prefixes: [String]

        package init(_ directory: String, _ prefixes: [String]) {
            self.directory = directory
            self.prefixes = prefixes
        }
    }

    /// - Parameters:
    ///   - subsystem: the devices' subsystem, such as `video4linux`.
    ///   - directories: where their nodes appear.
    /// - Throws: the kernel's error when the process has too many open files.
    package init(subsystem: String, directories: [Directory]) throws(Errno) {
        wake = try WakeSignal()
        let udev = udev_new()
        self.udev = udev
        monitors = ["udev", "kernel"].compactMap { Self.monitor(udev, source: $0, subsystem: subsystem) }
        inotify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        self.directories = directories
        let descriptors = [wake.descriptor] + monitors.map { udev_monitor_get_fd($0) } + (inotify >= 0 ? [inotify] : [])
        entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        watchDirectories()
    }

    deinit {
        for monitor in monitors { udev_monitor_unref(monitor) }
        if let udev { udev_unref(udev) }
        if inotify >= 0 { close(inotify) }
    }

    private static func monitor(_ udev: OpaquePointer?, source: String, subsystem: String) -> OpaquePointer? {
        guard let udev, let monitor = udev_monitor_new_from_netlink(udev, source) else { return nil }
        guard udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil) >= 0,
            udev_monitor_enable_receiving(monitor) >= 0
        else {
            udev_monitor_unref(monitor)
            return nil
        }
        return monitor
    }

    package func wait(timeoutMilliseconds: Int32) -> HotplugHint {
        let ready = poll(&entries, nfds_t(entries.count), timeoutMilliseconds)
        guard ready > 0 else { return .timeout }
        if entries[0].revents != 0 { return .stopped }
        // All sources are emptied, so that one event is one hint even if every source tells it.
        var isHint = false
        for monitor in monitors where drain(monitor) { isHint = true }
        if drainDirectories() {
            isHint = true
            // A directory that was not there, or was replaced, may be there now.
            watchDirectories()
        }
        return isHint ? .changed : .timeout
    }

    package func stop() {
        wake.signal()
    }

    private func drain(_ monitor: OpaquePointer) -> Bool {
        var isHint = false
        while let device = udev_monitor_receive_device(monitor) {
            udev_device_unref(device)
            isHint = true
        }
        return isHint
    }

    /// Watches all directories that exist; harmless when they are watched already.
    private func watchDirectories() {
        guard inotify >= 0 else { return }
        for place in directories {
            inotify_add_watch(inotify, place.directory, UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO))
        }
    }

    /// Reads the changes in the directories; whether any was a device's.
    private func drainDirectories() -> Bool {
        guard inotify >= 0 else { return false }
        var isHint = false
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
            while true {
                let count = read(inotify, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                if namesDevice(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isHint = true }
            }
        }
        return isHint
    }

    private func namesDevice(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + header <= bytes.count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            let end = min(offset + header + length, bytes.count)
            let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
            if directories.contains(where: { $0.prefixes.contains { name.starts(with: $0.utf8) } }) { return true }
            offset = end
        }
        return false
    }
}

/// Decides when to look at the machine after a hint that something was plugged in or out.
///
/// A hint comes too early: the node exists before udev has set its permissions, and a camera announces several nodes one
/// after the other. So the machine is looked at soon after a hint, and again a few times as long as nodes are not
/// accessible. Hints that come in bursts are taken together.
///
/// Times are nanoseconds of one monotonic clock.
package struct HotplugSettler: Sendable, Equatable {
    /// Delays of the looks after a hint; the later ones are for nodes that were not accessible.
    package static let delays: [Int64] = [50_000_000, 200_000_000, 500_000_000, 1_000_000_000, 2_000_000_000]

    private var lastHint: Int64 = 0
    private var pending: Int?

    package init() {}

    /// When to look; `nil` when there is no reason.
    package var deadline: Int64? {
        pending.map { lastHint + Self.delays[$0] }
    }

    /// Something happened.
    package mutating func hint(at now: Int64) {
        // A burst must not put the look off for ever.
        if pending == 0 { return }
        lastHint = now
        pending = 0
    }

    /// Whether to look now.
    package func isDue(at now: Int64) -> Bool {
        deadline.map { now >= $0 } ?? false
    }

    /// A look was taken.
    ///
    /// - Parameter hasInaccessible: whether a node could not be opened or asked.
    package mutating func refreshed(hasInaccessible: Bool) {
        guard let current = pending else { return }
        let next = current + 1
        pending = hasInaccessible && next < Self.delays.count ? next : nil
    }
}

/// Waits for hints and looks at the machine when it is time.
package final class HotplugThread: Sendable {
    /// The longest wait between two looks at the clock.
    package static let longestWait: Int64 = 60_000_000_000

    private let hints: any HotplugHints

    /// Starts the thread.
    ///
    /// - Parameter refresh: looks for devices; answers whether one was inaccessible, and when to look again at the latest.
    package init(
        hints: any HotplugHints,
        now: @escaping MonotonicTime,
        refresh: @escaping @Sendable () -> (hasInaccessible: Bool, deadline: Int64?)
    ) {
        self.hints = hints
        let thread = Thread {
            Thread.nameCurrent("pinhole hotplug")
            Self.run(hints, now: now, refresh: refresh)
        }
        thread.start()
    }

    deinit {
        hints.stop()
    }

    /// The thread's work; apart, so that tests run it on their own.
    package static func run(
        _ hints: any HotplugHints,
        now: MonotonicTime,
        refresh: () -> (hasInaccessible: Bool, deadline: Int64?)
    ) {
        var settler = HotplugSettler()
        var missingDeadline: Int64?
        while true {
            let deadlines = [settler.deadline, missingDeadline].compactMap { $0 }
            let wait = min(max((deadlines.min() ?? .max) &- now(), 0), longestWait)
            let hint = hints.wait(timeoutMilliseconds: Int32((wait + 999_999) / 1_000_000))
            switch hint {
            case .stopped: return
            case .changed: settler.hint(at: now())
            case .timeout: break
            }
            let time = now()
            if settler.isDue(at: time) || missingDeadline.map({ time >= $0 }) == true {
                let result = refresh()
                settler.refreshed(hasInaccessible: result.hasInaccessible)
                missingDeadline = result.deadline
            }
        }
    }
}

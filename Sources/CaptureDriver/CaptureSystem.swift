import CoreMedia
import Dispatch
import Synchronization

/// The drivers, conditions and clock that the capture API stands on.
///
/// A capture system is a value that a program, a test or a task is given: `withScope(using:operation:)` puts one in force for
/// what runs inside, `use(_:)` for the innermost scope or, outside any, for the process. Capture objects keep the system they
/// were made with. A program that does nothing gets the machine's devices.
///
/// What the API keeps for a system (its device objects, its audio session, who has which camera) lies with the system, and
/// goes with it.
public final class CaptureSystem: Sendable {
    /// What it stands on.
    package let platform: CapturePlatform
    private let parts = Mutex<[ObjectIdentifier: any CaptureSystemPart]>([:])

    /// Puts a system together.
    public init(drivers: [any CaptureDriver], conditions: any SystemConditions, clock: any CaptureClock) {
        platform = CapturePlatform(drivers: drivers, conditions: conditions, clock: clock)
    }

    deinit {
        parts.withLock { $0 }.values.forEach { $0.systemEnded() }
    }

    /// The drivers, in order of preference.
    public var drivers: [any CaptureDriver] { platform.drivers }
    /// Permissions, interruptions, heat and orientation.
    public var conditions: any SystemConditions { platform.conditions }
    /// Time.
    public var clock: any CaptureClock { platform.clock }
    /// What the sessions on this system have yet to deal with of what happened by itself. With a clock that a test moves, no
    /// more time may pass until this group is empty.
    package var unsettled: DispatchGroup { platform.unsettled }

    /// All devices of all drivers, in the drivers' order.
    public func devices() -> [CaptureDeviceDescription] { platform.devices() }

    /// Opens a device of whichever driver has it.
    public func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        try platform.open(id)
    }

    /// The one object of a type that the capture API keeps for this system; made when it is first asked for.
    ///
    /// - Parameter make: makes it of what the system stands on. A part that kept the system itself would keep it for ever.
    ///   Called under a lock: it must not ask for parts.
    /// - Returns: the part, and whether it was made by this call.
    package func part<Part: CaptureSystemPart>(
        _ type: Part.Type = Part.self,
        make: (CapturePlatform) -> Part
    ) -> (part: Part, isNew: Bool) {
        parts.withLock { parts in
            if let known = parts[ObjectIdentifier(type)] as? Part { return (known, false) }
            let made = make(platform)
            parts[ObjectIdentifier(type)] = made
            return (made, true)
        }
    }
}

/// What the capture API keeps for a capture system. It lives with the system, and may be referred to for longer.
package protocol CaptureSystemPart: AnyObject, Sendable {
    /// The system is no more. Called once, on the thread that let go of it last.
    func systemEnded()
}

extension CaptureSystemPart {
    /// Nothing to do.
    package func systemEnded() {}
}

extension CapturePlatform {
    /// Asks the user for permission, if undecided. The answer comes on a queue of its own, never inside the call: whoever asks
    /// may hold locks that the handler wants.
    ///
    /// - Parameter handler: called once, with the answer.
    package func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion handler: @escaping @Sendable (Bool) -> Void
    ) {
        let unsettled = unsettled
        conditions.requestAuthorization(for: medium) { isAllowed in
            DispatchQueue.global(qos: .userInitiated).async(group: unsettled) { handler(isAllowed) }
        }
    }
}

extension CaptureSystem {
    /// Asks the user for permission, if undecided. The answer comes on a queue of its own, never inside the call.
    ///
    /// - Parameter handler: called once, with the answer.
    package func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion handler: @escaping @Sendable (Bool) -> Void
    ) {
        platform.requestAuthorization(for: medium, completion: handler)
    }
}

/// Which capture system is in force.
///
/// The innermost scope decides: the task's, else that of the dispatch queue, else the process. Tasks take their scope along as
/// they do all task-local values: child tasks and `Task { }` have it, `Task.detached { }` has not.
///
/// Dispatch queues know nothing of tasks. Code on a queue of a client's own has the process's system, wherever it was
/// dispatched from, unless the queue was given one with `use(on:)`. The API's own machinery never asks late: sessions, devices
/// and outputs use the system they were made with on whatever queue they work.
extension CaptureSystem {
    /// Where a system is in force. Scopes lie in each other; the outermost is the process.
    final class Scope: Sendable {
        private let outer: Scope?
        private let chosen: Mutex<CaptureSystem?>
        private weak let lent: CaptureSystem?

        init(in outer: Scope?, _ system: CaptureSystem? = nil) {
            self.outer = outer
            chosen = Mutex(system)
            lent = nil
        }

        /// A scope that does not keep the system that is in force in it.
        init(in outer: Scope, lending system: CaptureSystem) {
            self.outer = outer
            chosen = Mutex(nil)
            lent = system
        }

        /// Replaces the scope's own system.
        func use(_ system: CaptureSystem) {
            // What was in force is let go of unlocked: its end may have much to do.
            _ = chosen.withLock { chosen in
                defer { chosen = system }
                return chosen
            }
        }

        /// The scope's system, else that of the scope around it; made if the process has none yet.
        func system(makeDefault: @Sendable () -> CaptureSystem) -> CaptureSystem {
            if let outer {
                return chosen.withLock { $0 } ?? lent ?? outer.system(makeDefault: makeDefault)
            }
            return chosen.withLock { chosen in
                if let chosen { return chosen }
                let made = makeDefault()
                chosen = made
                return made
            }
        }
    }

    @TaskLocal private static var taskScope: Scope?
    private static let queueScope = DispatchSpecificKey<Scope>()
    private static let processScope = Scope(in: nil)

    private static var innermostScope: Scope {
        taskScope ?? DispatchQueue.getSpecific(key: queueScope) ?? processScope
    }

    /// Replaces the system of the innermost scope; outside any, that of the process. Capture objects that exist keep the one
    /// they were made with.
    public static func use(_ system: CaptureSystem) { innermostScope.use(system) }

    /// Puts the system in force for all code that runs on a dispatch queue, and on queues that target it, as long as there is
    /// no scope further inside. The queue keeps the system.
    public func use(on queue: DispatchQueue) {
        queue.setSpecific(key: Self.queueScope, value: Scope(in: Self.processScope, self))
    }

    /// Does what `use(on:)` does for a queue that must not keep the system: a queue lets go of what it was given a while after
    /// it is gone itself.
    package func lend(to queue: DispatchQueue) {
        queue.setSpecific(key: Self.queueScope, value: Scope(in: Self.processScope, lending: self))
    }

    /// The system in force.
    ///
    /// - Parameter makeDefault: makes the process's system if it has none yet; called once in a process at most.
    public static func current(makeDefault: @Sendable () -> CaptureSystem) -> CaptureSystem {
        innermostScope.system(makeDefault: makeDefault)
    }

    /// Runs something in a scope of its own: what it chooses with `use(_:)` is in force there only, so that two tests with two
    /// simulated phones can run at the same time.
    ///
    /// - Parameters:
    ///   - system: the system in force at first; when left out, that of the scope around.
    ///   - operation: what to run. Tasks that it starts may outlive it, and keep the scope.
    public static func withScope<Result>(
        using system: CaptureSystem? = nil,
        operation: () throws -> Result
    ) rethrows -> Result {
        try $taskScope.withValue(Scope(in: innermostScope, system), operation: operation)
    }

    /// Runs something in a scope of its own, as the other function of this name does.
    nonisolated(nonsending) public static func withScope<Result>(
        using system: CaptureSystem? = nil,
        operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await $taskScope.withValue(Scope(in: innermostScope, system), operation: operation)
    }
}

/// What a capture system stands on, for the objects that the system itself keeps: who keeps this does not keep the system.
package struct CapturePlatform: Sendable {
    /// The drivers, in order of preference.
    package let drivers: [any CaptureDriver]
    /// Permissions, interruptions, heat and orientation.
    package let conditions: any SystemConditions
    /// Time.
    package let clock: any CaptureClock
    /// What the sessions on the system have yet to deal with of what happened by itself.
    package let unsettled = DispatchGroup()

    /// All devices of all drivers, in the drivers' order.
    package func devices() -> [CaptureDeviceDescription] {
        drivers.flatMap { $0.devices() }
    }

    /// Opens a device of whichever driver has it.
    package func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        for driver in drivers where driver.devices().contains(where: { $0.id == id }) {
            return try driver.open(id)
        }
        throw CaptureDriverError(
            kind: .notFound,
            operation: "open",
            device: id,
            advice: "No such device is connected. List the devices and choose one of them."
        )
    }

    /// Whether two capture systems' platforms are one and the same.
    package static func === (left: Self, right: Self) -> Bool { left.unsettled === right.unsettled }
}

/// Tells sessions apart that stand on one capture system; no two sessions of a process have the same.
public struct CaptureSessionIdentity: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)
    private let number: UInt64

    /// A new identity.
    public init() {
        number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

/// Why a session may not start.
public struct CaptureStartRefusal: Sendable, Hashable {
    /// Raw value of Apple's `AVError.Code`.
    public var code: Int
    /// Seconds until the session's error is posted; zero to post it before the start returns. Either way the session does
    /// not run when the start returns.
    public var toldAfter: Double

    /// Puts a refusal together.
    public init(code: Int, toldAfter: Double = 0) {
        self.code = code
        self.toldAfter = toldAfter
    }
}

import CaptureDriver
import FoundationExtras
import Synchronization

/// Which session of a capture system has which camera and microphone. A session that starts takes devices away from others,
/// which are interrupted and resume when it stops. Documented: S-80, of cameras. `UNKNOWN`: microphones are taken likewise.
/// Where the system runs one session at a time, a session with cameras interrupts all others that have any (S-106).
final class RunningSessions: CaptureSystemPart {
    private struct Claim: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.

        /// Which session has it; an identifier, because a session that is going away can't be found by a weak reference.
        var owner: ObjectIdentifier
        weak var session: AVCaptureSession?
        var use: Use
        /// Those that this session interrupted by its claim.
        var interrupted: [Loser] = []
    }

    /// What a session streams from.
    private struct Use {
        var devices: Set<CaptureDeviceDescription.ID>
        var cameras: Set<CaptureDeviceDescription.ID>
        /// Whether the session has cameras, and the system runs one such session at a time.
        var isExclusive: Bool

        init(_ devices: [CaptureDeviceDescription], runsOneSession: Bool) {
            self.devices = Set(devices.map(\.id))
            cameras = Set(devices.filter { $0.medium == .video }.map(\.id))
            isExclusive = runsOneSession && !cameras.isEmpty
        }

        /// Whether a session that uses this and one that uses something else are in each other's way.
        func excludes(_ other: Use) -> Bool { takesCameras(from: other) || !devices.isDisjoint(with: other.devices) }

        /// Whether it is cameras that they would both want.
        func takesCameras(from other: Use) -> Bool {
            isExclusive && other.isExclusive || !cameras.isDisjoint(with: other.cameras)
        }
    }

    /// A session that had to give devices away.
    private struct Loser: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.
        var owner: ObjectIdentifier
        weak var session: AVCaptureSession?
        var reason: CaptureInterruption
        /// What it would use.
        var use: Use
    }

    private struct State {
        var claims: [Claim] = []
        /// Those that wait for sessions which were interrupted themselves.
        var waiting: [ObjectIdentifier: [Loser]] = [:]

        /// Whether a session is interrupted on behalf of another one.
        func isInterrupted(_ owner: ObjectIdentifier) -> Bool {
            claims.contains { $0.interrupted.contains { $0.owner == owner } }
                || waiting.values.contains { $0.contains { $0.owner == owner } }
        }

        /// A session streams again, whatever interrupted it before.
        mutating func forget(_ owner: ObjectIdentifier) {
            for index in claims.indices { claims[index].interrupted.removeAll { $0.owner == owner } }
            for key in waiting.keys { waiting[key]?.removeAll { $0.owner == owner } }
        }

        /// Those that nobody is in the way of any more; the others wait for whoever is.
        mutating func freed(_ losers: [Loser]) -> [Loser] {
            losers.filter { loser in
                guard let index = claims.firstIndex(where: { $0.use.excludes(loser.use) }) else { return true }
                claims[index].interrupted.append(loser)
                return false
            }
        }
    }

    private let state = Mutex(State())

    /// Registers what a session is about to stream from; sessions that had any of it are interrupted.
    func claim(_ devices: [CaptureDeviceDescription], for session: AVCaptureSession) {
        let me = ObjectIdentifier(session)
        let use = Use(devices, runsOneSession: session.system.conditions.cameraHardware.runsOneSession)
        let (losers, freed) = state.withLock { state in
            let losers = state.claims.filter { $0.owner != me && use.excludes($0.use) }.compactMap { claim in
                let reason: CaptureInterruption =
                    use.takesCameras(from: claim.use)
                    ? .videoDeviceInUseByAnotherClient : .audioDeviceInUseByAnotherClient
                return claim.session.map { (session: Shared($0), reason: reason, claim: claim) }
            }
            state.forget(me)
            let mine = state.claims.first { $0.owner == me }
            let earlier = (mine?.interrupted ?? []) + (state.waiting.removeValue(forKey: me) ?? [])
            for loser in losers where !loser.claim.interrupted.isEmpty {
                state.waiting[loser.claim.owner, default: []] += loser.claim.interrupted
            }
            // By identifier: a weak reference loaded here could turn out to be the last one, and its release wants the lock.
            state.claims.removeAll { claim in claim.owner == me || losers.contains { $0.claim.owner == claim.owner } }
            let new = losers.map {
                Loser(owner: $0.claim.owner, session: $0.session.object, reason: $0.reason, use: $0.claim.use)
            }
            state.claims.append(Claim(owner: me, session: session, use: use, interrupted: new))
            return (losers, state.freed(earlier))
        }
        for loser in losers { loser.session.object.yieldDevices(loser.reason) }
        resume(freed)
    }

    /// Gives up what a session had; sessions that it had interrupted may go on, on their own event queues, unless another one is
    /// in their way.
    func release(_ owner: ObjectIdentifier) {
        let freed = state.withLock { state in
            let interrupted = state.claims.filter { $0.owner == owner }.flatMap(\.interrupted)
            state.claims.removeAll { $0.owner == owner }
            if !interrupted.isEmpty { state.waiting[owner, default: []] += interrupted }
            // One that is interrupted itself comes back before those that it has interrupted.
            return state.isInterrupted(owner) ? [] : state.freed(state.waiting.removeValue(forKey: owner) ?? [])
        }
        resume(freed)
    }

    private func resume(_ sessions: [Loser]) {
        for other in sessions {
            let resumeNext = { @Sendable [weak self] in
                guard let self else { return }
                let next = state.withLock { $0.freed($0.waiting.removeValue(forKey: other.owner) ?? []) }
                resume(next)
            }
            guard let session = other.session else {
                resumeNext()
                continue
            }
            session.endInterruptionLater(other.reason, then: resumeNext)
        }
    }
}

extension CaptureSystem {
    /// The system's running sessions.
    var runningSessions: RunningSessions { part { _ in RunningSessions() }.part }
}

import CaptureDriver
import Synchronization

/// Which session of a capture system has which camera and microphone. A session that starts takes devices away from others,
/// which are interrupted and resume when it stops. Documented: S-80, of cameras. `UNKNOWN`: microphones are taken likewise.
/// Where the system runs one session at a time, a session with cameras interrupts all others that have any (S-106).
final class RunningSessions: CaptureSystemPart {
    private struct Claim {
        /// Which session has it; an identifier, because a session that is going away can't be found by a weak reference.
        var owner: ObjectIdentifier
        weak var session: AVCaptureSession?
        var devices: Set<CaptureDeviceDescription.ID>
        /// Whether the session has cameras, and the system runs one such session at a time.
        var isExclusive: Bool
        /// Those that this session interrupted by its claim.
        var interrupted: [Loser] = []
    }

    /// A session that had to give devices away.
    private struct Loser {
        weak var session: AVCaptureSession?
        var reason: CaptureInterruption
    }

    private let claims = Mutex<[Claim]>([])

    /// Registers what a session is about to stream from; sessions that had any of it are interrupted.
    func claim(_ devices: [CaptureDeviceDescription], for session: AVCaptureSession) {
        let wanted = Set(devices.map(\.id))
        let cameras = Set(devices.filter { $0.medium == .video }.map(\.id))
        let isExclusive = !cameras.isEmpty && session.system.conditions.cameraHardware.runsOneSession
        let losers: [(session: AVCaptureSession, reason: CaptureInterruption)] = claims.withLock { claims in
            let me = ObjectIdentifier(session)
            let isRival = { (claim: Claim) in isExclusive && claim.isExclusive }
            let losers = claims.filter { $0.owner != me && (!$0.devices.isDisjoint(with: wanted) || isRival($0)) }
                .compactMap { claim in
                    let losesCamera = !claim.devices.isDisjoint(with: cameras) || isRival(claim)
                    let reason: CaptureInterruption =
                        losesCamera ? .videoDeviceInUseByAnotherClient : .audioDeviceInUseByAnotherClient
                    return claim.session.map { ($0, reason) }
                }
            let earlier = claims.first { $0.owner == me }?.interrupted ?? []
            // By identifier: a weak reference loaded here could turn out to be the last one, and its release wants the lock.
            claims.removeAll { claim in
                claim.owner == me || losers.contains { ObjectIdentifier($0.0) == claim.owner }
            }
            claims.append(
                Claim(
                    owner: me,
                    session: session,
                    devices: wanted,
                    isExclusive: isExclusive,
                    interrupted: earlier + losers.map { Loser(session: $0.0, reason: $0.1) }
                )
            )
            return losers
        }
        for loser in losers {
            loser.session.yieldDevices(loser.reason)
        }
    }

    /// Gives up what a session had; sessions that it had interrupted may go on, on their own event queues.
    func release(_ owner: ObjectIdentifier) {
        let waiting = claims.withLock { claims in
            let mine = claims.filter { $0.owner == owner }
            claims.removeAll { $0.owner == owner }
            return mine.flatMap(\.interrupted)
        }
        for other in waiting {
            other.session?.endInterruptionLater(other.reason)
        }
    }
}

extension CaptureSystem {
    /// The system's running sessions.
    var runningSessions: RunningSessions { part { _ in RunningSessions() }.part }
}

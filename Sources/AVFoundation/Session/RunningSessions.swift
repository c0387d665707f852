import CaptureDriver
import Synchronization

/// Which session of this process has which camera. A session that starts takes cameras away from others, which are
/// interrupted and resume when it stops. Documented: S-80.
enum RunningSessions {
    private struct Claim {
        /// Which session has it; an identifier, because a session that is going away can't be found by a weak reference.
        var owner: ObjectIdentifier
        weak var session: AVCaptureSession?
        var devices: Set<CaptureDeviceDescription.ID>
        /// Those that this session interrupted by its claim.
        var interrupted: [WeakSession] = []
    }

    private struct WeakSession {
        weak var session: AVCaptureSession?
    }

    private static let claims = Mutex<[Claim]>([])

    /// Registers what a session is about to stream from; sessions that had any of it are interrupted.
    static func claim(_ devices: [CaptureDeviceDescription.ID], for session: AVCaptureSession) {
        let losers: [AVCaptureSession] = claims.withLock { claims in
            let wanted = Set(devices)
            let me = ObjectIdentifier(session)
            let losers = claims.filter { $0.owner != me && !$0.devices.isDisjoint(with: wanted) }
                .compactMap(\.session)
            let earlier = claims.first { $0.owner == me }?.interrupted ?? []
            // By identifier: a weak reference loaded here could turn out to be the last one, and its release wants the lock.
            claims.removeAll { claim in claim.owner == me || losers.contains { ObjectIdentifier($0) == claim.owner } }
            claims.append(
                Claim(
                    owner: me,
                    session: session,
                    devices: wanted,
                    interrupted: earlier + losers.map { WeakSession(session: $0) }
                )
            )
            return losers
        }
        for loser in losers {
            loser.yieldCamera()
        }
    }

    /// Gives up what a session had; sessions that it had interrupted may go on, on their own event queues.
    static func release(_ owner: ObjectIdentifier) {
        let waiting: [AVCaptureSession] = claims.withLock { claims in
            let mine = claims.filter { $0.owner == owner }
            claims.removeAll { $0.owner == owner }
            return mine.flatMap(\.interrupted).compactMap(\.session)
        }
        for other in waiting {
            other.endInterruptionLater(.videoDeviceInUseByAnotherClient)
        }
    }
}

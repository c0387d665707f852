import CaptureDriver
import Synchronization

/// Which session of this process has which camera. A session that starts takes cameras away from others, which are
/// interrupted and resume when it stops. Documented: S-80.
enum RunningSessions {
    private struct Claim {
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
            claims.removeAll { $0.session == nil }
            let wanted = Set(devices)
            let losers = claims.filter { $0.session !== session && !$0.devices.isDisjoint(with: wanted) }
                .compactMap(\.session)
            let earlier = claims.first { $0.session === session }?.interrupted ?? []
            claims.removeAll { claim in claim.session === session || losers.contains { $0 === claim.session } }
            claims.append(
                Claim(
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
    static func release(_ session: AVCaptureSession) {
        let waiting: [AVCaptureSession] = claims.withLock { claims in
            let mine = claims.filter { $0.session === session }
            claims.removeAll { $0.session == nil || $0.session === session }
            return mine.flatMap(\.interrupted).compactMap(\.session)
        }
        for other in waiting {
            other.endInterruptionLater(.videoDeviceInUseByAnotherClient)
        }
    }
}

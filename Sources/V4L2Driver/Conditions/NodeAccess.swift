import CaptureDriver
import Foundation
import Glibc

/// Whether the program may use a medium's nodes, as file permissions tell.
struct NodeAccess: Sendable, Hashable {
    /// How many nodes there are.
    var present: Int
    /// How many of them may be read and written.
    var accessible: Int

    /// One accessible node is enough; without any node there is nothing to forbid.
    var authorization: CaptureAuthorization {
        present == 0 || accessible > 0 ? .authorized : .denied
    }

    /// Looks at the machine.
    static func read(_ medium: CaptureDeviceDescription.Medium) -> NodeAccess {
        let paths: [String] =
            switch medium {
            case .video:
                names("/dev").filter { $0.hasPrefix("video") && Int($0.dropFirst(5)) != nil }.map { "/dev/" + $0 }
            case .audio:
                // ALSA's capture nodes: pcmC0D0c.
                names("/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }.map { "/dev/snd/" + $0 }
            }
        return NodeAccess(present: paths.count, accessible: paths.count { access($0, R_OK | W_OK) == 0 })
    }

    private static func names(_ directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }
}

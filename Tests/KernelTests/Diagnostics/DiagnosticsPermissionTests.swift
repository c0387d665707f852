import Diagnostics
import Foundation
import Glibc
import Testing

extension KernelTests {
    @Suite("pinhole doctor without permission")
    struct DiagnosticsPermissionTests {
        /// Nodes belong to root alone in the guest; udev would give them to the groups of users.
        private func withUdevsPermissions(_ body: () throws -> Void) throws {
            let video = try #require(getgrnam("video")).pointee.gr_gid
            let audio = try #require(getgrnam("audio")).pointee.gr_gid
            let nodes = [("/dev/video0", video)] + sound.map { ($0, audio) }
            for (path, group) in nodes {
                #expect(chown(path, 0, group) == 0 && chmod(path, 0o660) == 0)
            }
            defer {
                for (path, _) in nodes { _ = chown(path, 0, 0) == 0 && chmod(path, 0o600) == 0 }
            }
            // The guest shows the files of the machine that it runs on, and that may be a container.
            let mark = "/.dockerenv"
            let isContainer = access(mark, F_OK) == 0
            if isContainer { #expect(unlink(mark) == 0) }
            defer { if isContainer { close(creat(mark, 0o644)) } }
            try body()
        }

        private var sound: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/snd")) ?? []).map { "/dev/snd/" + $0 }
        }

        private func report(groups: String, _ arguments: String...) throws -> (Int32, Report) {
            let wrapper = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--groups", groups]
            var command = try DoctorCommand(["--json", "--seconds", "0.3"] + arguments, wrapper: wrapper)
            let outcome = try command.finish()
            return (outcome.status, try outcome.report())
        }

        @Test("A user outside the groups is told which to join; a node without a group, that udev is missing")
        func denied() throws {
            try withUdevsPermissions {
                let (status, report) = try report(groups: "nogroup")
                #expect(status == 1 && report.allFindings.filter { $0.code == .denied }.count == 4)
                let camera = try #require(report.cameras.first?.findings.first)
                #expect(camera.seen.hasPrefix("nobody may not use the camera: /dev/video0 belongs to"))
                #expect(camera.advice == "Run `sudo usermod -aG video nobody`, then log out and in again.")
                let grabber = try #require(report.cameras.last?.findings.first)
                #expect(grabber.advice.contains("udevadm trigger"))
                #expect(report.microphones.count == 2)
                let microphone = try #require(report.microphones.first?.findings.first)
                #expect(microphone.advice == "Run `sudo usermod -aG audio nobody`, then log out and in again.")
            }
        }

        @Test("With the groups the same user may use camera and microphone")
        func allowed() throws {
            try withUdevsPermissions {
                let (_, report) = try report(groups: "video,audio", "--camera", "/dev/video0")
                #expect(report.cameras.first?.stream?.frames ?? 0 > 3)
                #expect(report.microphones.count == 3 && report.microphones.allSatisfy { $0.stream != nil })
            }
        }
    }
}

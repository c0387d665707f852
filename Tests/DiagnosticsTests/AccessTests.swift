import CaptureDriver
import Testing

@testable import Diagnostics

@Suite("Access to a device")
struct AccessTests {
    private func denied(
        _ change: (inout NodePermission) -> Void = { _ in },
        machine: Machine = Machine(user: "ann")
    ) throws -> Finding {
        var camera = Sample.camera(.inaccessible(Sample.error(.denied, 13)), stream: nil)
        if var permission = camera.permission {
            change(&permission)
            camera.permission = permission
        }
        let findings = Sample.findings(camera, machine)
        #expect(findings.codes == [.denied] && findings.worst == .problem)
        return try #require(findings.first)
    }

    @Test("Not in the group: which group, and how to join it")
    func notInGroup() throws {
        let finding = try denied()
        #expect(finding.seen.contains("ann may not use the camera"))
        #expect(finding.seen.contains("group video (rw-rw----)"))
        #expect(finding.advice == "Run `sudo usermod -aG video ann`, then log out and in again.")
    }

    @Test("In the group, but the login is older: log in again")
    func pendingMembership() throws {
        let finding = try denied { $0.isMember = true }
        #expect(finding.meaning.contains("login is older"))
        #expect(finding.advice.contains("Log out and in again"))
        #expect(!finding.advice.contains("usermod"))
    }

    @Test("No group may use the node: udev has not set it up")
    func rootOnly() throws {
        for change: (inout NodePermission) -> Void in [{ $0.mode = 0o600 }, { $0.group = "root" }] {
            let finding = try denied(change)
            #expect(finding.advice.contains("udevadm trigger") && !finding.advice.contains("usermod"))
        }
    }

    @Test("The permissions allow it: a container or sandbox forbids it")
    func forbiddenOtherwise() throws {
        #expect(try denied { $0.isAllowed = true }.advice.contains("--device /dev/video0"))
        #expect(try denied { $0.hasGroup = true }.meaning.contains("sandbox"))
    }

    @Test("In a container, the group is given at its start")
    func container() throws {
        let finding = try denied(machine: Machine(user: "ann", surroundings: .container))
        #expect(finding.advice.contains("--group-add video"))
    }

    @Test("Without a node to look at, the error's own advice is passed on")
    func withoutPermission() throws {
        var camera = Sample.camera(.inaccessible(Sample.error(.denied)), stream: nil)
        camera.permission = nil
        #expect(Sample.findings(camera).first?.advice == "Do this.")
    }

    @Test("Busy: who has it, as far as may be known")
    func busy() throws {
        var camera = Sample.camera(stream: Sample.stream(.refused(Sample.error(.busy, 16))))
        let unknown = try #require(Sample.findings(camera)[.busy])
        #expect(unknown.seen.contains("another program") && unknown.advice.contains("sudo fuser -v /dev/video0"))
        camera.holders.isIncomplete = true
        #expect(Sample.findings(camera)[.busy]?.seen.contains("perhaps another user's") == true)
        camera.holders.known = [Holder(process: 42, name: "zoom")]
        let known = try #require(Sample.findings(camera)[.busy])
        #expect(known.seen == "The camera is in use by zoom (process 42)." && !known.advice.contains("fuser"))
        #expect(known.severity == .problem)
    }

    @Test("Open in another program that takes no pictures: a note")
    func usedElsewhere() {
        var camera = Sample.camera()
        camera.holders.known = [Holder(process: 42, name: "zoom")]
        let findings = Sample.findings(camera)
        #expect(findings[.usedElsewhere]?.severity == .note && findings.worst == .note)
    }

    @Test(
        "Every kind of error is a finding with words",
        arguments: [
            (CaptureDriverError.Kind.disconnected, Finding.Code.gone), (.notFound, .gone), (.timedOut, .noAnswer),
            (.bandwidth, .noBandwidth), (.unsupportedFormat, .formatRefused), (.io, .failed), (.outOfMemory, .failed),
            (.notACaptureDevice, .failed), (.unsupportedControl, .failed), (.busy, .busy), (.denied, .denied),
        ]
    )
    func kinds(kind: CaptureDriverError.Kind, code: Finding.Code) {
        let findings = Sample.findings(Sample.camera(stream: Sample.stream(.refused(Sample.error(kind)))))
        #expect(findings.codes == [code] && findings.worst == .problem)
        #expect(findings.allSatisfy { !$0.seen.isEmpty && !$0.advice.isEmpty })
    }
}

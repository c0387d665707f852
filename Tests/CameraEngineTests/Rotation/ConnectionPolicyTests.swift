import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Angles and mirroring of connections, decided without a camera")
struct ConnectionPolicyTests {
    private typealias Connection = ConnectionPolicy.Connection

    private func connection(_ role: ConnectionPolicy.Role) -> Connection {
        Connection(
            role: role,
            angle: 0,
            angles: [0, 90, 180, 270],
            canMirror: true,
            isMirrored: false,
            adjustsMirroring: true
        )
    }

    /// The connection after a change; breaks Apple's rule if it is broken.
    private func made(_ connection: Connection, _ change: ConnectionPolicy.Change) -> Connection {
        var connection = connection
        if change.stopsAdjustingMirroring { connection.adjustsMirroring = false }
        if let isMirrored = change.isMirrored {
            #expect(!connection.adjustsMirroring, "S-113: this ends the program")
            #expect(connection.canMirror, "S-112: this ends the program")
            connection.isMirrored = isMirrored
        }
        if let angle = change.angle {
            #expect(connection.angles.contains(angle), "S-115: this ends the program")
            connection.angle = angle
        }
        return connection
    }

    @Test("R-ROT-2: the preview gets the preview's angle, all others that of capture")
    func angles() {
        let policy = ConnectionPolicy(previewAngle: 90, captureAngle: 180)
        #expect(policy.change(connection(.preview)).angle == 90)
        #expect(policy.change(connection(.frames)).angle == 180)
        #expect(policy.change(connection(.recording)).angle == 180)
    }

    @Test("R-ROT-2: frames of which a movie is made keep their angle, whatever the device and the connections do")
    func heldAngle() {
        let policy = ConnectionPolicy(previewAngle: 180, captureAngle: 180, heldAngle: 90)
        #expect(policy.change(connection(.frames)).angle == 90)
        #expect(policy.change(connection(.preview)).angle == 180)
        #expect(policy.change(connection(.recording)).angle == 180)
        var held = connection(.frames)
        held.angle = 90
        #expect(policy.change(held).angle == nil)
    }

    @Test("R-PREV-2: the front camera's preview is mirrored; its photos only if asked for; frames never")
    func mirroring() {
        var policy = ConnectionPolicy(facesUser: true)
        #expect(policy.change(connection(.preview)).isMirrored == true)
        #expect(policy.change(connection(.recording)).isMirrored == false)
        #expect(policy.change(connection(.frames)).isMirrored == false)
        policy.mirrorsFrontCamera = true
        #expect(policy.change(connection(.recording)).isMirrored == true)
        #expect(policy.change(connection(.frames)).isMirrored == false)
        policy.facesUser = false
        for role in ConnectionPolicy.Role.allCases { #expect(policy.change(connection(role)).isMirrored == false) }
    }

    @Test("R-PREV-2: no change ends the program, and what has been changed needs no more", arguments: [true, false])
    func rules(canMirror: Bool) {
        for role in ConnectionPolicy.Role.allCases {
            for angle in [0, 90, 180, 270] {
                for (facesUser, angles) in [(true, Set([0, 90, 180, 270])), (false, [0])] {
                    let policy = ConnectionPolicy(
                        facesUser: facesUser,
                        previewAngle: angle,
                        captureAngle: angle,
                        mirrorsFrontCamera: true
                    )
                    var before = connection(role)
                    before.canMirror = canMirror
                    before.angles = angles
                    let after = made(before, policy.change(before))
                    #expect(policy.change(after) == ConnectionPolicy.Change())
                    #expect(after.adjustsMirroring == !canMirror)
                    #expect(after.angle == (angles.contains(angle) ? angle : 0))
                }
            }
        }
    }
}

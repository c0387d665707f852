/// Which angle and which mirroring each connection of a session gets (R-ROT-2, R-PREV-2).
///
/// | connection | angle | mirrored |
/// |---|---|---|
/// | preview | level with the horizon for the preview | for a front camera |
/// | photos, movies | level with the horizon for capture | for a front camera, if that is asked for |
/// | frames | level with the horizon for capture, or held | never |
///
/// Whoever shows frames mirrors what it shows, and text stays legible; a movie of two cameras, which is made of frames, is mirrored
/// where it is drawn. While it is recorded frames keep the angle of its beginning.
struct ConnectionPolicy: Sendable, Hashable {
    /// What a connection is for.
    enum Role: Sendable, Hashable, CaseIterable {
        /// A preview layer.
        case preview
        /// Frames for this program.
        case frames
        /// Photos or movies.
        case recording
    }

    /// What a connection is like.
    struct Connection: Sendable, Hashable {
        /// What it is for.
        var role: Role
        /// The angle in force, in degrees.
        var angle: Int
        /// The angles that it can have.
        var angles: Set<Int>
        /// Whether it can mirror.
        var canMirror: Bool
        /// Whether it mirrors now.
        var isMirrored: Bool
        /// Whether the system decides about mirroring; then nobody else may.
        var adjustsMirroring: Bool
    }

    /// What is to be set on a connection; in this order.
    struct Change: Sendable, Hashable {
        /// Whether the decision about mirroring is to be taken from the system.
        var stopsAdjustingMirroring = false
        /// Whether to mirror; `nil` leaves it.
        var isMirrored: Bool?
        /// The angle; `nil` leaves it.
        var angle: Int?
    }

    /// Whether the camera looks at the user.
    var facesUser = false
    /// The angle at which the preview is level with the horizon.
    var previewAngle = 0
    /// The angle at which photos and frames are.
    var captureAngle = 0
    /// The angle that frames keep; `nil`: that of photos.
    var heldAngle: Int?
    /// Whether photos and movies of a front camera are mirrored.
    var mirrorsFrontCamera = false

    /// What is to be set on a connection; nothing if all is as it should be.
    func change(_ connection: Connection) -> Change {
        var change = Change()
        if connection.canMirror {
            change.stopsAdjustingMirroring = connection.adjustsMirroring
            let wanted = isMirrored(connection.role)
            // What the system had decided may change when it does not decide any more, so then it is always set.
            if connection.adjustsMirroring || connection.isMirrored != wanted { change.isMirrored = wanted }
        }
        let angle = angle(connection.role)
        if connection.angle != angle, connection.angles.contains(angle) { change.angle = angle }
        return change
    }

    private func angle(_ role: Role) -> Int {
        switch role {
        case .preview: previewAngle
        case .frames: heldAngle ?? captureAngle
        case .recording: captureAngle
        }
    }

    private func isMirrored(_ role: Role) -> Bool {
        switch role {
        case .preview: facesUser
        case .frames: false
        case .recording: facesUser && mirrorsFrontCamera
        }
    }
}

@preconcurrency import AVFoundation

/// How a picture is to be turned to be upright.
public struct ImageOrientation: Sendable, Hashable {
    /// Degrees, clockwise: 0, 90, 180 or 270.
    public let turn: Int
    /// Whether the picture, once turned, is flipped left to right.
    public let isMirrored: Bool

    /// An orientation.
    ///
    /// - Parameters:
    ///   - turn: degrees, clockwise; any multiple of 90.
    ///   - isMirrored: whether the turned picture is flipped left to right.
    public init(turn: Int = 0, isMirrored: Bool = false) {
        self.turn = ((turn % 360) + 360) % 360 / 90 * 90
        self.isMirrored = isMirrored
    }

    /// The picture is upright.
    public static let upright = ImageOrientation()

    /// EXIF's number for it, 1 to 8, which is also the raw value of Apple's `CGImagePropertyOrientation`.
    public var exif: Int {
        switch (turn, isMirrored) {
        case (90, false): 6
        case (180, false): 3
        case (270, false): 8
        case (90, true): 5
        case (180, true): 4
        case (270, true): 7
        case (_, true): 2
        case (_, false): 1
        }
    }

    /// The orientation that a number of EXIF's stands for; upright for anything but 1 to 8.
    public init(exif: Int) {
        switch exif {
        case 2: self.init(isMirrored: true)
        case 3: self.init(turn: 180)
        case 4: self.init(turn: 180, isMirrored: true)
        case 5: self.init(turn: 90, isMirrored: true)
        case 6: self.init(turn: 90)
        case 7: self.init(turn: 270, isMirrored: true)
        case 8: self.init(turn: 270)
        default: self.init()
        }
    }
}

extension ImageOrientation {
    /// How a delivered frame is to be turned and flipped to show the scene upright and legible: what text detection has to be
    /// told (R-ROT-3).
    ///
    /// A frame of pixels has been turned, and mirrored if it was to be, by the session; a compressed one comes as the sensor
    /// sees it.
    ///
    /// - Parameters:
    ///   - frame: as a consumer gets it.
    ///   - connection: the one that it came by.
    public init(reading frame: CMSampleBuffer, from connection: AVCaptureConnection) {
        if CMSampleBufferGetImageBuffer(frame) != nil {
            self.init(isMirrored: connection.isVideoMirrored)
        } else {
            self.init(turn: Int(connection.videoRotationAngle))
        }
    }
}

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

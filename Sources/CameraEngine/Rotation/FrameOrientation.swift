@preconcurrency import AVFoundation

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

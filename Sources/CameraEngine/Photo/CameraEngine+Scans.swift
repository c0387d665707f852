/// Scans: photos of pages and book spines, in the size and quality that text recognition needs (R-PHOTO-3, R-SCAN-9).
extension CameraEngine {
    /// Takes a scan: a photo as ``PhotoRequest/scan(_:)`` wants it, in the size that was set last. In the mode for scans the camera
    /// has a format for it; in any other it is what the format of that mode offers nearest.
    ///
    /// A mode or size that was chosen before is in force.
    ///
    /// - Throws: why there is none, as ``takePhoto(_:)``.
    public func takeScan() async throws(PhotoFailure) -> CapturedPhoto {
        await settleDecisions()
        selectFormat()
        let size = scanSize
        let scan = try await photos.takePhoto(.scan(size))
        EngineLog.shared.write(
            .photo,
            .info,
            "scan taken",
            ["wanted": "\(size)", "is": "\(scan.size)", "bytes": "\(scan.data.count)"]
        )
        return scan
    }

    /// Sets the size that scans are to have; ``PhotoSize/scanning`` at first. In the mode for scans the camera changes its format for
    /// it, and the picture goes on.
    public nonisolated func setScanSize(_ size: PhotoSize) { inbox.yield(.scanSize(size)) }

    func applyScanSize(_ size: PhotoSize) {
        guard size != scanSize else { return }
        scanSize = size
        EngineLog.shared.write(.photo, .info, "size of scans chosen", ["wanted": "\(size)"])
        selectFormat()
    }

    /// How the leading camera's format is to be chosen now.
    var formatSelection: FormatSelection {
        FormatSelection(
            configuration,
            mode: recording.policy.mode,
            scanSize: scanSize,
            movie: recording.format
        )
    }

    /// Has the leading camera's format follow the mode. Not while a movie is recorded, which has one format from its beginning to its
    /// end: then it follows when the recording is over.
    func selectFormat() {
        guard recordingPhase == .idle else { return }
        worker.select(formatSelection)
    }
}

/// Photos of what several cameras show together (R-MULTI-7).
extension CameraEngine {
    /// Takes one photo of all cameras' pictures, which stand in it as they are shown: each camera takes a photo, and these are drawn
    /// upon each other. It is upright, as large as the photo of the camera that is shown large, and tells that one's settings. A camera
    /// that gives none, as it was lost at that moment, is left out. With one camera it is that one's photo.
    ///
    /// - Parameters:
    ///   - request: what is wanted of each camera's photo, and the kind of file. It has neither thumbnail nor movie.
    ///   - arrangement: where the pictures stand; `nil` for as ``setArrangement(_:)`` has it.
    /// - Throws: why there is none, as ``takePhoto(_:)``.
    public func takeCompositePhoto(
        _ request: PhotoRequest = PhotoRequest(),
        arrangement: CameraArrangement? = nil
    ) async throws(PhotoFailure) -> CapturedPhoto {
        let cameras = multiCam.cameras.list.map(\.index)
        let arrangement = (arrangement ?? multiCam.arrangement).clamped()
        let format = multiCam.cameras.photoFeatures.format(request.format)
        guard cameras.count > 1 else { return try await takePhoto(request) }
        var taken: [Int: CapturedPhoto] = [:]
        var failures: [Int: PhotoFailure] = [:]
        for (camera, reply) in await photosOfEach(cameras, request) {
            switch reply {
            case .success(let photo): taken[camera] = photo
            case .failure(let failure): failures[camera] = failure
            }
        }
        guard !taken.isEmpty else {
            throw arrangement.order(of: cameras).first.flatMap { failures[$0] } ?? .notLive
        }
        for (camera, failure) in failures {
            EngineLog.shared.write(
                .photo,
                .notice,
                "a camera is missing in the photo",
                ["camera": "\(camera)", "reason": "\(failure)"]
            )
        }
        return try await PhotoComposition(photos: taken, arrangement: arrangement, format: format).photo()
    }

    /// Has each camera take a photo now.
    private nonisolated func photosOfEach(
        _ cameras: [Int],
        _ request: PhotoRequest
    ) async -> [(camera: Int, reply: PhotoService.Reply)] {
        var request = request
        // What is drawn anew is compressed anew.
        (request.format, request.thumbnailSide, request.isLivePhoto) = (.jpeg, nil, false)
        return await withTaskGroup(of: (camera: Int, reply: PhotoService.Reply).self) { group in
            for camera in cameras {
                request.camera = camera
                group.addTask { [photos, request, press = photos.nextPress()] in
                    (camera, await photos.reply(to: press, request))
                }
            }
            var replies: [(camera: Int, reply: PhotoService.Reply)] = []
            for await reply in group { replies.append(reply) }
            return replies
        }
    }
}

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

@preconcurrency import AVFoundation

/// The leading camera's format, which can change while the session runs.
extension SessionWorker {
    /// Chooses the format in another way: at once if there is a camera, which then goes on in its new format, else as soon as there is
    /// one. What could not be set is tried again when it is selected again.
    func select(_ selection: FormatSelection) {
        queue.async { [self] in
            self.selection = selection
            guard camera != nil, configuredSelection != selection else { return }
            reconfigure()
        }
    }

    /// Takes over what the commit has made of the leading camera's format: a preset takes effect only then. On the session's queue.
    func followFormat() {
        dispatchPrecondition(condition: .onQueue(queue))
        let former = configuredSelection
        configuredSelection = selection
        guard let leading = cameras.leading?.device else { return }
        endMovieRate(of: leading, former)
        configurePhotos(cameras)
        let photos = pipelines[0].photos
        var changed = cameras
        changed.photoFeatures = photos.features
        changed.photoSize = PhotoSize(photos.output.maxPhotoDimensions)
        if changed != cameras { adopt(changed) }
        for pipeline in pipelines { pipeline.form.apply() }
        logScanSize(leading)
    }

    /// A camera that had a movie's rate has that of its format again: the format may be the same. Where several cameras are possible each
    /// has its rate anyway.
    private func endMovieRate(of camera: AVCaptureDevice, _ former: FormatSelection?) {
        guard !configurator.canHaveSeveral, former?.ofOne.isMovie == true, !selection.ofOne.isMovie else { return }
        do {
            _ = try FrameRateLimiter(device: camera).limit(to: nil)
        } catch {
            EngineLog.shared.write(.configuration, .error, "frame rate not set", ["reason": "\(error)"])
        }
    }

    /// Sets each camera's photo output up for it. Live Photos are the leading one's: they exclude several cameras.
    func configurePhotos(_ cameras: SessionCameras) {
        for camera in cameras.list {
            pipelines[camera.index].photos.configure(
                for: camera.device,
                size: selection.photoSize,
                takesLivePhotos: selection.takesLivePhotos && camera.index == 0
            )
        }
    }

    /// Brings a camera's zoom back to where it was before the configuration, which may have reset it with the format; one that has come
    /// anew to where people expect it.
    func restoreZoom(of camera: AVCaptureDevice, _ former: Double?) {
        let controls = DeviceControls(device: camera)
        guard camera.videoZoomFactor == 1, !camera.isRampingVideoZoom, let factor = former ?? controls.usualZoomFactor,
            factor != 1, controls.zoom?.range.contains(factor) == true
        else { return }
        do {
            try controls.setZoom(factor, ramped: false)
        } catch {
            EngineLog.shared.write(.configuration, .notice, "zoom not set", ["reason": "\(error)"])
        }
    }

    /// Tells what scans get, if that is something else than before.
    private func logScanSize(_ camera: AVCaptureDevice) {
        let scanSizes = selection.scanSize.map {
            ScanSizeSelection(
                camera: camera.localizedName,
                wanted: $0,
                chosen: PhotoSize(pipelines[0].photos.output.maxPhotoDimensions)
            )
        }
        guard scanSizes != scanSizeSelection else { return }
        scanSizeSelection = scanSizes
        guard let scanSizes else { return }
        EngineLog.shared.write(
            .photo,
            scanSizes.chosen == scanSizes.wanted ? .info : .notice,
            "size of scans",
            ["camera": scanSizes.camera, "wanted": "\(scanSizes.wanted)", "is": "\(scanSizes.chosen)"]
        )
    }
}

/// What a camera offers for scans.
struct ScanSizeSelection: Sendable, Hashable {
    var camera: String
    /// The size that scans are to have.
    var wanted: PhotoSize
    /// The size that comes closest.
    var chosen: PhotoSize
}

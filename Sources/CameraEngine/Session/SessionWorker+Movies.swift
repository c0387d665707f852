@preconcurrency import AVFoundation
import CameraLifecycle

/// Movies of a session's cameras, and the microphone.
extension SessionWorker {
    /// Begins a movie: of all cameras if there are several, else of the one.
    func record(
        _ ticket: RecordingTicket,
        _ request: RecordingRequest,
        to url: URL,
        _ arrangement: CameraArrangement,
        report: @escaping @Sendable (MovieRecorder.News) -> Void
    ) {
        queue.async { [self] in
            guard let movies else { return }
            guard cameras.areSeveral else { return movies.start(ticket, request, to: url, report: report) }
            movies.startComposite(ticket, request, to: url, cameras, arrangement) { [weak self] news in
                if case .ended = news { self?.followMovies() }
                report(news)
            }
            connectFramesToMovies()
        }
    }

    private func followMovies() {
        queue.async { [self] in connectFramesToMovies() }
    }

    /// Hands the frames to what is recorded of several cameras, as pixels that keep their angle, or no more. On the session's queue.
    private func connectFramesToMovies() {
        dispatchPrecondition(condition: .onQueue(queue))
        let isRecording = movies?.recordsSeveral == true
        holdAngles(isRecording ? pipelines.reduce(into: [:]) { $0.merge($1.rotation.frameAngles) { $1 } } : [:])
        for pipeline in pipelines where pipeline.form.isForMovie != isRecording {
            pipeline.form.isForMovie = isRecording
            pipeline.form.apply()
        }
        for pipeline in pipelines { tap(pipeline, cameras[pipeline.index]?.device) }
    }

    /// Has frames keep these angles.
    private func holdAngles(_ angles: [String: Int]) {
        for pipeline in pipelines where pipeline.rotation.heldAngles != angles {
            pipeline.rotation.heldAngles = angles
            pipeline.rotation.apply()
        }
    }

    /// Hands the frames of a camera to what is recorded of it, if anything is. On the session's queue.
    func tap(_ pipeline: CameraPipeline, _ device: AVCaptureDevice?) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let movies, movies.recordsSeveral, let device, let role = movies.role(of: device) else {
            return pipeline.frames.tap(nil)
        }
        pipeline.frames.tap(
            FrameMonitor.Tap(
                receive: { [composite = movies.composite] frame in
                    // One that was compressed when the movie began is none of it.
                    if CMSampleBufferGetImageBuffer(frame) != nil { composite.append(frame, from: role) }
                },
                recordLoss: { [composite = movies.composite] in composite.recordLosses(1, of: role) }
            )
        )
    }

    /// Places the pictures of two cameras in what is recorded.
    func arrange(_ arrangement: CameraArrangement) { movies?.composite.arrange(arrangement) }

    /// Turns the next movie as the device is held. It was left alone while the last one was recorded, which has one rotation from
    /// its beginning to its end.
    func levelMovie() {
        queue.async { [self] in applyRotation() }
    }

    // MARK: - The microphone

    /// Has the session take the microphone, or leave it; with the camera, or at once if there is one. Only what has to be changed
    /// is, and not while a movie is recorded: that would end it.
    func setMicrophoneEnabled(_ isWanted: Bool) {
        queue.async { [self] in
            wantsMicrophone = isWanted
            guard camera != nil else { return }
            // A microphone that is lost leaves the picture, and what is recorded goes on without it (R-REC-6).
            if session.microphoneInput?.device.isConnected == false, movies?.isActive == true {
                movies?.composite.audioEnded()
                return updateAudio(.lost)
            }
            guard movies?.isActive != true else { return }
            let microphone = configurator.microphone
            guard microphone.needsChange(isWanted) else { return updateAudio(microphone.state(isWanted)) }
            // With several cameras it has its place among them.
            if cameras.areSeveral { return reconfigure() }
            session.beginConfiguration()
            let audio = microphone.setEnabled(isWanted)
            session.commitConfiguration()
            applyRotation()
            updateAudio(audio)
        }
    }

    /// Configures the session again, as it was asked for last. On the session's queue.
    func reconfigure() {
        dispatchPrecondition(condition: .onQueue(queue))
        do {
            try configure()
        } catch {
            EngineLog.shared.write(.configuration, .error, "not configured anew", ["reason": "\(error)"])
        }
    }

    /// Tells what is the matter with the microphone. On the session's queue.
    func updateAudio(_ audio: AudioState) {
        dispatchPrecondition(condition: .onQueue(queue))
        self.audio = audio
        let output: AVCaptureOutput? = cameras.areSeveral ? movies?.audioTap.output : movies?.single.output
        let connection = audio == .on ? output?.connection(with: .audio) : nil
        audioActivity.follow(connection) { [weak self] in self?.reportAudioInput() }
        let reported = isSilent(connection) ? movies?.isActive == true ? .lost : .refused : audio
        let isOn = reported == .on
        audioMeter.attach(isOn ? connection : nil)
        listeners.audio(reported, isOn ? AudioRoute.input ?? session.microphoneInput?.device.localizedName : nil)
    }

    /// Whether a session goes on without the sound of its microphone, which another program has, or which has failed (R-REC-6).
    private func isSilent(_ connection: AVCaptureConnection?) -> Bool {
        guard let connection, session.isRunning, !session.isInterrupted else { return false }
        return !connection.isActive
    }

    /// Tells again what sound comes in through, and whether it comes: another headset may be plugged in.
    func reportAudioInput() {
        queue.async { [self] in updateAudio(audio) }
    }
}

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

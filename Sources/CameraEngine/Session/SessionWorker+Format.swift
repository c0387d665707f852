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
        configuredSelection = selection
        guard let leading = cameras.leading?.device else { return }
        photos.configure(for: leading, size: selection.photoSize)
        for pipeline in pipelines { pipeline.form.apply() }
        tellScanSize(leading)
    }

    /// Tells what scans get, if that is something else than before.
    private func tellScanSize(_ camera: AVCaptureDevice) {
        let choice = selection.scanSize.map {
            ScanSizeChoice(
                camera: camera.localizedName,
                wanted: $0,
                chosen: PhotoSize(photos.output.maxPhotoDimensions)
            )
        }
        guard choice != scanSizeChoice else { return }
        scanSizeChoice = choice
        guard let choice else { return }
        EngineLog.shared.write(
            .photo,
            choice.chosen == choice.wanted ? .info : .notice,
            "size of scans",
            ["camera": choice.camera, "wanted": "\(choice.wanted)", "is": "\(choice.chosen)"]
        )
    }
}

/// What a camera offers for scans.
struct ScanSizeChoice: Sendable, Hashable {
    var camera: String
    /// The size that scans are to have.
    var wanted: PhotoSize
    /// The size that comes closest.
    var chosen: PhotoSize
}

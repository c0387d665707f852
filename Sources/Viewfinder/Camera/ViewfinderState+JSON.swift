/// The state as JSON: the metrics of the first two cameras are `figures` and `secondFigures`, those of further ones
/// `furtherFigures`.
extension ViewfinderState {
    enum CodingKeys: String, CodingKey {
        case phase, words, interruption, showsProgress, controlsAreEnabled, shutter, pressure, cameras, isMirrored,
            zoom, canFocusAtPoint, focusLock, exposure, torch, photo, photoFolder, lastPhoto, mode, recording,
            lastMovie, dual,
            hardware
        case figures, secondFigures, furtherFigures
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            phase: try container.decode(Phase.self, forKey: .phase),
            words: try container.decode(PhaseMessages.self, forKey: .words),
            interruption: try container.decodeIfPresent(Interruption.self, forKey: .interruption),
            showsProgress: try container.decode(Bool.self, forKey: .showsProgress),
            controlsAreEnabled: try container.decode(Bool.self, forKey: .controlsAreEnabled),
            shutter: try container.decode(Shutter.self, forKey: .shutter),
            pressure: try container.decode(ViewfinderPressure.self, forKey: .pressure),
            cameras: try container.decode([ViewfinderCameraInfo].self, forKey: .cameras),
            isMirrored: try container.decode(Bool.self, forKey: .isMirrored),
            zoom: try container.decodeIfPresent(ViewfinderZoom.self, forKey: .zoom),
            canFocusAtPoint: try container.decode(Bool.self, forKey: .canFocusAtPoint),
            focusLock: try container.decode(FocusLock.self, forKey: .focusLock),
            exposure: try container.decodeIfPresent(ViewfinderExposure.self, forKey: .exposure),
            torch: try container.decodeIfPresent(ViewfinderTorch.self, forKey: .torch),
            photo: try container.decode(ViewfinderPhotoFeatures.self, forKey: .photo),
            metrics: try [ViewfinderMetrics](figuresIn: container),
            photoFolder: try container.decode(String.self, forKey: .photoFolder),
            lastPhoto: try container.decodeIfPresent(PhotoRecord.self, forKey: .lastPhoto),
            mode: try container.decode(ViewfinderMode.self, forKey: .mode),
            recording: try container.decode(ViewfinderRecording.self, forKey: .recording),
            lastMovie: try container.decodeIfPresent(MovieRecord.self, forKey: .lastMovie),
            dual: try container.decode(ViewfinderDual.self, forKey: .dual),
            hardware: try container.decodeIfPresent(ViewfinderHardware.self, forKey: .hardware)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(phase, forKey: .phase)
        try container.encode(words, forKey: .words)
        try container.encodeIfPresent(interruption, forKey: .interruption)
        try container.encode(showsProgress, forKey: .showsProgress)
        try container.encode(controlsAreEnabled, forKey: .controlsAreEnabled)
        try container.encode(shutter, forKey: .shutter)
        try container.encode(pressure, forKey: .pressure)
        try container.encode(cameras, forKey: .cameras)
        try container.encode(isMirrored, forKey: .isMirrored)
        try container.encodeIfPresent(zoom, forKey: .zoom)
        try container.encode(canFocusAtPoint, forKey: .canFocusAtPoint)
        try container.encode(focusLock, forKey: .focusLock)
        try container.encodeIfPresent(exposure, forKey: .exposure)
        try container.encodeIfPresent(torch, forKey: .torch)
        try container.encode(photo, forKey: .photo)
        try container.encode(photoFolder, forKey: .photoFolder)
        try container.encodeIfPresent(lastPhoto, forKey: .lastPhoto)
        try container.encode(mode, forKey: .mode)
        try container.encode(recording, forKey: .recording)
        try container.encodeIfPresent(lastMovie, forKey: .lastMovie)
        try container.encode(dual, forKey: .dual)
        try container.encodeIfPresent(hardware, forKey: .hardware)
        try container.encode(metrics.first ?? ViewfinderMetrics(), forKey: .figures)
        try container.encodeIfPresent(metrics.dropFirst().first, forKey: .secondFigures)
        if metrics.count > 2 { try container.encode(Array(metrics.dropFirst(2)), forKey: .furtherFigures) }
    }
}

extension [ViewfinderMetrics] {
    fileprivate init(figuresIn container: KeyedDecodingContainer<ViewfinderState.CodingKeys>) throws {
        self = [try container.decode(ViewfinderMetrics.self, forKey: .figures)]
        if let next = try container.decodeIfPresent(ViewfinderMetrics.self, forKey: .secondFigures) { append(next) }
        self += try container.decodeIfPresent([ViewfinderMetrics].self, forKey: .furtherFigures) ?? []
    }
}

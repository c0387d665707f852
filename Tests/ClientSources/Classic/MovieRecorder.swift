import AVFoundation

protocol MovieRecorderDelegate: AnyObject {
    func movieRecorderDidFinishPreparing(_ recorder: MovieRecorder)
    func movieRecorder(_ recorder: MovieRecorder, didFailWithError error: Error)
    func movieRecorderDidFinishRecording(_ recorder: MovieRecorder)
}

/// Writes sample buffers to a file, with a state machine of its own and a queue for writing.
class MovieRecorder: @unchecked Sendable {
    private enum Status: Int {
        case idle
        case preparingToRecord
        case recording
        case finishingWaiting
        case finishingCommitting
        case finished
        case failed
    }

    private let url: URL
    private weak var delegate: MovieRecorderDelegate?
    private let callbackQueue: DispatchQueue
    private let writingQueue = DispatchQueue(label: "movierecorder.writing")
    private let statusLock = NSLock()
    private var status = Status.idle

    private var assetWriter: AVAssetWriter?
    private var haveStartedSession = false

    private var audioTrackSourceFormatDescription: CMFormatDescription?
    private var audioTrackSettings: [String: Any] = [:]
    private var audioInput: AVAssetWriterInput?
    private var videoTrackSourceFormatDescription: CMFormatDescription?
    private var videoTrackTransform = CGAffineTransform.identity
    private var videoTrackSettings: [String: Any] = [:]
    private var videoInput: AVAssetWriterInput?

    private(set) var droppedVideoSamples = 0

    init(url: URL, delegate: MovieRecorderDelegate, callbackQueue queue: DispatchQueue) {
        self.url = url
        self.delegate = delegate
        callbackQueue = queue
    }

    func addVideoTrack(
        withSourceFormatDescription formatDescription: CMFormatDescription,
        transform: CGAffineTransform,
        settings videoSettings: [String: Any]?
    ) {
        videoTrackSourceFormatDescription = formatDescription
        videoTrackTransform = transform
        videoTrackSettings = videoSettings ?? fallbackVideoSettings(for: formatDescription)
    }

    private func fallbackVideoSettings(for formatDescription: CMFormatDescription) -> [String: Any] {
        let dimensions = CMVideoFormatDescriptionGetDimensions(formatDescription)
        let numPixels = Int(dimensions.width * dimensions.height)
        let bitsPerPixel = numPixels < 640 * 480 ? 4.05 : 10.1
        let compression: NSDictionary = [
            AVVideoAverageBitRateKey: NSNumber(value: Int(Double(numPixels) * bitsPerPixel)),
            AVVideoExpectedSourceFrameRateKey: NSNumber(value: 30),
            AVVideoMaxKeyFrameIntervalKey: NSNumber(value: 30),
        ]
        return [
            AVVideoCodecKey: AVVideoCodecType.h264,
            AVVideoWidthKey: Int(dimensions.width),
            AVVideoHeightKey: Int(dimensions.height),
            AVVideoCompressionPropertiesKey: compression,
        ]
    }

    func addAudioTrack(
        withSourceFormatDescription formatDescription: CMFormatDescription,
        settings audioSettings: [String: Any]?
    ) {
        audioTrackSourceFormatDescription = formatDescription
        audioTrackSettings = audioSettings ?? [AVFormatIDKey: UInt(kAudioFormatMPEG4AAC)]
    }

    func prepareToRecord() {
        statusLock.lock()
        guard status == .idle else {
            statusLock.unlock()
            fatalError("already prepared, cannot prepare again")
        }
        transition(to: .preparingToRecord, error: nil)
        statusLock.unlock()

        DispatchQueue.global(qos: .utility).async {
            var failure: Error?
            do {
                try? FileManager.default.removeItem(at: self.url)
                let writer = try AVAssetWriter(outputURL: self.url, fileType: .mov)
                self.assetWriter = writer
                if let format = self.videoTrackSourceFormatDescription {
                    self.videoInput = try self.setupInput(
                        .video,
                        writer: writer,
                        format: format,
                        settings: self.videoTrackSettings
                    )
                    self.videoInput?.transform = self.videoTrackTransform
                }
                if let format = self.audioTrackSourceFormatDescription {
                    self.audioInput = try self.setupInput(
                        .audio,
                        writer: writer,
                        format: format,
                        settings: self.audioTrackSettings
                    )
                }
                if !writer.startWriting() { failure = writer.error }
            } catch {
                failure = error
            }
            self.statusLock.lock()
            self.transition(to: failure == nil ? .recording : .failed, error: failure)
            self.statusLock.unlock()
        }
    }

    private func setupInput(
        _ mediaType: AVMediaType,
        writer: AVAssetWriter,
        format: CMFormatDescription,
        settings: [String: Any]
    ) throws -> AVAssetWriterInput {
        guard writer.canApply(outputSettings: settings, forMediaType: mediaType) else {
            throw NSError(domain: "MovieRecorder", code: 0, userInfo: [NSLocalizedDescriptionKey: "cannot initialize"])
        }
        let input = AVAssetWriterInput(mediaType: mediaType, outputSettings: settings, sourceFormatHint: format)
        input.expectsMediaDataInRealTime = true
        guard writer.canAdd(input) else {
            throw NSError(domain: "MovieRecorder", code: 1, userInfo: [NSLocalizedDescriptionKey: "cannot add"])
        }
        writer.add(input)
        return input
    }

    func appendVideoSampleBuffer(_ sampleBuffer: CMSampleBuffer) {
        append(sampleBuffer, ofMediaType: .video)
    }

    func appendAudioSampleBuffer(_ sampleBuffer: CMSampleBuffer) {
        append(sampleBuffer, ofMediaType: .audio)
    }

    func finishRecording() {
        statusLock.lock()
        guard status == .recording else {
            statusLock.unlock()
            return
        }
        transition(to: .finishingWaiting, error: nil)
        statusLock.unlock()

        writingQueue.async {
            autoreleasepool {
                self.statusLock.lock()
                if self.status != .finishingWaiting {
                    self.statusLock.unlock()
                    return
                }
                self.transition(to: .finishingCommitting, error: nil)
                self.statusLock.unlock()
                self.assetWriter?.finishWriting {
                    self.statusLock.lock()
                    if let error = self.assetWriter?.error {
                        self.transition(to: .failed, error: error)
                    } else {
                        self.transition(to: .finished, error: nil)
                    }
                    self.statusLock.unlock()
                }
            }
        }
    }

    private func append(_ sampleBuffer: CMSampleBuffer, ofMediaType mediaType: AVMediaType) {
        statusLock.lock()
        let isEarly = status.rawValue < Status.recording.rawValue
        statusLock.unlock()
        if isEarly { return }

        writingQueue.async {
            autoreleasepool {
                self.statusLock.lock()
                let isLate = self.status.rawValue > Status.finishingWaiting.rawValue
                self.statusLock.unlock()
                if isLate { return }

                if !self.haveStartedSession && mediaType == .video {
                    self.assetWriter?.startSession(atSourceTime: CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
                    self.haveStartedSession = true
                }
                guard self.haveStartedSession else { return }
                guard let input = mediaType == .video ? self.videoInput : self.audioInput else { return }
                if input.isReadyForMoreMediaData {
                    if !input.append(sampleBuffer) {
                        self.statusLock.lock()
                        self.transition(to: .failed, error: self.assetWriter?.error)
                        self.statusLock.unlock()
                    }
                } else if mediaType == .video {
                    self.droppedVideoSamples += 1
                }
            }
        }
    }

    /// Called with the lock held.
    private func transition(to newStatus: Status, error: Error?) {
        guard newStatus != status else { return }
        status = newStatus
        let isOver = newStatus == .finished || newStatus == .failed
        if isOver {
            DispatchQueue.main.async {
                self.assetWriter = nil
                self.videoInput = nil
                self.audioInput = nil
            }
        }
        callbackQueue.async {
            switch newStatus {
            case .recording: self.delegate?.movieRecorderDidFinishPreparing(self)
            case .finished: self.delegate?.movieRecorderDidFinishRecording(self)
            case .failed: self.delegate?.movieRecorder(self, didFailWithError: error!)
            default: break
            }
        }
    }
}

import CVideo4Linux
import CaptureDriver
import CoreMedia

/// Agrees with a camera on format and rate.
struct StreamNegotiation {
    /// What was agreed.
    struct Agreement {
        /// What the sink is told.
        var configuration: CaptureStreamConfiguration
        /// How frames lie in memory.
        var shape: FrameShape
    }

    let node: VideoNode
    let model: V4L2CameraModel

    /// Sets the format and the frame duration, and checks what the driver made of them.
    ///
    /// - Throws: `.unsupportedFormat` when the driver set something else than asked for (V4L2 drivers adjust instead of
    ///   refusing), or the kernel's error.
    func agree(on request: CaptureStreamRequest) throws(CaptureDriverError) -> Agreement {
        guard let encoding = model.encoding(for: request.format.mediaSubType) else {
            throw unsupported("The camera has no such format. Choose one that it lists.")
        }
        let format = try setFormat(encoding, request.format.dimensions)
        let colorimetry = Colorimetry(format)
        var accepted = request.format
        // The range is known for certain only now.
        guard let type = encoding.mediaSubType(isFullRange: colorimetry.isFullRange) else {
            throw unsupported(
                "The camera delivers full range, for which this format has no name. Choose another format."
            )
        }
        accepted.mediaSubType = type
        let shape = FrameShape(
            kind: try kind(encoding, format),
            mediaSubType: accepted.mediaSubType,
            dimensions: accepted.dimensions,
            attachments: colorimetry.attachments()
        )
        let duration = try setRate(request)
        return Agreement(
            configuration: CaptureStreamConfiguration(format: accepted, frameDuration: duration),
            shape: shape
        )
    }

    private func setFormat(
        _ encoding: PixelEncoding,
        _ size: CaptureDimensions
    ) throws(CaptureDriverError) -> v4l2_pix_format {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        format.fmt.pix.width = UInt32(clamping: size.width)
        format.fmt.pix.height = UInt32(clamping: size.height)
        format.fmt.pix.pixelformat = encoding.code
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        try node.require(.setFormat, &format)
        let result = format.fmt.pix
        guard result.pixelformat == encoding.code else {
            throw unsupported(
                "The camera set \(PixelEncoding.text(result.pixelformat)) instead of "
                    + "\(PixelEncoding.text(encoding.code)). Choose another format."
            )
        }
        guard result.width == UInt32(clamping: size.width), result.height == UInt32(clamping: size.height) else {
            throw unsupported(
                "The camera set \(result.width)x\(result.height) instead of \(size). Choose another format."
            )
        }
        // Half pictures in turn, or one above the other, are no pictures to the capture API.
        guard result.field == V4L2_FIELD_NONE.rawValue || result.field == V4L2_FIELD_INTERLACED.rawValue else {
            throw unsupported("The camera delivers separate fields. Choose a progressive format.")
        }
        return result
    }

    private func kind(
        _ encoding: PixelEncoding,
        _ format: v4l2_pix_format
    ) throws(CaptureDriverError) -> FrameShape.Kind {
        if encoding.isCompressed { return .jpeg }
        do {
            return .image(
                try ImageLayout(
                    arrangement: encoding.arrangement,
                    width: Int(format.width),
                    height: Int(format.height),
                    bytesPerRow: Int(format.bytesperline),
                    sizeImage: Int(format.sizeimage)
                )
            )
        } catch {
            throw unsupported("The camera's driver describes the format wrongly (\(error)). Choose another format.")
        }
    }

    /// - Returns: what the driver promises; invalid when it promises nothing.
    private func setRate(_ request: CaptureStreamRequest) throws(CaptureDriverError) -> CMTime {
        guard let current = FrameRateSetting.read(node) else { return .invalid }
        let wanted =
            FrameInterval(request.frameDuration)
            ?? request.format.frameDurations.first.flatMap { FrameInterval($0.shortest) }
        guard current.isSettable, let wanted else { return current.interval.time }
        do {
            return try FrameRateSetting.write(wanted, to: node).interval.time
        } catch {
            let failure = CaptureDriverError(error, operation: VideoRequest.setParameters.name, device: node.path)
            // A driver that refuses the rate still streams at the one it has; a camera that is gone does not.
            if failure.kind == .io || failure.kind == .notACaptureDevice { return current.interval.time }
            throw failure
        }
    }

    private func unsupported(_ advice: String) -> CaptureDriverError {
        CaptureDriverError(
            kind: .unsupportedFormat,
            operation: VideoRequest.setFormat.name,
            device: node.path,
            advice: advice
        )
    }
}

import Foundation
import FoundationExtras

/// How a camera exposed a frame. Zero means unknown for all but the bias, which is known when the duration is.
package struct FrameExposure: Sendable, Hashable {
    /// Seconds.
    package var duration: Double
    /// Sensor gain as ISO speed.
    package var iso: Float
    /// In EV.
    package var bias: Float
    /// As f-number.
    package var aperture: Float
    /// In millimetres.
    package var focalLength: Float

    /// Makes a record of an exposure.
    package init(duration: Double, iso: Float, bias: Float, aperture: Float, focalLength: Float) {
        self.duration = duration
        self.iso = iso
        self.bias = bias
        self.aperture = aperture
        self.focalLength = focalLength
    }

    /// The attachment's key: `kCGImagePropertyExifDictionary` of ImageIO.
    nonisolated(unsafe) static let key: CFString = "{Exif}"

    /// What EXIF says of it; `nil` if nothing is known. The brightness is that of the scene, after APEX.
    var exif: CFDictionary? {
        var exif: [String: Any] = [:]
        if duration > 0 {
            exif["ExposureTime"] = duration
            exif["ShutterSpeedValue"] = -log2(duration)
            exif["ExposureBiasValue"] = Double(bias)
        }
        if iso > 0 { exif["ISOSpeedRatings"] = [Int(iso.rounded())] }
        if aperture > 0 {
            exif["FNumber"] = Double(aperture)
            exif["ApertureValue"] = 2 * log2(Double(aperture))
        }
        if focalLength > 0 { exif["FocalLength"] = Double(focalLength) }
        if duration > 0, iso > 0, aperture > 0 {
            exif["BrightnessValue"] = 2 * log2(Double(aperture)) - log2(duration) - log2(Double(iso) / 3.125)
        }
        return exif.isEmpty ? nil : exif as CFDictionary
    }
}

extension CMSampleBuffer {
    /// What is attached to a sample buffer.
    struct Attachments: Sendable {
        private var list = AttachmentList()
        /// How the frame was exposed, until somebody looks at the attachments: most clients never do.
        var exposure: FrameExposure?

        /// Whether nothing was attached but the exposure.
        var isEmpty: Bool { list.isEmpty }

        /// The attachments, with what EXIF says of the exposure among them.
        mutating func withList<Result>(_ body: (inout AttachmentList) -> Result) -> Result {
            if let exif = exposure?.exif { list.set(FrameExposure.key, exif, .shouldPropagate) }
            exposure = nil
            return body(&list)
        }
    }

    /// Says how the frame was exposed, which becomes the attachment `{Exif}`. Costs no memory unless somebody asks for attachments.
    package func attach(_ exposure: FrameExposure) {
        attachmentList.withLock { $0.exposure = exposure }
    }
}

import BarcodeDetection
import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation

/// Looks for codes in frames. One thread at a time.
final class CodeDetector: @unchecked Sendable {
    // @unchecked: its output calls it on one queue, and asserts that.

    /// What is looked for.
    struct Request: Sendable, Equatable {
        /// Tells the looks that belong together: those for the same types, while the session runs.
        var number = 0
        var types: Set<AVMetadataObject.ObjectType> = []
        var kinds: BarcodeKinds = []
        var rectOfInterest = CGRect.unit
        /// How much of the frame is left by zoom, as a part of the frame; `nil` for all.
        var crop: CGRect?
    }

    private let luma = FrameLuma()
    private var search = BarcodeSearch()
    private var number = 0

    /// The codes in sight that intersect the rectangle of interest; none in a frame that is spoilt.
    func detect(in frame: CaptureFrame, _ request: Request) -> [CodeObservation] {
        if request.number != number { (search, number) = (BarcodeSearch(), request.number) }
        let codes = try? luma.with(frame) { plane in
            let visible = CGRect(x: 0, y: 0, width: plane.width, height: plane.height).part(request.crop ?? .unit)
            let area = visible.part(request.searchArea)
            return try search.detect(in: plane, area: area, kinds: request.kinds)
                .compactMap { sighting($0, frame, in: visible, request) }
        }
        return codes ?? []
    }

    private func sighting(
        _ code: FoundBarcode,
        _ frame: CaptureFrame,
        in visible: CGRect,
        _ request: Request
    ) -> CodeObservation? {
        guard let type = CodeTypes.type(of: code, among: request.types) else { return nil }
        let corners = code.corners.map {
            CGPoint(x: ($0.x - visible.minX) / visible.width, y: ($0.y - visible.minY) / visible.height)
        }
        let bounds = corners.bounds
        guard bounds.intersects(.unit), bounds.intersects(request.rectOfInterest) else { return nil }
        return CodeObservation(
            type: type,
            text: code.text,
            corners: corners,
            time: frame.presentationTime,
            duration: frame.duration
        )
    }
}

extension CodeDetector.Request {
    /// A code that reaches into the rectangle of interest counts, so its surroundings are searched, too, as far as most codes reach.
    fileprivate var searchArea: CGRect {
        let (width, height) = (max(rectOfInterest.width / 2, 0.25), max(rectOfInterest.height / 2, 0.25))
        return rectOfInterest.insetBy(dx: -width, dy: -height).intersection(.unit)
    }
}

extension CGRect {
    /// The whole picture.
    static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// A part that is given in shares of the whole.
    fileprivate func part(_ share: CGRect) -> CGRect {
        guard !share.isNull else { return .null }
        return CGRect(
            x: minX + share.minX * width,
            y: minY + share.minY * height,
            width: share.width * width,
            height: share.height * height
        )
    }
}

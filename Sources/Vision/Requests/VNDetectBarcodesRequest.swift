import BarcodeDetection
import Foundation
import TextRecognition

public let VNDetectBarcodesRequestRevision1 = 1
public let VNDetectBarcodesRequestRevision2 = 2
public let VNDetectBarcodesRequestRevision3 = 3
public let VNDetectBarcodesRequestRevision4 = 4

/// Finds machine-readable codes and what they say.
open class VNDetectBarcodesRequest: VNImageBasedRequest {
    /// The kinds that are looked for; all by default. Fewer take less time.
    open var symbologies = VNBarcodeSymbology.readable
    /// Whether the parts of a composite code are told as one. Composite codes are not read here, so it changes nothing.
    open var coalesceCompositeSymbologies = false

    /// The codes that were found.
    open var results: [VNBarcodeObservation]? { observations as? [VNBarcodeObservation] }

    open override class var supportedRevisions: IndexSet { IndexSet(1...4) }

    /// All kinds that can be looked for.
    open class var supportedSymbologies: [VNBarcodeSymbology] { VNBarcodeSymbology.readable }

    /// The kinds that can be looked for with this revision.
    open func supportedSymbologies() throws -> [VNBarcodeSymbology] { VNBarcodeSymbology.readable }

    override func observe(_ image: RequestImage) throws -> [VNObservation] {
        let found = try BarcodeQuery(region: try region(), kinds: VNBarcodeSymbology.kinds(of: symbologies)).find(
            image
        )
        // One of the reader's kinds may be two symbologies.
        return found.filter { symbologies.contains(VNBarcodeSymbology($0.code)) }.map {
            VNBarcodeObservation($0.code, place: $0.place)
        }
    }
}

/// A question for codes, as both of Vision's interfaces ask it.
struct BarcodeQuery {
    var region: CGRect
    var kinds: BarcodeKinds

    func find(_ image: RequestImage) throws -> [(code: FoundBarcode, place: NormalizedQuad)] {
        guard !kinds.isEmpty else { return [] }
        return try image.luma(region) { luma, width, height, stride in
            let plane = LumaPlane(pixels: luma, width: width, height: height, bytesPerRow: stride)
            return try BarcodeReader.find(in: plane, kinds: kinds).map {
                ($0, NormalizedQuad(TextQuad($0.corners), width: width, height: height))
            }
        }
    }
}

extension TextQuad {
    /// Where a code is.
    init(_ corners: BarcodeCorners) {
        func point(_ corner: CGPoint) -> TextPoint { TextPoint(corner.x, corner.y) }
        self.init(
            topLeft: point(corners.topLeft),
            topRight: point(corners.topRight),
            bottomRight: point(corners.bottomRight),
            bottomLeft: point(corners.bottomLeft)
        )
    }
}

import BarcodeDetection
import Foundation

/// A machine-readable code that was found.
open class VNBarcodeObservation: VNRectangleObservation, @unchecked Sendable {
    public let symbology: VNBarcodeSymbology
    /// What it says as text; `nil` if it says nothing.
    public let payloadStringValue: String?
    /// What it says as bytes.
    public let payloadData: Data?
    /// Whether what it says is laid out by GS1's rules.
    public let isGS1DataCarrier: Bool

    init(_ code: FoundBarcode, place: NormalizedQuad) {
        symbology = VNBarcodeSymbology(code)
        payloadStringValue = code.text.isEmpty ? nil : code.text
        payloadData = code.data
        isGS1DataCarrier = code.isGS1
        // A code is read right or, by its check digits, not at all.
        super.init(place, confidence: 1)
    }
}

import Foundation
import TextRecognition

/// Finds machine-readable codes and what they say.
public struct DetectBarcodesRequest: AnswerableRequest {
    public typealias Result = [BarcodeObservation]

    /// Which algorithm answers.
    public enum Revision: Sendable, Hashable, Codable, Comparable {
        case revision4
    }

    public static let supportedRevisions: [Revision] = [.revision4]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    /// The kinds that are looked for; all by default. Fewer take less time.
    public var symbologies = BarcodeSymbology.readable
    /// Whether the parts of a composite code are told as one. Composite codes are not read here, so it changes nothing.
    public var coalescesCompositeSymbologies = false

    /// - Parameter revision: the newest one if there is none.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision4
    }

    /// All kinds that can be looked for.
    public var supportedSymbologies: [BarcodeSymbology] { BarcodeSymbology.readable }

    public var description: String { "DetectBarcodesRequest(\(symbologies))" }

    func answer(_ image: RequestImage, isCancelled: () -> Bool) throws -> Result {
        let wanted = symbologies.map(\.symbology)
        let query = BarcodeQuery(
            region: try regionOfInterest.checked(),
            kinds: try VNBarcodeSymbology.kinds(of: wanted)
        )
        return try query.find(image).filter { wanted.contains(VNBarcodeSymbology($0.code)) }.map { code, place in
            BarcodeObservation(VNBarcodeObservation(code, place: place))
        }
    }
}

/// A kind of machine-readable code.
public enum BarcodeSymbology: Sendable, Hashable, Codable, CaseIterable {
    case aztec, codabar, code39, code39Checksum, code39FullASCII, code39FullASCIIChecksum, code93, code93i, code128
    case dataMatrix, ean8, ean13, gs1DataBar, gs1DataBarExpanded, gs1DataBarLimited, i2of5, i2of5Checksum, itf14
    case microPDF417, microQR, msiPlessey, pdf417, qr, upce

    static let readable = allCases.filter { VNBarcodeSymbology.readable.contains($0.symbology) }

    init(_ symbology: VNBarcodeSymbology) {
        self = Self.allCases.first { $0.symbology == symbology } ?? .qr
    }

    /// The same in the older interface.
    var symbology: VNBarcodeSymbology {
        switch self {
        case .aztec: .aztec
        case .codabar: .codabar
        case .code39: .code39
        case .code39Checksum: .code39Checksum
        case .code39FullASCII: .code39FullASCII
        case .code39FullASCIIChecksum: .code39FullASCIIChecksum
        case .code93: .code93
        case .code93i: .code93i
        case .code128: .code128
        case .dataMatrix: .dataMatrix
        case .ean8: .ean8
        case .ean13: .ean13
        case .gs1DataBar: .gs1DataBar
        case .gs1DataBarExpanded: .gs1DataBarExpanded
        case .gs1DataBarLimited: .gs1DataBarLimited
        case .i2of5: .i2of5
        case .i2of5Checksum: .i2of5Checksum
        case .itf14: .itf14
        case .microPDF417: .microPDF417
        case .microQR: .microQR
        case .msiPlessey: .msiPlessey
        case .pdf417: .pdf417
        case .qr: .qr
        case .upce: .upce
        }
    }
}

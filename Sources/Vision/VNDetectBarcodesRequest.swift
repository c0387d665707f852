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

/// A kind of machine-readable code.
public struct VNBarcodeSymbology: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let aztec = Self(rawValue: "VNBarcodeSymbologyAztec")
    public static let codabar = Self(rawValue: "VNBarcodeSymbologyCodabar")
    public static let code39 = Self(rawValue: "VNBarcodeSymbologyCode39")
    public static let code39Checksum = Self(rawValue: "VNBarcodeSymbologyCode39Checksum")
    public static let code39FullASCII = Self(rawValue: "VNBarcodeSymbologyCode39FullASCII")
    public static let code39FullASCIIChecksum = Self(rawValue: "VNBarcodeSymbologyCode39FullASCIIChecksum")
    public static let code93 = Self(rawValue: "VNBarcodeSymbologyCode93")
    public static let code93i = Self(rawValue: "VNBarcodeSymbologyCode93i")
    public static let code128 = Self(rawValue: "VNBarcodeSymbologyCode128")
    public static let dataMatrix = Self(rawValue: "VNBarcodeSymbologyDataMatrix")
    public static let ean8 = Self(rawValue: "VNBarcodeSymbologyEAN8")
    public static let ean13 = Self(rawValue: "VNBarcodeSymbologyEAN13")
    public static let gs1DataBar = Self(rawValue: "VNBarcodeSymbologyGS1DataBar")
    public static let gs1DataBarExpanded = Self(rawValue: "VNBarcodeSymbologyGS1DataBarExpanded")
    public static let gs1DataBarLimited = Self(rawValue: "VNBarcodeSymbologyGS1DataBarLimited")
    public static let i2of5 = Self(rawValue: "VNBarcodeSymbologyI2of5")
    public static let i2of5Checksum = Self(rawValue: "VNBarcodeSymbologyI2of5Checksum")
    public static let itf14 = Self(rawValue: "VNBarcodeSymbologyITF14")
    public static let microPDF417 = Self(rawValue: "VNBarcodeSymbologyMicroPDF417")
    public static let microQR = Self(rawValue: "VNBarcodeSymbologyMicroQR")
    public static let msiPlessey = Self(rawValue: "VNBarcodeSymbologyMSIPlessey")
    public static let pdf417 = Self(rawValue: "VNBarcodeSymbologyPDF417")
    public static let qr = Self(rawValue: "VNBarcodeSymbologyQR")
    public static let upce = Self(rawValue: "VNBarcodeSymbologyUPCE")

    /// Those that can be read here, and the reader's kinds.
    private static let readers: [(symbology: Self, kind: BarcodeKinds)] = [
        (.aztec, .aztec), (.codabar, .codabar), (.code39, .code39), (.code93, .code93), (.code128, .code128),
        (.dataMatrix, .dataMatrix), (.ean8, .ean8), (.ean13, .ean13), (.gs1DataBar, .gs1DataBar),
        (.gs1DataBarExpanded, .gs1DataBarExpanded), (.i2of5, .itf), (.itf14, .itf), (.microQR, .microQR),
        (.pdf417, .pdf417), (.qr, .qr), (.upce, .upcE),
    ]

    static let readable = readers.map(\.symbology)

    /// What the reader is to look for.
    /// - Throws: for a kind that cannot be read.
    static func kinds(of symbologies: [Self]) throws -> BarcodeKinds {
        try symbologies.reduce(into: BarcodeKinds()) { kinds, symbology in
            guard let kind = readers.first(where: { $0.symbology == symbology })?.kind else {
                throw VNErrorCode.invalidArgument.error("Codes of the kind \(symbology.rawValue) cannot be read.")
            }
            kinds.formUnion(kind)
        }
    }

    /// The symbology of a code that was read: fourteen digits in interleaved two of five are ITF-14.
    init(_ code: FoundBarcode) {
        if code.kind == .itf {
            self = code.text.count == 14 ? .itf14 : .i2of5
        } else {
            self = Self.readers.first { $0.kind == code.kind }?.symbology ?? .qr
        }
    }
}

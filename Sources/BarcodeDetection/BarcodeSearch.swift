import CLibYUV
import Foundation

/// Finds codes in the frames of a camera, at bounded cost for each frame that it looks at. Not thread-safe.
///
/// A look examines at most ``pixelBudget`` pixels, or twice as many while codes are in sight. While there are none, looks take turns:
/// the whole area, made smaller, for codes that lie; a part of it at full resolution, for small ones; the whole area for codes
/// that stand; the whole area by the second library. Where codes were seen is looked first, at the size at which they were
/// found. A code that is missing there once stays where it was, lest a blurred frame makes it flicker.
public final class BarcodeSearch {
    /// How many pixels are examined at once: those of 960 x 540.
    public static let pixelBudget = 960 * 540
    /// Of how many looks one is for other codes, too, while some are in sight.
    private static let searchesPerSurvey = 3
    /// How many codes are followed.
    private static let mostCodes = 16

    /// A code in sight.
    private struct Reading {
        var code: FoundBarcode
        /// How much smaller the image was in which it was found.
        var reduction: Double
        var effort: BarcodeReader.Effort
        /// In how many looks in a row it was missing.
        var misses = 0
    }

    /// What the codes in sight belong to; for another, the search begins anew.
    private struct Subject: Equatable {
        var width: Int
        var height: Int
        var area: CGRect
        var kinds: BarcodeKinds
    }

    private var subject: Subject?
    private var sightings: [Reading] = []
    private var surveys = 0
    private var searches = 0
    private var scratch: [UInt8] = []

    /// Begins a search.
    public init() {}

    /// Looks at a frame.
    ///
    /// - Parameters:
    ///   - area: the part of it where codes are looked for, in pixels. Codes at its edge may be found as well.
    ///   - kinds: what is looked for.
    /// - Returns: the codes in sight, in pixels of the frame, in the order in which they came into sight.
    /// - Throws: `BarcodeError`; the search can go on.
    public func detect(in frame: LumaPlane, area: CGRect, kinds: BarcodeKinds) throws(BarcodeError) -> [FoundBarcode] {
        let whole = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
        let area = area.intersection(whole).integral.intersection(whole)
        let new = Subject(width: frame.width, height: frame.height, area: area, kinds: kinds)
        if subject != new { (subject, sightings, surveys, searches) = (new, [], 0, 0) }
        guard !kinds.isEmpty, !area.isEmpty else { return [] }
        defer { searches += 1 }
        try follow(in: frame, whole, kinds)
        if sightings.isEmpty || searches % Self.searchesPerSurvey == 0 { try survey(frame, area, kinds) }
        return sightings.map(\.code)
    }

    // MARK: Codes in sight

    private func follow(in frame: LumaPlane, _ whole: CGRect, _ kinds: BarcodeKinds) throws(BarcodeError) {
        var budget = Double(Self.pixelBudget)
        for index in sightings.indices {
            let sighting = sightings[index]
            let region = surroundings(of: sighting.code, within: whole)
            let area = Double(region.width * region.height)
            let reduction = max(sighting.reduction, Self.reduction(of: area))
            budget -= area / (reduction * reduction)
            // The others have their turn when these are gone; until then they are where they were.
            guard budget >= 0 || index == 0 else { break }
            let found = try find(in: frame, region, reduction, kinds, sighting.effort)
            if let code = found.first(where: { $0.isProbably(sighting.code) }) {
                sightings[index].code = code
                sightings[index].misses = 0
            } else {
                sightings[index].misses += 1
            }
        }
        sightings.removeAll { $0.misses > 1 }
    }

    /// Where a code may have moved to since it was seen.
    private func surroundings(of code: FoundBarcode, within whole: CGRect) -> CGRect {
        let bounds = code.corners.bounds
        let margin = max(48, max(bounds.width, bounds.height) * 0.4)
        return bounds.insetBy(dx: -margin, dy: -margin).integral.intersection(whole)
    }

    // MARK: Other codes

    private func survey(_ frame: LumaPlane, _ area: CGRect, _ kinds: BarcodeKinds) throws(BarcodeError) {
        let turn = surveys
        surveys += 1
        let reduction = Self.reduction(of: Double(area.width * area.height))
        switch turn % 4 {
        case 0: try add(frame, area, reduction, kinds, .rows)
        case 1 where reduction > 1: try add(frame, part(turn / 4, of: area), 1, kinds, [.rows, .columns])
        case 1: try add(frame, area, reduction, kinds, .rows)
        case 2: try add(frame, area, reduction, kinds, .columns)
        default: try add(frame, area, reduction, kinds, .secondLibrarySparsely)
        }
    }

    /// A part of an area that can be examined at full resolution: its middle, where people hold what they want to be seen, and in
    /// between one part after the other.
    private func part(_ turn: Int, of area: CGRect) -> CGRect {
        let size = CGSize(width: min(area.width, 960), height: min(area.height, 540))
        guard turn % 2 == 1 else {
            return CGRect(origin: CGPoint(x: area.midX - size.width / 2, y: area.midY - size.height / 2), size: size)
                .integral.intersection(area)
        }
        let columns = Int((area.width / size.width).rounded(.up))
        let rows = Int((area.height / size.height).rounded(.up))
        let index = turn / 2 % (columns * rows)
        let x = min(area.minX + Double(index % columns) * size.width, area.maxX - size.width)
        let y = min(area.minY + Double(index / columns) * size.height, area.maxY - size.height)
        return CGRect(origin: CGPoint(x: x, y: y), size: size).integral.intersection(area)
    }

    private func add(
        _ frame: LumaPlane,
        _ region: CGRect,
        _ reduction: Double,
        _ kinds: BarcodeKinds,
        _ effort: BarcodeReader.Effort
    ) throws(BarcodeError) {
        for code in try find(in: frame, region, reduction, kinds, effort) {
            if let known = sightings.firstIndex(where: { $0.code.isProbably(code) }) {
                sightings[known].misses = 0
            } else if sightings.count < Self.mostCodes {
                let following = effort.union([.rows, .columns])
                sightings.append(Reading(code: code, reduction: reduction, effort: following))
            }
        }
    }

    // MARK: Looking

    /// How much smaller an area must be made to be examined at once.
    private static func reduction(of area: Double) -> Double { max(1, (area / Double(pixelBudget)).squareRoot()) }

    private func find(
        in frame: LumaPlane,
        _ region: CGRect,
        _ reduction: Double,
        _ kinds: BarcodeKinds,
        _ effort: BarcodeReader.Effort
    ) throws(BarcodeError) -> [FoundBarcode] {
        let (x, y) = (Int(region.minX), Int(region.minY))
        let part = LumaPlane(
            pixels: frame.pixels + y * frame.bytesPerRow + x,
            width: Int(region.width),
            height: Int(region.height),
            bytesPerRow: frame.bytesPerRow
        )
        let size = (width: Int(region.width / reduction), height: Int(region.height / reduction))
        guard BarcodeReader.sides.contains(size.width), BarcodeReader.sides.contains(size.height) else { return [] }
        let found =
            reduction > 1
            ? try findReduced(part, size.width, size.height, kinds, effort)
            : try BarcodeReader.find(
                in: part,
                kinds: kinds,
                effort: effort
            )
        let scale = (x: Double(part.width) / Double(size.width), y: Double(part.height) / Double(size.height))
        return found.map { code in
            var code = code
            code.corners = code.corners.map { CGPoint(x: Double(x) + $0.x * scale.x, y: Double(y) + $0.y * scale.y) }
            return code
        }
    }

    private func findReduced(
        _ image: LumaPlane,
        _ width: Int,
        _ height: Int,
        _ kinds: BarcodeKinds,
        _ effort: BarcodeReader.Effort
    ) throws(BarcodeError) -> [FoundBarcode] {
        if scratch.count < width * height { scratch = Array(repeating: 0, count: width * height) }
        return try scratch.withUnsafeMutableBufferPointer { buffer throws(BarcodeError) in
            guard let base = buffer.baseAddress else { return [] }
            ScalePlane(
                image.pixels,
                Int32(image.bytesPerRow),
                Int32(image.width),
                Int32(image.height),
                base,
                Int32(width),
                Int32(width),
                Int32(height),
                kFilterBox
            )
            let small = LumaPlane(pixels: base, width: width, height: height, bytesPerRow: width)
            return try BarcodeReader.find(in: small, kinds: kinds, effort: effort)
        }
    }
}

extension FoundBarcode {
    /// Whether it is another in a later frame: says the same, nearby.
    fileprivate func isProbably(_ other: FoundBarcode) -> Bool {
        guard kind == other.kind, data == other.data else { return false }
        let (own, others) = (corners.bounds, other.corners.bounds)
        let reach = max(32, own.width, own.height, others.width, others.height)
        let (a, b) = (corners.center, other.corners.center)
        return abs(a.x - b.x) < reach && abs(a.y - b.y) < reach
    }
}

import ArgumentParser
import BookMatching
import Foundation

/// The peer: Debian's `tesseract`, its lines matched as ours are.
enum Tesseract {
    /// Reads a picture as it is and turned by a quarter to each side, as it does not read text that runs downwards.
    /// - Throws: when it or ffmpeg is not installed or fails.
    static func read(_ file: URL, width: Double, height: Double) throws -> [ReadLine] {
        var lines = try lines(run("tesseract", file.path, "stdout", "--psm", "11", "tsv"))
        for turn in Turn.allCases {
            let turned = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
            defer { try? FileManager.default.removeItem(at: turned) }
            _ = try run("ffmpeg", "-v", "error", "-i", file.path, "-vf", "transpose=\(turn.rawValue)", turned.path)
            lines += try Self.lines(run("tesseract", turned.path, "stdout", "--psm", "11", "tsv")).map { line in
                var line = line
                line.corners = line.corners.map { turn.undo($0, width: width, height: height) }
                return line
            }
        }
        // What our own reader leaves out as well.
        return lines.filter { $0.confidence >= 0.5 }
    }

    /// A quarter turn, as ffmpeg numbers them.
    private enum Turn: Int, CaseIterable {
        case clockwise = 1
        case counterclockwise = 2

        /// The place in the picture as it was.
        func undo(_ place: SIMD2<Double>, width: Double, height: Double) -> SIMD2<Double> {
            switch self {
            case .clockwise: SIMD2(place.y, height - place.x)
            case .counterclockwise: SIMD2(width - place.y, place.x)
            }
        }
    }

    private static func run(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ValidationError("\(arguments[0]) failed with status \(process.terminationStatus).")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func lines(_ table: String) -> [ReadLine] {
        var words: [String: [[Substring]]] = [:]
        for row in table.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false)
            // Level 5 is a word; block, paragraph and line number its line.
            guard cells.count == 12, cells[0] == "5", !cells[11].allSatisfy(\.isWhitespace) else { continue }
            words["\(cells[2]) \(cells[3]) \(cells[4])", default: []].append(cells)
        }
        return words.values.compactMap { ReadLine($0) }
    }
}

extension ReadLine {
    /// A line of the rows that `tesseract` prints for its words.
    fileprivate init?(_ words: [[Substring]]) {
        let boxes = words.map { cells in cells[6...9].map { Double($0) ?? 0 } }
        let (left, top) = (boxes.map { $0[0] }.min() ?? 0, boxes.map { $0[1] }.min() ?? 0)
        let right = boxes.map { $0[0] + $0[2] }.max() ?? 0
        let bottom = boxes.map { $0[1] + $0[3] }.max() ?? 0
        guard right > left, bottom > top else { return nil }
        let text = words.map { String($0[11]) }.joined(separator: " ")
        let sureness = words.reduce(0) { $0 + (Double($1[10]) ?? 0) } / Double(words.count) / 100
        let letters = text.enumerated().map { index, letter in
            Letter(text: String(letter), confidence: sureness, position: (Double(index) + 0.5) / Double(text.count))
        }
        let corners: [SIMD2<Double>] = [
            SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom),
        ]
        self.init(corners: corners, confidence: sureness, letters: letters)
    }
}

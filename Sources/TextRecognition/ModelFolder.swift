import Digests
import Foundation

/// Where the library and the models lie that text is read with.
public struct ModelFolder: Sendable, Equatable {
    /// The environment's variable that names the folder.
    public static let variable = "PINHOLE_TEXT_RECOGNITION"

    /// A file of the folder as it was published.
    struct File: Sendable, Equatable {
        let name: String
        /// In hexadecimal digits; `nil` for the library, which the loader examines.
        let sha256: String?

        static let library = File(name: "libopenvino_c.so.2641", sha256: nil)
        static let detector = File(
            name: "PP-OCRv6_det_small.onnx",
            sha256: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"
        )
        static let recognizer = File(
            name: "PP-OCRv6_rec_small.onnx",
            sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
        )
    }

    public let url: URL

    public init(_ url: URL) {
        self.url = url
    }

    /// The folder that has everything: the one that the environment names and no other, or else one beside the program, or the
    /// one in the user's cache that `scripts/bootstrap` fills.
    public static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        program: URL? = Bundle.main.executableURL
    ) throws(TextRecognitionError) -> ModelFolder {
        let places = candidates(environment: environment, program: program)
        var missing = File.library.name
        for place in places {
            let absent = [File.library, .detector, .recognizer].first { !ModelFolder(place).has($0) }
            guard let absent else { return ModelFolder(place) }
            missing = absent.name
        }
        throw .missing(file: missing, searched: places.map(\.path))
    }

    static func candidates(environment: [String: String], program: URL?) -> [URL] {
        if let chosen = environment[variable], !chosen.isEmpty { return [URL(fileURLWithPath: chosen)] }
        var places: [URL] = []
        if let program {
            places.append(
                program.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("text-recognition")
            )
        }
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
            places.append(URL(fileURLWithPath: cache).appendingPathComponent("pinhole/text-recognition"))
        } else if let home = environment["HOME"], !home.isEmpty {
            places.append(URL(fileURLWithPath: home).appendingPathComponent(".cache/pinhole/text-recognition"))
        }
        return places
    }

    private func has(_ file: File) -> Bool { FileManager.default.isReadableFile(atPath: path(file)) }

    func path(_ file: File) -> String { url.appendingPathComponent(file.name).path }

    /// The bytes of a model, which are those that were published: a damaged model would read nonsense.
    func contents(_ file: File) throws(TextRecognitionError) -> Data {
        let path = path(file)
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
            throw .missing(file: file.name, searched: [url.path])
        }
        let digest = MessageDigest(of: data).hexadecimal
        guard file.sha256 == nil || digest == file.sha256 else { throw .damaged(file: path) }
        return data
    }
}

/// The detector and the recogniser.
final class TextModels: @unchecked Sendable {
    // @unchecked: used by whoever has the reader's turn alone.
    let detector: TextDetector
    let recognizer: TextRecognizer

    init(detector: TextDetector, recognizer: TextRecognizer) {
        self.detector = detector
        self.recognizer = recognizer
    }
}

/// The notes that an ONNX file carries about its model, which OpenVINO does not hand on. Everything but the notes is skipped:
/// the file is a sequence of Protocol Buffers fields, of which number 14 is a pair of key and value.
struct ONNXMetadata {
    private(set) var values: [String: String] = [:]

    /// - Returns: `nil` if the bytes are no such sequence.
    init?(_ file: Data) {
        var reader = FieldReader(file[...])
        while !reader.isAtEnd {
            guard let field = reader.next() else { return nil }
            guard field.number == 14, let entry = field.bytes else { continue }
            guard let (key, value) = Self.pair(entry) else { return nil }
            values[key] = value
        }
    }

    private static func pair(_ entry: Data) -> (String, String)? {
        var reader = FieldReader(entry)
        var texts: [Int: String] = [:]
        while !reader.isAtEnd {
            guard let field = reader.next() else { return nil }
            if let bytes = field.bytes { texts[field.number] = String(decoding: bytes, as: UTF8.self) }
        }
        guard let key = texts[1] else { return nil }
        return (key, texts[2] ?? "")
    }
}

/// Reads the fields of a Protocol Buffers message one by one.
private struct FieldReader {
    private var rest: Data

    init(_ bytes: Data) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next field: its number, and its bytes if it has a length of its own.
    mutating func next() -> (number: Int, bytes: Data?)? {
        guard let tag = varint(), let number = Int(exactly: tag >> 3) else { return nil }
        switch tag & 7 {
        case 0: return varint() == nil ? nil : (number, nil)
        case 1: return read(8) == nil ? nil : (number, nil)
        case 2:
            guard let size = varint(), let length = Int(exactly: size), let bytes = read(length) else { return nil }
            return (number, bytes)
        case 5: return read(4) == nil ? nil : (number, nil)
        default: return nil
        }
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    private mutating func read(_ count: Int) -> Data? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// Why text could not be read.
public enum TextRecognitionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The library or the models are on none of the places where they are looked for.
    case missing(file: String, searched: [String])
    /// A file is there, and is not the one that was published.
    case damaged(file: String)
    /// The library cannot be loaded.
    case unusableLibrary(file: String, reason: String)
    /// The library refused something.
    case failed(operation: String, reason: String)
    /// Whoever wanted the text wants it no more.
    case cancelled
    /// The image is too small to hold text, or too large to be looked at.
    case unsuitableImage(width: Int, height: Int)

    public var description: String {
        switch self {
        case .missing(let file, let searched):
            "Reading text needs \(file), which is in none of these folders: \(searched.joined(separator: ", ")). "
                + "Run scripts/bootstrap to fetch it, or set \(ModelFolder.variable) to the folder that has it."
        case .damaged(let file):
            "\(file) is damaged: it is not the published file. Delete it and run scripts/bootstrap to fetch it again."
        case .unusableLibrary(let file, let reason): "\(file) cannot be loaded: \(reason)"
        case .failed(let operation, let reason): "Reading text failed (\(operation)): \(reason)"
        case .cancelled: "Reading text was cancelled."
        case .unsuitableImage(let width, let height):
            "A picture of \(width) x \(height) pixels cannot be read. Between 16 and 32,767 in each direction can."
        }
    }
}

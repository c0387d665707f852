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

import Foundation

/// A movie file, as other people's programs see it.
///
/// Each question starts a program (`ffprobe`, `ffmpeg`, `exiftool`) or reads the file's boxes anew; nothing is remembered.
public struct MovieFileValidator: Sendable {
    /// The file.
    public let path: String

    /// Takes the path of a file.
    public init(_ path: String) {
        self.path = path
    }

    /// Takes the address of a file.
    public init(_ url: URL) {
        path = url.path
    }

    /// Decodes every picture and every sound.
    ///
    /// - Returns: what `ffmpeg` has against the file; nothing when it decodes without an error.
    public func decodingErrors() throws(ValidationFailure) -> [String] {
        let answer = try ValidatorTool.run("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
        if answer.status == 0 { return answer.complaintLines }
        return answer.complaintLines.isEmpty ? ["status \(answer.status)"] : answer.complaintLines
    }

    /// What `exiftool` reads of the file, numbers not converted to words, under the tags' names.
    public func exif() throws(ValidationFailure) -> [String: String] {
        let answer = try ValidatorTool.succeed("exiftool", ["-json", "-n", path])
        guard let list = try? JSONSerialization.jsonObject(with: answer.output) as? [[String: Any]],
            let tags = list.first
        else { throw ValidationFailure("exiftool said what is no list of tags: \(answer.text)") }
        return tags.mapValues { "\($0)" }
    }
}

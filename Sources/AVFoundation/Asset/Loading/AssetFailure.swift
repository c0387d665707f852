import Foundation
import MediaEncoding

/// Turns what went wrong in reading into the errors of the public API.
enum AssetFailure {
    /// Why a file cannot be opened.
    ///
    /// OBSERVED: a file that is not there is an error of Foundation's URL loading, as for remote files.
    static func opening(_ url: URL, _ cause: any Error) -> NSError {
        guard let error = cause as? MediaEncodingError else { return cause as NSError }
        let code: URLError.Code? =
            switch -error.code {
            case ENOENT, ENOTDIR: .fileDoesNotExist
            case EACCES, EPERM: .noPermissionsToReadFile
            // The kernel's number is libav's, too, for a file that makes no sense.
            case EINVAL where isFolder(url): .fileIsDirectory
            default: nil
            }
        // libav's numbers begin where the kernel's end.
        if error.kind == .unreadable, let code, isOfKernel(error.code) {
            return NSError(
                domain: NSURLErrorDomain,
                code: code.rawValue,
                userInfo: [NSUnderlyingErrorKey: error, NSURLErrorKey: url]
            )
        }
        return reading(error)
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func isOfKernel(_ code: Int32) -> Bool { (-200..<0).contains(code) }

    /// Why something cannot be read of a file that was opened.
    static func reading(_ cause: any Error) -> NSError {
        guard let error = cause as? MediaEncodingError else { return cause as NSError }
        guard error.kind == .unreadable else { return AVError(error)._nsError }
        var translated = AVError(error).userInfo
        translated[NSUnderlyingErrorKey] = error
        translated[NSLocalizedDescriptionKey] = nil
        return AVError(.fileFailedToParse, userInfo: translated)._nsError
    }
}

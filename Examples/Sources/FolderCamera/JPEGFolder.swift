import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing

/// The JPEG files of a folder, and what camera they make.
struct JPEGFolder: Sendable {
    /// The frames' pixel format. JPEG stores the same, so decoding converts nothing.
    static let pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange

    let url: URL
    let frameDuration: CMTime

    /// The camera's identifier; the same whenever the folder comes back.
    var id: String { "folder:\(url.path)" }

    /// The files whose names end in `.jpg` or `.jpeg`, in the order of their names; none if there is no folder.
    var files: [URL] {
        let found = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        return (found ?? [])
            .filter { ["jpg", "jpeg"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The camera; `nil` without a folder, or with no file in it that can be played.
    var camera: CaptureDeviceDescription? {
        for file in files {
            guard let size = try? Self.dimensions(of: file) else { continue }
            return CaptureDeviceDescription(
                id: id,
                modelID: "Folder of JPEG files",
                name: url.lastPathComponent,
                deviceType: "AVCaptureDeviceTypeExternal",
                formats: [
                    CaptureFormat(
                        mediaSubType: Self.pixelFormat,
                        dimensions: size,
                        frameDurations: [.init(shortest: frameDuration, longest: frameDuration)]
                    )
                ]
            )
        }
        return nil
    }

    /// All files, each of which is a JPEG image of the same size as the others.
    ///
    /// - Throws: `CaptureDriverError` that names the first file that is not, and says what to do with it.
    func checkedFiles() throws(CaptureDriverError) -> [URL] {
        let files = files
        guard let first = files.first else {
            throw CaptureDriverError(
                kind: .notFound,
                operation: "read",
                device: url.path,
                advice: "The folder has no JPEG file. Put some into it, all of one size."
            )
        }
        let size = try Self.dimensions(of: first)
        for file in files.dropFirst() {
            let other = try Self.dimensions(of: file)
            guard other == size else {
                throw CaptureDriverError(
                    kind: .io,
                    operation: "read",
                    device: file.path,
                    advice: "The image is \(other), and \(first.lastPathComponent) is \(size). Make all of one size."
                )
            }
        }
        return files
    }

    private static func dimensions(of file: URL) throws(CaptureDriverError) -> CaptureDimensions {
        do {
            let size = try JPEGDecoder(pixelFormat: pixelFormat).header(of: Data(contentsOf: file)).dimensions
            return CaptureDimensions(width: Int32(size.width), height: Int32(size.height))
        } catch {
            throw CaptureDriverError(
                kind: .io,
                operation: "read",
                device: file.path,
                advice: "\(error) Convert the file to JPEG, or take it out of the folder."
            )
        }
    }
}

public import Foundation
import NIOCore

/// The JPEG files that scripted cameras show.
public enum TestFrames {
    /// The twelve small pictures of a moving test scene that come with the tests.
    public static func small() throws -> [ScriptedCamera.JPEGFrame] {
        try read(folder: Bundle.module.bundleURL.appending(path: "Frames"))
    }

    /// The few pictures of another camera, which have nothing of the first one's colours.
    public static func other() throws -> [ScriptedCamera.JPEGFrame] {
        try read(folder: Bundle.module.bundleURL.appending(path: "OtherFrames"))
    }

    /// All JPEG files of a folder, in the order of their names.
    public static func read(folder: URL) throws -> [ScriptedCamera.JPEGFrame] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }
        return try names.sorted().map { name in
            let data = try Data(contentsOf: folder.appending(path: name))
            guard let size = pixelSize(of: data) else {
                throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: name])
            }
            return ScriptedCamera.JPEGFrame(jpeg: ByteBuffer(data: data), width: size.width, height: size.height)
        }
    }

    /// The size that the frame header of a baseline JPEG file tells.
    static func pixelSize(of jpeg: Data) -> (width: Int, height: Int)? {
        let bytes = [UInt8](jpeg)
        var index = 2
        while index + 8 < bytes.count, bytes[index] == 0xFF {
            if bytes[index + 1] == 0xC0 {
                return (
                    Int(bytes[index + 7]) << 8 | Int(bytes[index + 8]),
                    Int(bytes[index + 5]) << 8 | Int(bytes[index + 6])
                )
            }
            index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
        }
        return nil
    }
}

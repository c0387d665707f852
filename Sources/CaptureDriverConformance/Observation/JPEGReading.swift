import CTurboJPEG
import CaptureDriver
import CoreMedia

/// What TurboJPEG makes of a compressed picture.
enum JPEGReading {
    /// It can be decoded as a whole, to this size.
    case decoded(CaptureDimensions)
    /// It can't, for this reason.
    case undecodable(String)

    init(_ block: CMBlockBuffer) {
        do {
            self = try block.withContiguousStorage { Self.read($0) }
        } catch {
            self = .undecodable("\(error)")
        }
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> JPEGReading {
        guard let base = bytes.baseAddress, let handle = tjInitDecompress() else { return .undecodable("it is empty") }
        defer { tjDestroy(handle) }
        let source = base.assumingMemoryBound(to: UInt8.self)
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(handle, source, UInt(bytes.count), &width, &height, &sampling, &space) == 0 else {
            return .undecodable(String(cString: tjGetErrorStr2(handle)))
        }
        let flags = TJFLAG_STOPONWARNING | TJFLAG_FASTDCT
        var gray = [UInt8](repeating: 0, count: Int(width) * Int(height))
        let status = tjDecompress2(
            handle,
            source,
            UInt(bytes.count),
            &gray,
            width,
            0,
            height,
            Int32(TJPF_GRAY.rawValue),
            flags
        )
        guard status == 0 else { return .undecodable(String(cString: tjGetErrorStr2(handle))) }
        return .decoded(CaptureDimensions(width: width, height: height))
    }
}

import CTurboJPEG
import SceneDrawing

/// Compresses pictures as cameras do, and decompresses them again: what is lost is lost.
enum JPEGCompression {
    /// Sends a canvas' picture through JPEG with halved chroma.
    static func apply(to canvas: Canvas, quality: Int) throws(BookshelfError) {
        guard let compressor = tjInitCompress() else { throw failure(nil) }
        defer { tjDestroy(compressor) }
        guard let decompressor = tjInitDecompress() else { throw failure(nil) }
        defer { tjDestroy(decompressor) }
        var data: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(data) }
        let (width, height) = (Int32(canvas.width), Int32(canvas.height))
        let compressed = canvas.withPixels { base, stride in
            tjCompress2(
                compressor,
                base,
                width,
                Int32(stride),
                height,
                TJPF_BGRA.rawValue32,
                &data,
                &size,
                Int32(TJSAMP_420.rawValue),
                Int32(quality),
                TJFLAG_ACCURATEDCT
            )
        }
        guard compressed == 0 else { throw failure(compressor) }
        let decompressed = canvas.withPixels { base, stride in
            tjDecompress2(
                decompressor,
                data,
                size,
                base,
                width,
                Int32(stride),
                height,
                TJPF_BGRA.rawValue32,
                TJFLAG_ACCURATEDCT
            )
        }
        guard decompressed == 0 else { throw failure(decompressor) }
    }

    private static func failure(_ handle: tjhandle?) -> BookshelfError {
        .compression(reason: String(cString: tjGetErrorStr2(handle)))
    }
}

extension TJPF {
    fileprivate var rawValue32: Int32 { Int32(rawValue) }
}

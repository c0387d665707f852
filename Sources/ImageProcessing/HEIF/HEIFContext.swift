internal import CLibHEIF
import Foundation

/// libheif's file in memory. Not thread-safe; used by one function and let go.
final class HEIFContext {
    let pointer: OpaquePointer

    /// An empty file.
    init() throws(HEIFError) {
        guard let pointer = heif_context_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        heif_context_free(pointer)
    }

    /// The file's bytes.
    func written() throws(HEIFError) -> Data {
        final class Output {
            var data = Data()
        }
        let output = Output()
        var writer = heif_writer(writer_api_version: 1) { _, bytes, count, output in
            if let bytes, let output {
                Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().data = Data(bytes: bytes, count: count)
            }
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        try HEIFError.check(
            heif_context_write(pointer, &writer, Unmanaged.passUnretained(output).toOpaque()),
            "heif_context_write"
        )
        return withExtendedLifetime(output) { output.data }
    }

    /// Reads a file, and lends its primary image.
    ///
    /// - Parameters:
    ///   - file: a whole file.
    ///   - body: gets libheif's handle; valid until it returns.
    static func withPrimaryImage<Result>(
        of file: Data,
        _ body: (OpaquePointer) throws(HEIFError) -> Result
    ) throws(HEIFError) -> Result {
        let outcome: Swift.Result<Result, HEIFError> = file.withUnsafeBytes { bytes in
            do throws(HEIFError) {
                let context = try HEIFContext()
                // No thread more than the caller's.
                heif_context_set_max_decoding_threads(context.pointer, 0)
                try HEIFError.check(
                    heif_context_read_from_memory_without_copy(context.pointer, bytes.baseAddress, bytes.count, nil),
                    "heif_context_read_from_memory_without_copy"
                )
                var handle: OpaquePointer?
                try HEIFError.check(
                    heif_context_get_primary_image_handle(context.pointer, &handle),
                    "heif_context_get_primary_image_handle"
                )
                guard let handle else { throw .outOfMemory }
                defer { heif_image_handle_release(handle) }
                return .success(try withExtendedLifetime(context) { () throws(HEIFError) in try body(handle) })
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

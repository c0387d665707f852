internal import CLibExif
import Foundation

/// A libexif document and its memory. Not thread-safe; used by one function and let go.
final class ExifDocument {
    private static let order = EXIF_BYTE_ORDER_INTEL
    /// A writer of hostile length would be copied several times; real documents have 64 KiB.
    private static let largestInput = 1 << 20

    private let memory: OpaquePointer
    private let document: UnsafeMutablePointer<ExifData>

    /// An empty document; nil without memory.
    init?() {
        guard let memory = exif_mem_new_default() else { return nil }
        guard let document = exif_data_new_mem(memory) else {
            exif_mem_unref(memory)
            return nil
        }
        self.memory = memory
        self.document = document
        exif_data_set_byte_order(document, Self.order)
    }

    /// A document read from an APP1 payload; nil when libexif finds nothing in it.
    convenience init?(payload: UnsafeRawBufferPointer) {
        guard let start = payload.baseAddress, payload.count <= Self.largestInput else { return nil }
        self.init()
        exif_data_unset_option(document, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_load_data(document, start.assumingMemoryBound(to: UInt8.self), UInt32(payload.count))
    }

    deinit {
        exif_data_unref(document)
        exif_mem_unref(memory)
    }

    /// Adds an entry; nothing happens for nil.
    func add(_ tag: ExifTag, _ directory: ExifIfd, _ value: ExifValue?) {
        guard
            let value, let content = content(directory), let entry = exif_entry_new_mem(memory)
        else { return }
        defer { exif_entry_unref(entry) }
        guard let bytes = exif_mem_alloc(memory, ExifLong(value.byteCount)) else { return }
        let start = bytes.assumingMemoryBound(to: UInt8.self)
        value.store(at: start, Self.order)
        entry.pointee.tag = tag
        entry.pointee.format = value.format
        entry.pointee.components = UInt(value.componentCount)
        entry.pointee.data = start
        entry.pointee.size = UInt32(value.byteCount)
        exif_content_add_entry(content, entry)
    }

    /// Embeds a thumbnail. libexif writes its place and length, and frees the copy made here.
    func set(thumbnail: Data) {
        guard let copy = exif_mem_alloc(memory, ExifLong(thumbnail.count)) else { return }
        let start = copy.assumingMemoryBound(to: UInt8.self)
        thumbnail.copyBytes(to: start, count: thumbnail.count)
        document.pointee.data = start
        document.pointee.size = UInt32(thumbnail.count)
    }

    /// The embedded thumbnail.
    var thumbnail: Data? {
        guard let start = document.pointee.data, document.pointee.size > 0 else { return nil }
        return Data(bytes: start, count: Int(document.pointee.size))
    }

    /// The document as an APP1 payload with its identifier; empty without memory.
    func serialized() -> Data {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt32 = 0
        exif_data_save_data(document, &bytes, &count)
        guard let bytes else { return Data() }
        defer { exif_mem_free(memory, bytes) }
        return Data(bytes: bytes, count: Int(count))
    }

    private func content(_ directory: ExifIfd) -> UnsafeMutablePointer<ExifContent>? {
        switch directory {
        case EXIF_IFD_0: document.pointee.ifd.0
        case EXIF_IFD_1: document.pointee.ifd.1
        case EXIF_IFD_EXIF: document.pointee.ifd.2
        case EXIF_IFD_GPS: document.pointee.ifd.3
        default: nil
        }
    }

    private func entry(_ tag: ExifTag, _ directory: ExifIfd) -> ExifEntry? {
        guard let found = exif_content_get_entry(content(directory), tag), found.pointee.data != nil else { return nil }
        return found.pointee
    }

    /// A text without its final zeros and spaces.
    func text(_ tag: ExifTag, _ directory: ExifIfd) -> String? {
        guard let entry = entry(tag, directory), entry.format == EXIF_FORMAT_ASCII else { return nil }
        let bytes = UnsafeBufferPointer(start: entry.data, count: Int(entry.size)).prefix { $0 != 0 }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.trimmingCharacters(in: .whitespaces)
    }

    /// A value as it lies in the document.
    func bytes(_ tag: ExifTag, _ directory: ExifIfd) -> [UInt8]? {
        entry(tag, directory).map { Array(UnsafeBufferPointer(start: $0.data, count: Int($0.size))) }
    }

    /// A whole number of any size.
    func number(_ tag: ExifTag, _ directory: ExifIfd) -> Int? {
        guard let entry = entry(tag, directory), entry.components >= 1 else { return nil }
        let order = exif_data_get_byte_order(document)
        switch (entry.format, entry.size) {
        case (EXIF_FORMAT_BYTE, 1...): return Int(entry.data[0])
        case (EXIF_FORMAT_SHORT, 2...): return Int(exif_get_short(entry.data, order))
        case (EXIF_FORMAT_LONG, 4...): return Int(exif_get_long(entry.data, order))
        default: return nil
        }
    }

    /// Fractions, signed or not.
    func fractions(_ tag: ExifTag, _ directory: ExifIfd) -> [ExifFraction] {
        guard let entry = entry(tag, directory) else { return [] }
        let order = exif_data_get_byte_order(document)
        let count = min(Int(clamping: entry.components), Int(entry.size) / 8)
        switch entry.format {
        case EXIF_FORMAT_RATIONAL:
            return (0..<count).map { index in
                let value = exif_get_rational(entry.data + index * 8, order)
                return ExifFraction(Int(value.numerator), Int(value.denominator))
            }
        case EXIF_FORMAT_SRATIONAL:
            return (0..<count).map { index in
                let value = exif_get_srational(entry.data + index * 8, order)
                return ExifFraction(Int(value.numerator), Int(value.denominator))
            }
        default: return []
        }
    }

    /// The first fraction's value.
    func decimal(_ tag: ExifTag, _ directory: ExifIfd) -> Double? {
        fractions(tag, directory).first?.value
    }
}

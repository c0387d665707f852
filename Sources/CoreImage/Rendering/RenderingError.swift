/// Why an image cannot be rendered.
enum RenderingError: Error {
    /// A file is damaged, or a buffer has no memory.
    case unreadable
    /// Pixel buffers of this format cannot be read or written.
    case unsupportedPixelFormat(UInt32)
    /// There are more pixels than are computed at a time: 32767 in a direction, 128 million altogether.
    case tooLarge
}

import FoundationExtras

extension CVBuffer {
    /// Creates a buffer with memory of its own, or nil when there is no memory.
    convenience init?(allocating layout: PixelLayout, creationAttributes: CFDictionary?) {
        guard let pointer = FrameAllocator.allocate(byteCount: layout.dataSize, alignment: layout.alignment) else {
            return nil
        }
        if layout.hasPlaneDescriptor {
            PlaneDescriptor.write(layout, at: pointer)
        }
        let first = layout.isPlanar ? nil : pointer + layout.planes[0].offset
        self.init(
            layout: layout,
            baseAddress: pointer,
            publicBaseAddress: layout.hasPlaneDescriptor ? pointer : first,
            memory: .allocated(pointer),
            creationAttributes: creationAttributes
        )
    }

    /// Creates a buffer over memory that lives as long as an object, such as a driver's mapping. Nothing is copied.
    ///
    /// The memory must stay mapped until the object goes away. Keep the buffer and reuse it with ``resetForReuse()``
    /// as soon as it is uniquely referenced; then frames cost no allocation.
    ///
    /// - Parameters:
    ///   - pixelFormat: the four-character code of a format with a known layout.
    ///   - width: width of the image in pixels.
    ///   - height: height of the image in pixels.
    ///   - baseAddress: the address that the planes' offsets count from.
    ///   - planes: where the planes lie; one for formats that are not planar.
    ///   - dataSize: bytes from the base address on; every plane must lie within.
    ///   - owner: the object that keeps the memory; retained until the buffer goes away.
    /// - Returns: nil when the format is unknown, the planes do not match it or do not fit into the memory.
    package convenience init?(
        pixelFormat: OSType,
        width: Int,
        height: Int,
        baseAddress: UnsafeMutableRawPointer,
        planes: [PixelLayout.Plane],
        dataSize: Int,
        owner: AnyObject
    ) {
        guard
            let format = PixelFormatRegistry.format(pixelFormat),
            planes.count == format.planes.count,
            let layout = PixelLayout(
                existing: planes,
                format: format,
                width: width,
                height: height,
                dataSize: dataSize
            ),
            layout.rowsAreLongEnough(for: format),
            planes.allSatisfy({ $0.offset >= 0 && $0.offset + $0.bytesPerRow * ($0.height - 1) < dataSize })
        else { return nil }
        self.init(
            layout: layout,
            baseAddress: baseAddress,
            publicBaseAddress: layout.isPlanar ? nil : baseAddress + planes[0].offset,
            memory: .object(owner),
            creationAttributes: nil
        )
    }
}

extension CVBuffer {
    /// Where a plane lies; of a packed buffer plane 0 is the image. No lock is needed: for code inside the package that
    /// owns the frame it works on.
    @inline(__always)
    package func plane(_ index: Int) -> (
        baseAddress: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int
    ) {
        let plane = layout.planes[index]
        return (baseAddress + plane.offset, plane.width, plane.height, plane.bytesPerRow)
    }
}

extension PixelLayout {
    /// Describes memory that exists already. Nil for sizes that are not positive or overflow.
    init?(existing planes: [Plane], format: PixelFormat, width: Int, height: Int, dataSize: Int?) {
        guard width > 0, height > 0, planes.allSatisfy({ $0.width > 0 && $0.height > 0 && $0.bytesPerRow > 0 }) else {
            return nil
        }
        let (size, overflows) = planes[0].bytesPerRow.multipliedReportingOverflow(by: planes[0].height)
        guard !overflows else { return nil }
        pixelFormat = format.type
        self.width = width
        self.height = height
        isPlanar = format.isPlanar
        self.planes = planes
        self.dataSize = dataSize ?? size
    }

    /// Whether every row can hold the pixels it is said to hold.
    func rowsAreLongEnough(for format: PixelFormat) -> Bool {
        zip(planes, format.planes).allSatisfy { plane, format in
            format.bytes(forPixels: plane.width, wholeGroups: false).map { $0 <= plane.bytesPerRow } ?? false
        }
    }
}

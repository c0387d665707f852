import FoundationExtras

/// One plane in a plane descriptor block. All numbers are big-endian.
public struct CVPlanarComponentInfo: Sendable {
    /// Distance of the plane's first pixel from the block's address, in bytes, big-endian.
    public var offset: Int32
    /// Length of a row in bytes, big-endian.
    public var rowBytes: UInt32

    /// Creates the value with all fields zero.
    public init() {
        self.init(offset: 0, rowBytes: 0)
    }

    /// Creates the value from its fields.
    public init(offset: Int32, rowBytes: UInt32) {
        self.offset = offset
        self.rowBytes = rowBytes
    }
}

/// A plane descriptor block of any number of planes; the first plane's component.
public struct CVPlanarPixelBufferInfo: Sendable {
    /// The first plane; those of further planes follow in memory.
    public var componentInfo: CVPlanarComponentInfo

    /// Creates the value with all fields zero.
    public init() {
        self.init(componentInfo: CVPlanarComponentInfo())
    }

    /// Creates the value from its fields.
    public init(componentInfo: CVPlanarComponentInfo) {
        self.componentInfo = componentInfo
    }
}

/// The plane descriptor block of buffers with the planes Y, Cb and Cr.
public struct CVPlanarPixelBufferInfo_YCbCrPlanar: Sendable {
    /// The luma plane.
    public var componentInfoY: CVPlanarComponentInfo
    /// The blue-difference plane.
    public var componentInfoCb: CVPlanarComponentInfo
    /// The red-difference plane.
    public var componentInfoCr: CVPlanarComponentInfo

    /// Creates the value with all fields zero.
    public init() {
        let zero = CVPlanarComponentInfo()
        self.init(componentInfoY: zero, componentInfoCb: zero, componentInfoCr: zero)
    }

    /// Creates the value from its fields.
    public init(
        componentInfoY: CVPlanarComponentInfo,
        componentInfoCb: CVPlanarComponentInfo,
        componentInfoCr: CVPlanarComponentInfo
    ) {
        self.componentInfoY = componentInfoY
        self.componentInfoCb = componentInfoCb
        self.componentInfoCr = componentInfoCr
    }
}

/// The plane descriptor block of buffers with the planes Y and CbCr.
public struct CVPlanarPixelBufferInfo_YCbCrBiPlanar: Sendable {
    /// The luma plane.
    public var componentInfoY: CVPlanarComponentInfo
    /// The plane of interleaved blue and red differences.
    public var componentInfoCbCr: CVPlanarComponentInfo

    /// Creates the value with all fields zero.
    public init() {
        self.init(componentInfoY: CVPlanarComponentInfo(), componentInfoCbCr: CVPlanarComponentInfo())
    }

    /// Creates the value from its fields.
    public init(componentInfoY: CVPlanarComponentInfo, componentInfoCbCr: CVPlanarComponentInfo) {
        self.componentInfoY = componentInfoY
        self.componentInfoCbCr = componentInfoCbCr
    }
}

/// Writes plane descriptor blocks: the components of all planes, one after the other.
enum PlaneDescriptor {
    static func write(_ layout: PixelLayout, at address: UnsafeMutableRawPointer) {
        let components = address.assumingMemoryBound(to: CVPlanarComponentInfo.self)
        for (index, plane) in layout.planes.enumerated() {
            components[index] = CVPlanarComponentInfo(
                offset: Int32(truncatingIfNeeded: plane.offset).bigEndian,
                rowBytes: UInt32(truncatingIfNeeded: plane.bytesPerRow).bigEndian
            )
        }
    }
}

// What the sources use of Core Graphics; the geometry is Foundation's on Linux.
@_exported import CoreVideo
@_exported import Foundation

public final class CGColorSpace: @unchecked Sendable {}

public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { fatalError() }

public final class CGImage: @unchecked Sendable {}

public enum CGImageAlphaInfo: UInt32, Sendable { case none = 0 }

public enum CGInterpolationQuality: Int32, Sendable { case high = 3 }

public final class CGContext {
    public init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32
    ) { fatalError() }

    public var interpolationQuality: CGInterpolationQuality {
        get { fatalError() }
        set { fatalError() }
    }
    public func draw(_ image: CGImage, in rect: CGRect) { fatalError() }
}

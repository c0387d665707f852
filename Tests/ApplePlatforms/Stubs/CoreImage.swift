// What the engine uses of Core Image.
@_exported import CoreVideo
@_exported import Foundation
public import Metal

open class CIColor: NSObject, @unchecked Sendable {
    public class var black: CIColor { fatalError() }
    public class var white: CIColor { fatalError() }
}

public struct CIContextOption: Hashable, Sendable {
    public static let cacheIntermediates = CIContextOption()
}

open class CIImage: NSObject, @unchecked Sendable {
    public init(color: CIColor) { fatalError() }
    public init(cvPixelBuffer pixelBuffer: CVPixelBuffer) { fatalError() }
    open class func empty() -> CIImage { fatalError() }
    open var extent: CGRect { fatalError() }
    open func cropped(to rect: CGRect) -> CIImage { fatalError() }
    open func composited(over dest: CIImage) -> CIImage { fatalError() }
    open func transformed(by matrix: CGAffineTransform) -> CIImage { fatalError() }
}

public struct CGAffineTransform: Sendable {
    public init(scaleX sx: CGFloat, y sy: CGFloat) { fatalError() }
    public init(translationX tx: CGFloat, y ty: CGFloat) { fatalError() }
}

open class CIContext: NSObject, @unchecked Sendable {
    public override init() { fatalError() }
    public init(mtlDevice device: any MTLDevice, options: [CIContextOption: Any]? = nil) { fatalError() }
    open func render(_ image: CIImage, to buffer: CVPixelBuffer) { fatalError() }
}

open class CIFilter: NSObject {
    open var outputImage: CIImage? { fatalError() }
}

public protocol CIRoundedRectangleGenerator: CIFilter {
    var extent: CGRect { get set }
    var radius: Float { get set }
    var color: CIColor { get set }
}

public protocol CIBlendWithMask: CIFilter {
    var inputImage: CIImage? { get set }
    var backgroundImage: CIImage? { get set }
    var maskImage: CIImage? { get set }
}

extension CIFilter {
    public class func roundedRectangleGenerator() -> CIFilter & CIRoundedRectangleGenerator { fatalError() }
    public class func blendWithMask() -> CIFilter & CIBlendWithMask { fatalError() }
}

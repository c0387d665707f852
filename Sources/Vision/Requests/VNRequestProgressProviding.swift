/// Told how far a request is: the request, the share that is done from 0 to 1, and an error if it failed.
public typealias VNRequestProgressHandler = (VNRequest, Double, (any Error)?) -> Void

/// A request that tells how far it is.
public protocol VNRequestProgressProviding: AnyObject {
    /// Called now and then, on the thread on which the request is performed.
    var progressHandler: VNRequestProgressHandler { get set }
    /// Whether it cannot tell.
    var indeterminate: Bool { get }
}

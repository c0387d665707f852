// What the engine uses of Metal.
public protocol MTLDevice: AnyObject, Sendable {}

public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { fatalError() }

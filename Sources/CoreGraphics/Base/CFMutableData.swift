import Foundation

/// A changeable Core Foundation byte buffer: Foundation's `NSMutableData`.
public typealias CFMutableData = NSMutableData

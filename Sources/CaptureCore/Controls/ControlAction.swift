import Dispatch

/// What a client does when the user has changed a control, and where.
package struct ControlAction<Value: Sendable>: @unchecked Sendable {
    // @unchecked: the action is called on the queue only.

    /// The client's queue.
    package let target: DispatchQueue
    /// Serial, whatever the client's queue is (S-30).
    private let queue: DispatchQueue
    private let action: (Value) -> Void

    package init(_ target: DispatchQueue, _ action: @escaping (Value) -> Void) {
        self.target = target
        self.action = action
        queue = DispatchQueue(label: "pinhole.capture.control", target: target)
    }

    /// Takes a value over and then tells the client, on the queue.
    ///
    /// - Parameter takeOver: answers whether it did: the control may have gone meanwhile.
    package func perform(_ value: Value, _ takeOver: @escaping @Sendable () -> Bool) {
        queue.async {
            dispatchPrecondition(condition: .onQueue(queue))
            if takeOver() { action(value) }
        }
    }
}

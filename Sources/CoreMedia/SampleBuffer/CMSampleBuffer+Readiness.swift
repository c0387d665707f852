import FoundationExtras

/// Called when a buffer is invalidated.
public typealias CMSampleBufferInvalidateCallback = (CMSampleBuffer, UInt64) -> Void
/// Called when a buffer is invalidated.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void

/// Whether the buffer has not been invalidated.
@discardableResult
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool {
    sbuf.isValid
}

/// Lets go of the data and calls the callback of `CMSampleBufferSetInvalidateCallback`, once.
///
/// - Returns: `kCMSampleBufferError_Invalidated` if it had been invalidated before.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    let callback: SampleBufferCallback?
    let released: (Any?, Any?)
    var wasValid = false
    (callback, wasValid) = sbuf.state.withLock { state in
        let result = (state.extras?.invalidate, state.isValid)
        state.isValid = false
        state.extras?.invalidate = nil
        return result
    }
    guard wasValid else { return kCMSampleBufferError_Invalidated }
    _ = callback?.call(sbuf)
    // Releasing may run a client's code, so it happens outside of the lock.
    released = sbuf.state.withLock { state in
        let result = (state.image, state.data)
        state.image = nil
        state.data = nil
        return result
    }
    withExtendedLifetime(released) {}
    return noErr
}

/// Sets what is called when the buffer is invalidated. Only once.
@discardableResult
public func CMSampleBufferSetInvalidateCallback(
    _ sbuf: CMSampleBuffer,
    callback invalidateCallback: @escaping CMSampleBufferInvalidateCallback,
    refcon invalidateRefCon: UInt64
) -> OSStatus {
    CMSampleBufferSetInvalidateHandler(sbuf) { invalidateCallback($0, invalidateRefCon) }
}

/// Sets what is called when the buffer is invalidated. Only once.
///
/// - Returns: `kCMSampleBufferError_RequiredParameterMissing` if there is a callback or handler already.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
    _ sbuf: CMSampleBuffer,
    invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
    let callback = SampleBufferCallback {
        invalidateHandler($0)
        return noErr
    }
    return sbuf.state.withLock { state in
        guard state.isValid else { return kCMSampleBufferError_Invalidated }
        guard state.extras?.invalidate == nil else { return kCMSampleBufferError_RequiredParameterMissing }
        state.withExtras { $0.invalidate = callback }
        return noErr
    }
}

/// Whether the data is there. A buffer that follows another becomes ready with it.
@discardableResult
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
    sbuf.currentReadiness == .ready
}

/// Says that the data is there.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    sbuf.change(to: .ready)
}

/// Says that the data will not come, and why.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status: OSStatus) -> OSStatus {
    sbuf.change(to: .failed(status))
}

/// Whether the data will not come.
///
/// - Parameter statusOut: receives the status of `CMSampleBufferSetDataFailed`.
@discardableResult
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
    guard case .failed(let status) = sbuf.currentReadiness else { return false }
    statusOut?.pointee = status
    return true
}

/// Makes the data ready by the callback given at creation, if it is not.
///
/// - Returns: 0 when the data is there; `kCMSampleBufferError_BufferNotReady` if there is no callback; the callback's
///   status.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    let (isValid, readiness, makeReady, tracked) = sbuf.state.withLock {
        ($0.isValid, $0.readiness, $0.extras?.makeReady, $0.extras?.tracked)
    }
    guard isValid else { return kCMSampleBufferError_Invalidated }
    switch readiness {
    case .ready: return noErr
    case .failed(let status): return status
    case .notReady: break
    }
    let status: OSStatus
    if let makeReady {
        status = makeReady.call(sbuf)
    } else if let tracked {
        status = CMSampleBufferMakeDataReady(tracked)
    } else {
        status = kCMSampleBufferError_BufferNotReady
    }
    return status == noErr ? sbuf.change(to: .ready) : status
}

/// Makes the readiness of one buffer follow that of another.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
    _ sbuf: CMSampleBuffer,
    sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
    sbuf.state.withLock { state in
        guard state.isValid else { return kCMSampleBufferError_Invalidated }
        state.readiness = .notReady
        state.withExtras { $0.tracked = sampleBufferToTrack }
        return noErr
    }
}

/// Gives the data to a buffer that was made without.
///
/// - Returns: `kCMSampleBufferError_AlreadyHasDataBuffer` if it has some.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
    sbuf.state.withLock { state in
        guard state.isValid else { return kCMSampleBufferError_Invalidated }
        guard state.data == nil, state.image == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
        state.data = dataBuffer
        return noErr
    }
}

extension CMSampleBuffer {
    /// The readiness with that of a followed buffer taken into account.
    var currentReadiness: Readiness {
        let (own, tracked) = state.withLock { ($0.readiness, $0.extras?.tracked) }
        guard own == .notReady, let tracked else { return own }
        return tracked.currentReadiness
    }

    /// Changes the readiness and, if it did change, tells those who wait.
    func change(to readiness: Readiness) -> OSStatus {
        let (status, hasChanged) = state.withLock { state -> (OSStatus, Bool) in
            guard state.isValid else { return (kCMSampleBufferError_Invalidated, false) }
            let hasChanged = state.readiness != readiness
            state.readiness = readiness
            return (noErr, hasChanged)
        }
        guard hasChanged else { return status }
        switch readiness {
        case .ready: NotificationCenter.default.post(name: Self.dataBecameReady, object: self)
        case .failed(let code):
            NotificationCenter.default.post(
                name: Self.dataFailed,
                object: self,
                userInfo: [kCMSampleBufferNotificationParameter_OSStatus as String: NSNumber(value: code)]
            )
        case .notReady: break
        }
        return status
    }

    /// Whether the data of a buffer is there.
    public enum DataReadiness: Equatable, Sendable {
        /// The data is not there yet.
        case notReady
        /// The data is there.
        case ready
        /// The data will not come, and why.
        case failed(OSStatus)
    }

    /// Keys in the notifications of sample buffers.
    // @unchecked: keys are immutable strings.
    public struct NotificationKey: RawRepresentable, Hashable, @unchecked Sendable {
        /// The key as the C-style functions take it.
        public let rawValue: CFString

        /// Makes a key.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Why the data failed: a number.
        public static let status = NotificationKey(rawValue: kCMSampleBufferNotificationParameter_OSStatus)
    }

    /// Posted on a buffer when its data becomes ready.
    public static let dataBecameReady = NSNotification.Name(kCMSampleBufferNotification_DataBecameReady as String)
    /// Posted on a buffer when its data fails.
    public static let dataFailed = NSNotification.Name(kCMSampleBufferNotification_DataFailed as String)

    /// Whether the data is there.
    public var dataReadiness: DataReadiness {
        switch currentReadiness {
        case .notReady: .notReady
        case .ready: .ready
        case .failed(let status): .failed(status)
        }
    }

    /// Says whether the data is there.
    public func setDataReadiness(_ newValue: DataReadiness) throws {
        let readiness: Readiness =
            switch newValue {
            case .notReady: .notReady
            case .ready: .ready
            case .failed(let status): .failed(status)
            }
        try check(change(to: readiness))
    }

    /// Makes the data ready by the closure given at creation, if it is not.
    public func makeDataReady() throws {
        try check(CMSampleBufferMakeDataReady(self))
    }

    /// Makes the readiness of this buffer follow that of another.
    public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
        try check(CMSampleBufferTrackDataReadiness(self, sampleBufferToTrack: sampleBufferToTrack))
    }

    /// Gives the data to a buffer that was made without.
    public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
        try check(CMSampleBufferSetDataBuffer(self, newValue: dataBuffer))
    }

    /// Lets go of the data and calls the handler of ``setInvalidateHandler(_:)``, once.
    public func invalidate() throws {
        try check(CMSampleBufferInvalidate(self))
    }

    /// Sets what is called when the buffer is invalidated. Only once.
    public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
        try check(CMSampleBufferSetInvalidateHandler(self) { try? body($0) })
    }
}

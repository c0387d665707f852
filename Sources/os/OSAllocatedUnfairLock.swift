/// A lock with the state that it protects. Copies are the same lock.
///
/// DEVIATION: as ``os_unfair_lock``, it is the mutex of the C library.
// @unchecked: the state is only reached while the lock is held; whoever makes it of a state that is not Sendable says so by
// `uncheckedState`.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage: ManagedBuffer<State, os_unfair_lock_s> {
        deinit {
            _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
        }
    }

    /// Who has the lock.
    public enum Ownership: Hashable, Sendable {
        /// This thread.
        case owner
        /// Not this thread.
        case notOwner
    }

    private let storage: ManagedBuffer<State, os_unfair_lock_s>

    /// A lock with a state that may not be Sendable: the caller sees to it that nobody else reaches it.
    public init(uncheckedState initialState: State) {
        storage = Storage.create(minimumCapacity: 1) { buffer in
            buffer.withUnsafeMutablePointerToElements { $0.initialize(to: os_unfair_lock_s()) }
            return initialState
        }
    }

    /// A lock with a state.
    public init(initialState: State) where State: Sendable {
        self.init(uncheckedState: initialState)
    }

    /// Does something with the state while it has the lock.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Does something with the state while it has the lock; the caller sees to it that nothing of it escapes.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        try storage.withUnsafeMutablePointers { state, lock in
            os_unfair_lock_lock(lock)
            defer { os_unfair_lock_unlock(lock) }
            return try body(&state.pointee)
        }
    }

    /// Does something with the state if nobody has the lock.
    ///
    /// - Returns: the result; `nil` if somebody had the lock.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Does something with the state if nobody has the lock; the caller sees to it that nothing of it escapes.
    ///
    /// - Returns: the result; `nil` if somebody had the lock.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        try storage.withUnsafeMutablePointers { state, lock in
            guard os_unfair_lock_trylock(lock) else { return nil }
            defer { os_unfair_lock_unlock(lock) }
            return try body(&state.pointee)
        }
    }

    /// Ends the process unless the lock is, or is not, had by this thread.
    public func precondition(_ condition: Ownership) {
        storage.withUnsafeMutablePointerToElements { lock in
            switch condition {
            case .owner: os_unfair_lock_assert_owner(lock)
            case .notOwner: os_unfair_lock_assert_not_owner(lock)
            }
        }
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Waits for the lock and takes it.
    public func lock() {
        storage.withUnsafeMutablePointerToElements { os_unfair_lock_lock($0) }
    }

    /// Gives the lock back.
    public func unlock() {
        storage.withUnsafeMutablePointerToElements { os_unfair_lock_unlock($0) }
    }

    /// Takes the lock if nobody has it.
    ///
    /// - Returns: whether it was taken.
    public func lockIfAvailable() -> Bool {
        storage.withUnsafeMutablePointerToElements { os_unfair_lock_trylock($0) }
    }

    /// Does something while it has the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Does something while it has the lock; the caller sees to it that nothing of it escapes.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Does something if nobody has the lock.
    ///
    /// - Returns: the result; `nil` if somebody had the lock.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Does something if nobody has the lock; the caller sees to it that nothing of it escapes.
    ///
    /// - Returns: the result; `nil` if somebody had the lock.
    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        guard lockIfAvailable() else { return nil }
        defer { unlock() }
        return try body()
    }
}

/// A lock that must stay where it is: allocate it, initialize it with `os_unfair_lock()`, and pass its address.
///
/// DEVIATION: the mutex of the C library, which is not unfair. It ends the process neither when its owner locks it again, which
/// waits for ever, nor when another thread unlocks it.
///
/// Locking and unlocking are compiled into their clients, so that a package that finds this module in the build folder, but does not depend on it,
/// can be linked: some packages ask `canImport(os)` where they mean Apple's platforms.
public typealias os_unfair_lock_s = pthread_mutex_t
/// A lock that must stay where it is.
public typealias os_unfair_lock = os_unfair_lock_s
/// The address of a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Waits for the lock and takes it.
@_alwaysEmitIntoClient
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
    pthread_mutex_lock(lock)
}

/// Takes the lock if nobody has it.
///
/// - Returns: whether it was taken.
@_alwaysEmitIntoClient
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
    pthread_mutex_trylock(lock) == 0
}

/// Gives the lock back.
@_alwaysEmitIntoClient
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
    pthread_mutex_unlock(lock)
}

/// Ends the process unless this thread has the lock.
public func os_unfair_lock_assert_owner(_ lock: os_unfair_lock_t) {
    precondition(isOwned(lock), "the lock is not owned by this thread")
}

/// Ends the process if this thread has the lock.
public func os_unfair_lock_assert_not_owner(_ lock: os_unfair_lock_t) {
    precondition(!isOwned(lock), "the lock is owned by this thread")
}

/// Whether this thread has the lock: the C library notes the owner's thread in it.
private func isOwned(_ lock: os_unfair_lock_t) -> Bool {
    lock.pointee.__data.__owner == currentThread()
}

/// The kernel's number of the thread. The C library has the function, but declares it only to those who ask for extensions.
private let currentThread: @convention(c) () -> pid_t = {
    guard let function = dlsym(nil, "gettid") else { preconditionFailure("the C library has no gettid") }
    return unsafeBitCast(function, to: (@convention(c) () -> pid_t).self)
}()

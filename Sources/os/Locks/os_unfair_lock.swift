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

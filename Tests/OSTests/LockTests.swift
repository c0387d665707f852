import Dispatch
import Testing
import os.lock

@Suite("Locks of os")
struct LockTests {
    @Test("a lock protects its state from many threads")
    func state() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in lock.withLock { $0 += 1 } }
        #expect(lock.withLock { $0 } == 1000)
    }

    @Test("a lock that is held is not available, and copies are the same lock")
    func availability() {
        let lock = OSAllocatedUnfairLock()
        let copy = lock
        #expect(lock.lockIfAvailable())
        lock.precondition(.owner)
        DispatchQueue.global().sync {
            #expect(!copy.lockIfAvailable())
            #expect(copy.withLockIfAvailable { 1 } == nil)
        }
        lock.unlock()
        lock.precondition(.notOwner)
        #expect(copy.withLockIfAvailable { 1 } == 1)
    }

    @Test("os_unfair_lock, allocated by hand")
    func allocated() {
        let lock = os_unfair_lock_t.allocate(capacity: 1)
        lock.initialize(to: os_unfair_lock())
        defer {
            lock.deinitialize(count: 1)
            lock.deallocate()
        }
        os_unfair_lock_lock(lock)
        os_unfair_lock_assert_owner(lock)
        #expect(!os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
        os_unfair_lock_assert_not_owner(lock)
        #expect(os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
    }

    @Test("a lock that another thread owns is not owned")
    func ownership() async {
        await #expect(processExitsWith: .failure) {
            let lock = OSAllocatedUnfairLock()
            lock.precondition(.owner)
        }
    }
}

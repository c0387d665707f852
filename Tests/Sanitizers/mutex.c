// Tells ThreadSanitizer of Swift's Mutex where two threads meet at one.
//
// The standard library's own code is not instrumented. Where a mutex is free its lock is an atomic operation in the program,
// which the sanitizer sees. Where it is taken the library waits for it, and the sanitizer sees no order between the former
// owner and the next one: each such meeting would be reported as a race. This library is loaded before Swift's
// (LD_PRELOAD), takes the place of its two functions for that, and tells the sanitizer what they mean.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// Synchronization._MutexHandle._lockSlow(_:) and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// There in programs with the sanitizer; other programs that the tests start are not to miss them.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slowly(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slowly(SELF) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF) {
    SWIFT void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slowly(SELF) {
    SWIFT void (*unlock)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    unlock(mutex);
}

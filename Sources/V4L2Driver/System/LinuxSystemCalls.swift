import Glibc

/// The real kernel.
struct LinuxSystemCalls: SystemCalls {
    func open(_ path: String, flags: Int32) throws(Errno) -> Int32 {
        let descriptor = Glibc.open(path, flags)
        guard descriptor >= 0 else { throw Errno.last }
        return descriptor
    }

    func close(_ descriptor: Int32) throws(Errno) {
        guard Glibc.close(descriptor) == 0 else { throw Errno.last }
    }

    func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno) {
        guard Glibc.ioctl(descriptor, request, argument) >= 0 else { throw Errno.last }
    }

    func mmap(length: Int, descriptor: Int32, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        guard let address = Glibc.mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset),
            address != MAP_FAILED
        else { throw Errno.last }
        return address
    }

    func munmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno) {
        guard Glibc.munmap(address, length) == 0 else { throw Errno.last }
    }

    func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeoutMilliseconds: Int32) throws(Errno) -> Int32 {
        let ready = Glibc.poll(entries.baseAddress, nfds_t(entries.count), timeoutMilliseconds)
        guard ready >= 0 else { throw Errno.last }
        return ready
    }
}

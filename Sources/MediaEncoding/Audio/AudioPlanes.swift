internal import CLibAV

/// Memory for frames of sound, as libav wants it: a pointer for each plane. It grows and is used again.
final class AudioPlanes {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    private let planeCount: Int
    private let bytesPerFrame: Int
    private(set) var capacity = 0

    /// - Parameter bytesPerFrame: bytes of one frame within a plane.
    init(planeCount: Int, bytesPerFrame: Int) {
        self.planeCount = planeCount
        self.bytesPerFrame = bytesPerFrame
        pointers = .allocate(capacity: max(8, planeCount))
        pointers.initialize(repeating: nil, count: max(8, planeCount))
    }

    deinit {
        free()
        pointers.deallocate()
    }

    private func free() {
        for index in 0..<planeCount { pointers[index]?.deallocate() }
    }

    /// Makes room, without keeping what was there. New memory is zeroed.
    func reserve(_ frames: Int) {
        guard frames > capacity else { return }
        free()
        capacity = frames + frames / 2
        for index in 0..<planeCount {
            pointers[index] = .allocate(capacity: capacity * bytesPerFrame)
            pointers[index]?.initialize(repeating: 0, count: capacity * bytesPerFrame)
        }
    }
}

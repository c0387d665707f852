import CameraLifecycle

/// What is going to happen, earliest first; things of the same moment in the order in which they were entered.
struct EventQueue<Item: Sendable>: Sendable {
    private struct Entry {
        var time: CameraTime
        var order: UInt64
        var item: Item

        func comes(before other: Entry) -> Bool {
            time == other.time ? order < other.order : time < other.time
        }
    }

    /// A binary heap.
    private var entries: [Entry] = []
    private var entered: UInt64 = 0

    /// When the next item is due.
    var nextTime: CameraTime? { entries.first?.time }

    /// Enters an item.
    mutating func add(_ item: Item, at time: CameraTime) {
        entries.append(Entry(time: time, order: entered, item: item))
        entered += 1
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].comes(before: entries[parent]) else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the next item.
    mutating func next() -> (time: CameraTime, item: Item)? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return (first.time, first.item)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            let left = parent * 2 + 1
            guard left < entries.count else { return }
            let right = left + 1
            let child = right < entries.count && entries[right].comes(before: entries[left]) ? right : left
            guard entries[child].comes(before: entries[parent]) else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}

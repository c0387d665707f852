/// What a clock or timebase follows: itself first, its ultimate clock last.
struct SyncChain {
    struct Link {
        let timebase: CMTimebase
        let mapping: TimebaseMapping
    }

    /// The timebases, from the object itself upwards; none for a clock.
    let links: [Link]
    let root: any CMSyncProtocol

    init(_ object: any CMSyncProtocol) {
        var links: [Link] = []
        var current = object
        while let timebase = current as? CMTimebase {
            let (mapping, source) = timebase.snapshot
            links.append(Link(timebase: timebase, mapping: mapping))
            current = source.object
        }
        self.links = links
        root = current
    }

    var objects: [any CMSyncProtocol] { links.map { $0.timebase as any CMSyncProtocol } + [root] }
}

/// How two clocks or timebases relate: through what both follow, or, if they follow different clocks, through those clocks.
struct SyncRelation {
    /// What the first follows, up to what both follow.
    private let ascent: ArraySlice<SyncChain.Link>
    /// What the second follows, up to what both follow.
    private let descent: ArraySlice<SyncChain.Link>
    /// What both follow; nil if there is nothing.
    private let pivot: (any CMSyncProtocol)?
    private let roots: (first: any CMSyncProtocol, second: any CMSyncProtocol)

    init(_ first: any CMSyncProtocol, _ second: any CMSyncProtocol) {
        let (own, other) = (SyncChain(first), SyncChain(second))
        roots = (own.root, other.root)
        let objects = own.objects
        let others = other.objects
        let meeting = objects.firstIndex { object in others.contains { isSameObject($0, object) } }
        if let meeting, let match = others.firstIndex(where: { isSameObject($0, objects[meeting]) }) {
            ascent = own.links.prefix(meeting)
            descent = other.links.prefix(match)
            pivot = objects[meeting]
        } else {
            ascent = own.links[...]
            descent = other.links[...]
            pivot = nil
        }
    }

    /// Whether they follow different clocks.
    var mightDrift: Bool { !isSameObject(roots.first, roots.second) }

    /// The rate of the first for each second of the second; not a number if the second stands.
    var relativeRate: Double {
        let rate: Double = ascent.reduce(1) { $0 * $1.mapping.rate }
        let reference: Double = descent.reduce(1) { $0 * $1.mapping.rate }
        return reference == 0 ? .nan : rate / reference
    }

    /// The times of both at one moment.
    var times: (CMTime, CMTime) {
        let common = pivot?.time
        let (first, second) = common.map { ($0, $0) } ?? simultaneousTimes(roots.first, roots.second)
        return (Self.time(first, down: ascent), Self.time(second, down: descent))
    }

    /// A time of the first as a time of the second; invalid if the first, or what it follows, stands.
    func convert(_ time: CMTime) -> CMTime {
        var current = time
        for link in ascent {
            guard let above = link.mapping.sourceTime(at: current) else { return .invalid }
            current = above
        }
        if pivot == nil {
            let (own, other) = simultaneousTimes(roots.first, roots.second)
            current = CMTimeAdd(other, CMTimeSubtract(current, own))
        }
        return Self.time(current, down: descent)
    }

    private static func time(_ time: CMTime, down links: ArraySlice<SyncChain.Link>) -> CMTime {
        links.reversed().reduce(time) { $1.mapping.time(atSourceTime: $0) }
    }
}

/// Whether two are one object.
func isSameObject(_ left: any CMSyncProtocol, _ right: any CMSyncProtocol) -> Bool {
    (left as AnyObject) === (right as AnyObject)
}

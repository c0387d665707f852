import Foundation

/// What this process holds of the kernel's, counted.
struct ProcessCensus: CustomStringConvertible {
    /// Open files.
    var descriptors: Int
    /// Pieces of memory.
    var mappings: Int
    /// Those that belong to video nodes: the kernel's frame buffers.
    var videoMappings: Int
    var threads: Int
    /// Those that drive streams, watch for cameras and play cameras.
    var ownThreads: [String]
    /// Memory in use, in kilobytes.
    var residentKilobytes: Int

    /// Counts now.
    static func take() -> ProcessCensus {
        let maps = text("/proc/self/maps").split(separator: "\n")
        let names = entries("/proc/self/task").map {
            text("/proc/self/task/\($0)/comm").trimmingCharacters(in: .newlines)
        }
        // Without what is merely read from files, which comes and goes with the machine's memory.
        let anonymous = text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return ProcessCensus(
            descriptors: entries("/proc/self/fd").count,
            mappings: maps.count,
            videoMappings: maps.count { $0.contains("/dev/video") },
            threads: names.count,
            ownThreads: names.filter { $0.hasPrefix("pinhole ") || $0.hasPrefix("emulated ") }.sorted(),
            residentKilobytes: anonymous?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        )
    }

    /// Counts until three counts in a row find the same threads, for five seconds at most: a stream's thread ends a moment
    /// after the stream.
    static func atRest() -> ProcessCensus {
        var census = take()
        var equalCounts = 1
        for _ in 0..<50 where equalCounts < 3 {
            usleep(100_000)
            let next = take()
            equalCounts = next.ownThreads == census.ownThreads ? equalCounts + 1 : 1
            census = next
        }
        return census
    }

    /// Counts until nothing is left over compared with another census, for five seconds at most: a thread that has done
    /// its work takes a moment to go.
    static func settled(against before: ProcessCensus) -> ProcessCensus {
        var census = take()
        for _ in 0..<100 {
            if census.descriptors <= before.descriptors, census.videoMappings <= before.videoMappings,
                census.ownThreads == before.ownThreads
            {
                break
            }
            usleep(50_000)
            census = take()
        }
        return census
    }

    var description: String {
        "\(descriptors) descriptors, \(mappings) mappings (\(videoMappings) of video nodes), \(threads) threads "
            + "(\(ownThreads.joined(separator: ", "))), \(residentKilobytes) kB"
    }

    private static func entries(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}

import Foundation

// A viewfinder on a camera that the browser tests script.
//
// Arguments: --port N, --photos FOLDER, --movies FOLDER, --frames FOLDER with JPEG files, --rate FPS.
// Prints the page's address as the first line. Reads commands from standard input, one JSON object a line:
// {"phase": "disconnected"}, {"phase": "interrupted", "interruption": "cameraInUse"}, {"pressure": "serious", "limit": 20},
// {"rate": 0}, {"fail": "The disk is full."}, {"fail": null}, {"sound": "denied", "name": null, "message": "Not allowed."},
// {"levels": [-6, -12]}, {"free": 500000000}, {"end": {"title": "The disk is full", "advice": "It is saved."}},
// {"unplug": "back"}: another camera takes over. {"obstacle": "No."}, {"recovery": 0.5}, {"recovery": 1, "failure": "Unreadable."}.
// Several cameras: {"dual": "offer"}, {"dual": "both"}, {"dual": "all"}, {"dual": "one", "title": "...", "advice": "..."},
// {"steps": ["..."]}, {"hardware": true}, {"hardwareIsActive": true}, {"failOnDevice": "The camera is busy."}; of one of several
// cameras, by its index: {"lose": 1}, {"camera": 1, "pressure": "serious", "limit": 20}, {"camera": 1, "isSilent": true}: its
// frames come no more.
// Books: {"scanner": {...}}, {"books": [...]}, {"text": {...}}, as the page gets them. "fail" concerns scans, too.
// With --no-scanner there is none. With --token TOKEN browsers log in.
// Everything: {"reset": ["--photos", "..."]}: a server with other parts takes this one's place, as if the program had been started with
// these arguments, and its address is printed. One start of the program serves many tests so.

/// What standard input says, read by a thread of its own: whoever waits for a line keeps a thread, and tasks have few.
let lines = AsyncStream<String> { continuation in
    Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
    }
}
var arguments: [String]? = Array(CommandLine.arguments.dropFirst())
while let given = arguments {
    let viewfinder = try ScriptedViewfinder(arguments: given)
    let script = Task.detached { await viewfinder.obey(lines) }
    try await viewfinder.run()
    script.cancel()
    arguments = await script.value
}
exit(0)

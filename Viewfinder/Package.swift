// swift-tools-version: 6.1
import PackageDescription

// The viewfinder in a browser, and the command `pinhole`. For Linux.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

func layer(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency], in folder: String) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: folder, swiftSettings: strict)
}

func books(_ product: String) -> Target.Dependency {
    .product(name: product, package: "Books")
}

func pinhole(_ product: String) -> Target.Dependency {
    .product(name: product, package: "pinhole")
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
/// Only with the trait.
let hummingbirdTLS = Target.Dependency.product(
    name: "HummingbirdTLS",
    package: "hummingbird",
    condition: .when(traits: ["TLS"])
)
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"]))
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
    name: "Viewfinder",
    products: [
        .library(name: "Localization", targets: ["Localization"]),
        .library(name: "Viewfinder", targets: ["Viewfinder"]),
        .library(name: "SimulatorControl", targets: ["SimulatorControl"]),
        .executable(name: "pinhole", targets: ["pinhole"]),
    ],
    traits: [
        .trait(
            name: "TLS",
            description: "Encrypts with swift-nio-ssl, whose BoringSSL takes longer to build than most of the rest."
        )
    ],
    dependencies: [
        .package(name: "pinhole", path: ".."),
        .package(name: "Books", path: "../Books"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    // From the lowest layer to the highest; a target imports only what stands above it in this list, and products of other packages.
    targets: [
        .systemLibrary(
            name: "CLibArchive",
            path: "Sources/CLibArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"])]
        ),
        // What the page and the iPhone app say, in the languages that they speak. The app's project has the catalog from here.
        layer("Localization", [], resources: [.copy("Localizable.xcstrings")]),
        // The server, its page, and the camera behind them.
        layer(
            "Viewfinder",
            [
                "CLibArchive", "Localization", pinhole("AVFoundation"), pinhole("CameraEngine"), pinhole("CaptureCore"),
                pinhole("CommandSupport"), pinhole("CZlib"), pinhole("Digests"), pinhole("ImageProcessing"),
                books("ScannerLink"), books("ServerSentEvents"), httpTypes, hummingbird,
                hummingbirdCore, logging, nioCore, nioHTTP1, nioHTTPTypes, nioPosix, serviceLifecycle, unixSignals,
            ],
            resources: [.copy("Page")]
        ),
        // Encryption. Without the trait `TLS` there is nothing in it.
        .target(name: "CSelfSignedCertificate", linkerSettings: [.linkedLibrary("crypto")]),
        layer(
            "ViewfinderTLS",
            ["CSelfSignedCertificate", "Viewfinder", pinhole("Digests"), nioCore, hummingbirdTLS, nioSSL]
        ),
        // The scanner of the page: photos by the viewfinder's camera, books by the program `pinhole-books`.
        layer(
            "LiveScanner",
            [
                "Viewfinder", pinhole("CameraEngine"), pinhole("LiveText"),
                books("ScannerLink"),
            ]
        ),
        // A simulated phone in the hands of whoever has a page open.
        layer(
            "SimulatorControl",
            [
                "Viewfinder", pinhole("BarcodeScene"), pinhole("BookshelfScene"), pinhole("CameraEngine"),
                pinhole("CameraSource"), pinhole("SimulatedDriver"), argumentParser,
            ]
        ),
        // The command.
        .executableTarget(
            name: "pinhole",
            dependencies: [
                "LiveScanner", "SimulatorControl", "Viewfinder", "ViewfinderTLS", books("CommandMain"),
                books("ScannerLink"), pinhole("AVFoundation"), pinhole("CameraEngine"), pinhole("CameraSimulation"),
                pinhole("CameraSource"), pinhole("CaptureCore"), pinhole("CommandSupport"), pinhole("Diagnostics"),
                pinhole("SimulatedDriver"), argumentParser, logging, serviceLifecycle, unixSignals,
            ],
            swiftSettings: strict
        ),
        tests(
            "CommandTests",
            [
                "SimulatorControl", "Viewfinder", "ViewfinderTestSupport", "pinhole",
                books("BookScanner"), books("HTTPTransports"), books("ScannerLink"), pinhole("BookshelfScene"),
                pinhole("CameraEngine"),
                pinhole("CommandSupport"), argumentParser,
                pinhole("CameraSource"), pinhole("CaptureSystemTesting"), pinhole("Diagnostics"),
                pinhole("SimulatedDriver"), pinhole("TestSupport"), httpTypes, logging, serviceLifecycle,
            ]
        ),
        .target(
            name: "ViewfinderTestSupport",
            dependencies: [
                "Viewfinder", books("ScannerLink"), pinhole("CameraEngine"), pinhole("CaptureCore"), nioCore,
            ],
            path: "Tests/ViewfinderTestSupport",
            resources: [.copy("Frames"), .copy("Movies"), .copy("OtherFrames")],
            swiftSettings: strict
        ),
        program(
            "scripted-camera-server",
            [
                "Viewfinder", "ViewfinderTestSupport", books("ScannerLink"), pinhole("CameraEngine"), logging,
                serviceLifecycle, unixSignals,
            ],
            in: "Tests/ScriptedCameraServer"
        ),
        tests(
            "ViewfinderTests",
            [
                "LiveScanner", "Localization", "Viewfinder", "ViewfinderTLS", "ViewfinderTestSupport",
                books("BookScanner"), books("HTTPTestSupport"), books("HTTPTransports"), books("RecognitionService"),
                books("ScanTestSupport"), books("ScannerLink"), books("ScannerService"), books("ServerSentEvents"),
                pinhole("AVFoundation"), pinhole("CommandSupport"),
                pinhole("BookshelfScene"), pinhole("CameraEngine"), pinhole("CaptureCore"),
                pinhole("CaptureSystemTesting"), pinhole("CoreMedia"), pinhole("CoreVideo"), pinhole("ImageIO"),
                pinhole("ImageProcessing"), pinhole("SimulatedDriver"), pinhole("TestSupport"),
                httpTypes, hummingbird,
                logging, nioCore, nioEmbedded, nioHTTPTypes, nioPosix,
                serviceLifecycle,
            ]
        ),

        // Movies that must survive what happens to their writers.
        program(
            "crash-test-recorder",
            [
                pinhole("CaptureCore"), pinhole("CoreMedia"), pinhole("CoreVideo"), pinhole("TestSupport"),
                argumentParser,
            ],
            in: "Tests/CrashTestRecorder"
        ),
        tests("MovieSurvivalTests", ["crash-test-recorder", pinhole("CaptureCore"), pinhole("TestSupport")]),

        // What reads bytes of unknown origin, replayed here with all that fuzzing has found.
        .testTarget(
            name: "FuzzingTests",
            dependencies: [
                "Viewfinder", pinhole("CaptureCore"), pinhole("Diagnostics"), pinhole("ImageProcessing"),
                pinhole("SimulatedDriver"),
            ],
            path: "Tests/Fuzzing",
            exclude: ["CLibFuzzer", "Fuzzer.swift"],
            resources: [.copy("Corpora")],
            swiftSettings: strict
        ),
    ],
    cxxLanguageStandard: .cxx17
)

/// What the fuzzer of each harness consists of.
let fuzzers: [String: (sources: [String], dependencies: [Target.Dependency])] = [
    "movie-tables": (["MemoryStorage", "MovieTables"], [pinhole("CaptureCore")]),
    "recovery": (["MemoryStorage", "Recovery"], [pinhole("CaptureCore")]),
    "fault-scripts": (["FaultScripts"], [pinhole("SimulatedDriver")]),
    "byte-ranges": (["ByteRanges"], ["Viewfinder"]),
    "exif": (["Exif"], [pinhole("ImageProcessing")]),
    "jpeg-segments": (["JPEGSegments"], [pinhole("ImageProcessing")]),
    "heif": (["HEIF"], [pinhole("ImageProcessing")]),
    "video-nodes": (["VideoNodes"], [pinhole("Diagnostics")]),
]

// `scripts/fuzz` names one. Fuzzers need the compiler's instrumentation, and share their sources with the tests.
if let name = Context.environment["PINHOLE_FUZZ"], let fuzzer = fuzzers[name] {
    package.targets.removeAll { $0.name == "FuzzingTests" }
    package.targets += [
        .target(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
        .executableTarget(
            name: "fuzz-\(name)",
            dependencies: fuzzer.dependencies + ["CLibFuzzer"],
            path: "Tests/Fuzzing",
            exclude: ["CLibFuzzer", "Corpora", "CorpusTests.swift"],
            sources: ["Fuzzer.swift"] + fuzzer.sources.map { "Harnesses/\($0).swift" },
            swiftSettings: strict + [.define("FUZZER")]
        ),
    ]
}

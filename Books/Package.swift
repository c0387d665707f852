// swift-tools-version: 6.1
import PackageDescription

// Books on shelves: the scanner that apps are built with, and, on Linux, the program `pinhole-books`, which recognises them.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// A library of Debian's.
func debian(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func layer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A layer that Apple's platforms have, too.
///
/// - Parameters:
///   - dependencies: needed everywhere.
///   - onLinux: what does there what the SDK does on Apple's platforms.
func portable(_ name: String, _ dependencies: [Target.Dependency], onLinux: [Target.Dependency] = []) -> Target {
    #if os(Linux)
        layer(name, dependencies + onLinux)
    #else
        layer(name, dependencies)
    #endif
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func testSupport(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency], in folder: String) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: folder, swiftSettings: strict)
}

func pinhole(_ product: String) -> Target.Dependency {
    .product(name: product, package: "pinhole")
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

// The manifest is evaluated on the machine that builds. On a Mac nothing is a part of this package that needs Linux.
let package = Package(
    name: "Books",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        // What apps are built of, on Apple's platforms and here.
        .library(name: "BookScanner", targets: ["BookScanner", "HTTPTransports", "ScanProtocol"])
    ],
    dependencies: [
        .package(name: "pinhole", path: ".."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    // From the lowest layer to the highest; a target imports only what stands above it in this list, and products of other packages.
    targets: [
        // How HTTP requests are sent.
        portable("HTTPTransports", [httpTypes], onLinux: ["CLibCurl"]),
        // What scanners and recognisers say to each other.
        portable("ScanProtocol", [httpTypes]),
        // Events of servers, written and read.
        portable("ServerSentEvents", []),
        // What images cost vision models.
        portable("TokenEstimation", []),
        // The scanner: a queue of photos that loses none, the service's client, duplicates, what was scanned.
        portable(
            "BookScanner",
            [
                "HTTPTransports", "ScanProtocol", "ServerSentEvents", "TokenEstimation", pinhole("Digests"), grdb,
                httpTypes,
            ],
            onLinux: [pinhole("CoreVideo"), pinhole("ImageProcessing")]
        ),
    ],
    cxxLanguageStandard: .cxx17
)

#if os(Linux)
    package.products += [
        .library(name: "CommandMain", targets: ["CommandMain"]),
        .library(name: "ScannerLink", targets: ["ScannerLink"]),
        .library(name: "RecognitionService", targets: ["RecognitionService", "VisionModel"]),
        .library(name: "ServerSentEvents", targets: ["ServerSentEvents"]),
        .library(name: "ScannerService", targets: ["ScannerService"]),
        .library(name: "HTTPTestSupport", targets: ["HTTPTestSupport"]),
        .library(name: "HTTPTransports", targets: ["HTTPTransports"]),
        .library(name: "ScanTestSupport", targets: ["ScanServiceTestSupport", "ScanTestSupport"]),
        .library(name: "BookRecognition", targets: ["BookCatalogue", "BookMatching", "BookRecognition"]),
        .executable(name: "pinhole-books", targets: ["pinhole-books"]),
    ]

    package.dependencies += [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ]

    package.targets += [
        debian("CLibCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        tests("HTTPTransportsTests", ["HTTPTransports", httpTypes, nioCore, nioHTTP1, nioPosix]),
        // What tests ask servers with that have no socket.
        testSupport("HTTPTestSupport", [httpTypes, hummingbird, logging, nioCore, nioEmbedded, serviceLifecycle]),
        tests("ScanProtocolTests", ["ScanProtocol", httpTypes]),
        tests("ServerSentEventsTests", ["ServerSentEvents"]),
        tests("TokenEstimationTests", ["TokenEstimation"]),

        // What the viewfinder and the program of books say to each other.
        layer("ScannerLink", []),
        tests("ScannerLinkTests", ["ScannerLink"]),

        // From lines of text to titles, by a catalogue.
        layer("BookMatching", []),
        layer("BookCatalogue", ["BookMatching", pinhole("CZlib"), pinhole("FoundationExtras"), grdb]),
        .testTarget(
            name: "BookMatchingTests",
            dependencies: ["BookCatalogue", "BookMatching"],
            resources: [.copy("Shelves")],
            swiftSettings: strict
        ),
        tests("BookCatalogueTests", ["BookCatalogue", "BookMatching", grdb]),

        // The service that photos of shelves are sent to, with jobs in SQLite or PostgreSQL.
        debian("CLibPQ", pkgConfig: "libpq", package: "libpq-dev"),
        layer(
            "RecognitionService",
            [
                "CLibPQ", "ScanProtocol", "ServerSentEvents", pinhole("Digests"), grdb, httpTypes, hummingbird, logging,
                nioCore,
                serviceLifecycle,
            ]
        ),
        program(
            "recognition-service-demo",
            [
                "RecognitionService", "ScanProtocol", pinhole("Digests"), argumentParser, hummingbird, logging,
                serviceLifecycle,
            ],
            in: "Tests/RecognitionServiceDemo"
        ),
        // Recognition by a vision model behind an HTTP interface.
        layer(
            "VisionModel",
            [
                "HTTPTransports", "RecognitionService", "ScanProtocol", "TokenEstimation", pinhole("CoreVideo"),
                pinhole("ImageProcessing"), httpTypes,
            ]
        ),
        tests(
            "VisionModelTests",
            [
                "HTTPTransports", "RecognitionService", "ScanProtocol", "VisionModel",
                pinhole("CoreVideo"), pinhole("ImageProcessing"), httpTypes, hummingbird, logging, nioCore,
            ]
        ),
        testSupport("ScanTestSupport", ["BookScanner", pinhole("TestSupport")]),
        tests(
            "RecognitionServiceTests",
            [
                "HTTPTestSupport", "RecognitionService", "ScanProtocol", "ServerSentEvents", "ScanTestSupport",
                "recognition-service-demo",
                pinhole("Digests"), pinhole("TestSupport"), grdb, httpTypes, hummingbird, logging, nioCore,
            ]
        ),
        program(
            "scan-store-crasher",
            ["BookScanner", "ScanTestSupport", pinhole("TestSupport")],
            in: "Tests/ScanStoreCrasher"
        ),
        testSupport(
            "ScanServiceTestSupport",
            [
                "BookScanner", "HTTPTransports", "RecognitionService", "ScanProtocol", "ServerSentEvents",
                pinhole("TestSupport"), grdb, httpTypes, hummingbird, logging, nioCore, serviceLifecycle,
            ]
        ),
        program(
            "scan-crash-peer",
            [
                "BookScanner", "HTTPTransports", "ScanProtocol", "ScanServiceTestSupport", "ScanTestSupport",
                pinhole("TestSupport"),
            ],
            in: "Tests/ScanCrashPeer"
        ),
        tests(
            "BookScannerTests",
            [
                "BookScanner", "HTTPTransports", "ScanProtocol", "ScanTestSupport", "scan-store-crasher",
                pinhole("CoreVideo"), pinhole("ImageProcessing"), pinhole("Digests"), pinhole("TestSupport"),
                grdb, httpTypes,
            ]
        ),
        tests(
            "BookScannerServiceTests",
            [
                "BookScanner", "HTTPTransports", "ScanProtocol", "ScanServiceTestSupport",
                "ScanTestSupport", "scan-crash-peer", pinhole("TestSupport"), grdb, httpTypes,
            ]
        ),

        // From a photo's file to books.
        layer(
            "BookRecognition",
            [
                "BookCatalogue", "BookMatching", "RecognitionService", "ScanProtocol", pinhole("BookshelfScene"),
                pinhole("CaptureCore"), pinhole("CommandSupport"), pinhole("ImageProcessing"),
                pinhole("TextRecognition"),
            ]
        ),
        tests(
            "BookRecognitionTests",
            [
                "BookCatalogue", "BookMatching", "BookRecognition", "RecognitionService", "ScanProtocol",
                pinhole("BookshelfScene"), pinhole("ImageProcessing"), pinhole("TextRecognition"),
            ]
        ),

        // The end of a command.
        layer("CommandMain", [argumentParser]),
        // The scanner behind the viewfinder's, and the program.
        layer(
            "ScannerService",
            [
                "BookScanner", "RecognitionService", "ScanProtocol", "ScannerLink", hummingbird, logging,
                serviceLifecycle,
            ]
        ),
        .executableTarget(
            name: "pinhole-books",
            dependencies: [
                "BookCatalogue", "BookRecognition", "BookScanner", "CommandMain", "HTTPTransports",
                "RecognitionService", "ScanProtocol", "ScannerLink", "ScannerService", "VisionModel",
                pinhole("CommandSupport"), pinhole("TextRecognition"),
                argumentParser, hummingbird, logging, serviceLifecycle,
            ],
            swiftSettings: strict
        ),
    ]
#endif

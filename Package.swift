// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// For modules whose classes are not `Sendable`, as those of Apple's modules of the same names are not. What clients write for those,
/// `@preconcurrency import` above all, has to mean the same here, and the compiler lets it only for modules that are older than Swift
/// 6: so these are compiled in the mode of Swift 5, with everything that Swift 6 checks.
let asInSDK: [SwiftSetting] =
    [.swiftLanguageMode(.v5)]
    + [
        "StrictConcurrency", "BareSlashRegexLiterals", "ConciseMagicFile", "DeprecateApplicationMain",
        "DisableOutwardActorInference", "DynamicActorIsolation", "ForwardTrailingClosures",
        "GlobalActorIsolatedTypesUsability",
        "GlobalConcurrency", "ImplicitOpenExistentials", "ImportObjcForwardDeclarations", "InferSendableFromCaptures",
        "IsolatedDefaultValues", "NonfrozenEnumExhaustivity", "RegionBasedIsolation",
    ].map { .enableUpcomingFeature($0) }

/// A library of Debian's.
func debian(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func layer(
    _ name: String,
    _ dependencies: [Target.Dependency],
    resources: [Resource]? = nil,
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// A layer that Apple's platforms have, too.
///
/// - Parameters:
///   - dependencies: needed everywhere.
///   - onLinux: what Apple's SDK has, and what does there what the SDK does on Apple's platforms.
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

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let swiftCSV = Target.Dependency.product(name: "SwiftCSV", package: "SwiftCSV")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")

// The manifest is evaluated on the machine that builds. On a Mac, Apple's modules come from the SDK: nothing that would take their
// names, or that needs Linux, is a part of this package there.
let package = Package(
    name: "pinhole",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        // What apps are built of, on Apple's platforms and here.
        .library(name: "CameraEngine", targets: ["CameraEngine", "CameraLifecycle"]),
        .library(name: "BookScanner", targets: ["BookScanner", "ScanProtocol"]),
        .library(name: "LiveText", targets: ["LiveText"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Where in a movie captured pictures and sound belong.
        portable("MovieTime", [], onLinux: ["CoreMedia"]),
        // The camera engine: its decisions, which need nothing, and what carries them out.
        portable("CameraLifecycle", []),
        portable(
            "CameraEngine",
            ["CameraLifecycle", "MovieTime"],
            // What draws two cameras' pictures onto one canvas, where Core Image does not.
            onLinux: ["AVFoundation", "ImageProcessing", logging]
        ),
        // Text in a camera's frames while they come.
        portable("LiveText", [], onLinux: ["CoreMedia", "CoreVideo", "ImageProcessing", "Vision"]),
        // What scanners and recognisers say to each other.
        portable("ScanProtocol", [httpTypes]),
        // What images cost vision models.
        portable("TokenEstimation", []),
        // The scanner: a queue of photos that loses none, the service's client, duplicates, what was scanned.
        portable(
            "BookScanner",
            ["ScanProtocol", "TokenEstimation", grdb, httpTypes],
            onLinux: ["CoreVideo", "ImageProcessing", asyncHTTPClient, crypto, nioCore, nioHTTP1]
        ),
    ],
    cxxLanguageStandard: .cxx17
)

#if os(Linux)
    package.products += [
        // What Apple's SDK has: an app imports these under the same names on every platform.
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "AVFAudio", targets: ["AVFAudio"]),
        .library(name: "AVKit", targets: ["AVKit"]),
        .library(name: "AudioToolbox", targets: ["AudioToolbox"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
        .library(name: "CoreImage", targets: ["CoreImage", "_Testing_CoreImage"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreVideo", targets: ["CoreVideo"]),
        .library(name: "ImageIO", targets: ["ImageIO"]),
        .library(name: "QuartzCore", targets: ["QuartzCore"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "Vision", targets: ["Vision"]),
        .library(name: "simd", targets: ["simd"]),
        // What programs on Linux are built of.
        .library(name: "Viewfinder", targets: ["Viewfinder"]),
        .library(name: "RecognitionService", targets: ["RecognitionService", "VisionModel"]),
        // Simulated phones, and what an app's tests do with them.
        .library(name: "SimulatedDriver", targets: ["SimulatedDriver", "CaptureDriver"]),
        .library(name: "BarcodeScene", targets: ["BarcodeScene", "SimulatedDriver"]),
        .library(name: "CaptureSystemTesting", targets: ["CaptureSystemTesting"]),
        .library(name: "CameraSource", targets: ["CameraSource"]),
        .library(name: "SimulatorControl", targets: ["SimulatorControl"]),
        .library(name: "ImageProcessing", targets: ["ImageProcessing"]),
        // For those who write drivers.
        .library(name: "CaptureDriver", targets: ["CaptureDriver"]),
        .library(name: "CaptureDriverConformance", targets: ["CaptureDriverConformance", "CaptureDriver"]),
        .executable(name: "pinhole", targets: ["pinhole"]),
        .executable(name: "pinhole-bench", targets: ["PinholeBench"]),
    ]

    package.dependencies += [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    ]

    // From the lowest layer to the highest; a target imports only what stands above it in this list, and what is portable.
    package.targets += [
        // Random numbers that can be had again, for simulations and tests.
        layer("SeededRandom", []),

        // What Apple's platforms have and Linux lacks.
        layer("FoundationExtras", []),
        // Cairo paints for Core Graphics, which declares what it uses of it: see CairoFunctions.swift.
        .target(
            name: "CoreGraphics",
            dependencies: ["FoundationExtras"],
            swiftSettings: strict + [.enableExperimentalFeature("Extern")],
            linkerSettings: [.linkedLibrary("cairo")]
        ),
        // Swift Testing's overlay for it. Whatever brings CoreGraphics along depends on it, so that it is there for their clients' tests.
        layer("_Testing_CoreGraphics", ["CoreGraphics"]),
        layer("CoreLocation", ["FoundationExtras"]),
        layer("simd", []),
        layer("UniformTypeIdentifiers", ["FoundationExtras"]),
        layer("CoreVideo", ["FoundationExtras"], settings: asInSDK),
        layer("CoreMedia", ["CoreVideo", "FoundationExtras"], settings: asInSDK),
        layer("QuartzCore", ["CoreGraphics", "FoundationExtras", "_Testing_CoreGraphics"], settings: asInSDK),
        tests("FoundationExtrasTests", ["FoundationExtras"]),
        tests("CoreGraphicsTests", ["CoreGraphics", "_Testing_CoreGraphics"]),
        tests("CoreLocationTests", ["CoreLocation"]),
        tests("QuartzCoreTests", ["CoreMedia", "QuartzCore"]),
        tests("SIMDTests", ["simd"]),
        tests("UniformTypeIdentifiersTests", ["UniformTypeIdentifiers"]),
        tests("CoreVideoTests", ["CoreVideo", "FoundationExtras"]),
        tests("CoreMediaTests", ["CoreMedia", "CoreVideo", "FoundationExtras", "SeededRandom"]),

        // What apps log with, and observe their objects with.
        .systemLibrary(name: "COSSubmodules", path: "Sources/COSSubmodules"),
        layer("os", ["COSSubmodules", logging]),
        layer("OSLog", ["os"]),
        tests("OSTests", ["COSSubmodules", "OSLog", "os", logging]),

        // Pixels and pictures.
        debian("CLibYUV", package: "libyuv-dev"),
        debian("CTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
        debian("CLibExif", pkgConfig: "libexif", package: "libexif-dev"),
        debian("CSwscale", pkgConfig: "libswscale", package: "libswscale-dev"),
        debian("CLibPNG", pkgConfig: "libpng", package: "libpng-dev"),
        debian("CLibArchive", pkgConfig: "libarchive", package: "libarchive-dev"),
        debian("CLibHEIF", pkgConfig: "libheif", package: "libheif-dev"),
        layer(
            "ImageProcessing",
            [
                "CLibExif", "CLibHEIF", "CLibPNG", "CLibYUV", "CSwscale", "CTurboJPEG", "CoreMedia", "CoreVideo",
                "FoundationExtras",
            ]
        ),
        // Image files, with their properties.
        layer(
            "ImageIO",
            ["CLibPNG", "CoreGraphics", "CoreVideo", "FoundationExtras", "ImageProcessing", "_Testing_CoreGraphics"]
        ),
        tests(
            "ImageIOTests",
            ["CoreGraphics", "CoreVideo", "ImageIO", "ImageProcessing", "MovieValidators", "SeededRandom"]
        ),
        // Images as recipes.
        .systemLibrary(name: "CCoreImageSubmodules", path: "Sources/CCoreImageSubmodules"),
        layer(
            "CoreImage",
            [
                "BarcodeDetection", "CCoreImageSubmodules", "CLibYUV", "CoreGraphics", "CoreVideo", "FoundationExtras",
                "ImageIO", "ImageProcessing", "_Testing_CoreGraphics",
            ]
        ),
        layer("_Testing_CoreImage", ["CoreImage"]),
        tests("CoreImageTests", ["CCoreImageSubmodules", "CoreImage", "_Testing_CoreImage"]),
        tests("ImageProcessingTests", ["ImageProcessing", "CoreVideo", "FoundationExtras", "SeededRandom"]),

        // Machine-readable codes in pictures, and in the frames of a camera.
        .target(name: "CBarcodes", linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("zbar")]),
        layer("BarcodeDetection", ["CBarcodes", "CLibYUV"]),
        tests("BarcodeDetectionTests", ["BarcodeDetection", "SeededRandom"]),

        // Cameras.
        layer("CaptureDriver", ["CoreMedia", "CoreVideo", "FoundationExtras"]),
        // Constants and structures of the kernel's that Swift cannot import by itself.
        .target(name: "CVideo4Linux"),
        debian("CUdev", pkgConfig: "libudev", package: "libudev-dev"),
        // What the drivers of the kernel's devices share: hot-plug, waking, watching.
        layer("LinuxDevices", ["CUdev", "CVideo4Linux", "CaptureDriver", "FoundationExtras"]),
        layer(
            "V4L2Driver",
            ["CVideo4Linux", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "LinuxDevices", logging]
        ),
        tests(
            "V4L2DriverTests",
            [
                "CVideo4Linux", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "LinuxDevices",
                "V4L2Driver", logging,
            ]
        ),
        debian("CCairo", pkgConfig: "cairo-ft", package: "libcairo2-dev"),
        // What simulated scenes are drawn with.
        layer("SceneDrawing", ["CCairo"]),
        debian("CLibAV", pkgConfig: "libavformat", package: "libavformat-dev"),
        layer(
            "SimulatedDriver",
            [
                "CCairo", "CLibAV", "CLibYUV", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras",
                "ImageProcessing", "SceneDrawing", "SeededRandom",
            ]
        ),
        tests(
            "SimulatedDriverTests",
            ["CLibAV", "CLibYUV", "CTurboJPEG", "CaptureDriver", "CoreMedia", "CoreVideo", "SimulatedDriver"]
        ),
        // Well-known books, and shelves of books that cameras look at.
        layer("KnownBooks", [swiftCSV], resources: [.copy("books.csv")]),
        tests("KnownBooksTests", ["KnownBooks"]),
        layer(
            "BookshelfScene",
            ["CCairo", "CTurboJPEG", "KnownBooks", "SceneDrawing", "SeededRandom", "SimulatedDriver"]
        ),
        // Machine-readable codes that cameras look at.
        layer("BarcodeScene", ["BarcodeDetection", "SimulatedDriver"]),
        tests(
            "BookshelfSceneTests",
            ["BookshelfScene", "CCairo", "KnownBooks", "SceneDrawing", "SeededRandom", "TestEffort"]
        ),
        // What every driver has to do, as checks that any driver can be held to.
        layer(
            "CaptureDriverConformance",
            ["CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "ImageProcessing"]
        ),
        tests(
            "CaptureDriverConformanceTests",
            ["CaptureDriver", "CaptureDriverConformance", "CoreMedia", "CoreVideo", "SimulatedDriver"]
        ),

        // Microphones, and the examination of cameras and microphones for the user.
        debian("CALSA", pkgConfig: "alsa", package: "libasound2-dev"),
        layer("ALSADriver", ["CALSA", "CaptureDriver", "CoreMedia", "FoundationExtras", "LinuxDevices", logging]),
        tests(
            "ALSADriverTests",
            ["ALSADriver", "CALSA", "CaptureDriver", "CoreMedia", "FoundationExtras", "LinuxDevices", logging]
        ),
        // Short sounds.
        layer("AudioToolbox", ["CALSA", "FoundationExtras"]),
        tests("AudioToolboxTests", ["AudioToolbox"]),
        layer("DefaultDrivers", ["ALSADriver", "CaptureDriver", "V4L2Driver"]),
        // The machine's cameras, or simulated ones.
        layer("CameraSource", ["CaptureDriver", "DefaultDrivers", "SimulatedDriver"]),
        tests("CameraSourceTests", ["CameraSource", "CaptureDriver", "DefaultDrivers", "SimulatedDriver"]),
        layer(
            "Diagnostics",
            ["ALSADriver", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "V4L2Driver"]
        ),
        tests(
            "DiagnosticsTests",
            ["ALSADriver", "CaptureDriver", "CoreMedia", "CoreVideo", "Diagnostics", "SimulatedDriver", "V4L2Driver"]
        ),

        // System calls that Swift cannot import by itself.
        .target(name: "CLinuxFiles"),
        // Encoders, and files that survive.
        layer(
            "MediaEncoding",
            ["CLibAV", "CLinuxFiles", "CoreMedia", "CoreVideo", "FoundationExtras", "ImageProcessing"]
        ),
        tests(
            "MediaEncodingTests",
            [
                "CoreMedia", "CoreVideo", "FoundationExtras", "ImageProcessing", "MediaEncoding", "MovieValidators",
                "SeededRandom",
            ]
        ),

        tests("MovieTimeTests", ["CoreMedia", "MovieTime", "SeededRandom", "TestEffort"]),

        // A capture system for each test.
        .target(
            name: "CaptureSystemTesting",
            dependencies: ["CaptureDriver"],
            path: "Tests/CaptureSystemTesting",
            swiftSettings: strict
        ),

        // What the capture API is made of and needs none of Apple's types.
        layer(
            "CaptureCore",
            [
                "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "MediaEncoding", "MovieTime", "simd",
            ]
        ),
        tests(
            "CaptureCoreTests",
            [
                "CaptureCore", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "MediaEncoding",
                "MovieTime", "SeededRandom", "SimulatedDriver",
            ]
        ),

        // Apple's capture API.
        layer("AVFAudio", ["CaptureDriver", "CoreMedia", "DefaultDrivers", "FoundationExtras"], settings: asInSDK),
        layer(
            "AVFoundation",
            [
                "AVFAudio", "AudioToolbox", "BarcodeDetection", "CaptureCore", "CaptureDriver", "CoreGraphics",
                "CoreMedia",
                "CoreVideo", "DefaultDrivers", "FoundationExtras", "ImageIO", "ImageProcessing", "MediaEncoding",
                "MovieTime", "QuartzCore", "UniformTypeIdentifiers", "_Testing_CoreGraphics", "simd",
            ],
            settings: asInSDK
        ),
        tests(
            "AVFoundationTests",
            [
                "AVFAudio", "AVFoundation", "CLibAV", "CaptureCore", "CaptureDriver", "CaptureSystemTesting",
                "BarcodeDetection", "BarcodeScene", "CoreMedia", "CoreVideo", "FaultScenarios", "FoundationExtras",
                "ImageProcessing", "MediaEncoding", "MovieTime", "MovieValidators", "SeededRandom", "SimulatedDriver",
                "TestEffort",
            ]
        ),

        // The buttons of a phone, for apps.
        layer("AVKit", ["AVFoundation", "CaptureDriver"]),
        tests("AVKitTests", ["AVKit", "CaptureDriver", "CaptureSystemTesting", "SimulatedDriver"]),

        tests(
            "AssetWriterTests",
            [
                "AVFoundation", "CoreMedia", "CoreVideo", "FoundationExtras", "MediaEncoding", "MovieValidators",
                "UniformTypeIdentifiers",
            ]
        ),
        tests("AssetTests", ["AVFoundation", "CoreMedia", "CoreVideo", "ModernClientSources", "MovieValidators"]),

        // Programs in the manner of those written for phones: they import AVFoundation and nothing else of this package.
        .target(
            name: "ModernClientSources",
            dependencies: ["AVFoundation"],
            path: "Tests/ClientSources/Modern",
            swiftSettings: strict
        ),
        .target(
            name: "ClassicClientSources",
            dependencies: ["AVFoundation"],
            path: "Tests/ClientSources/Classic",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        tests(
            "ClientSourceTests",
            [
                "AVFoundation", "BarcodeDetection", "BarcodeScene", "CaptureDriver", "ClassicClientSources",
                "ModernClientSources", "MovieValidators", "SimulatedDriver",
            ]
        ),

        // Text in pictures, and Vision. OpenVINO is loaded when text is read for the first time, so nothing links it.
        .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl")]),
        debian("CPixman", pkgConfig: "pixman-1", package: "libpixman-1-dev"),
        layer(
            "TextRecognition",
            ["COpenVINO", "CPixman", "CoreVideo", "FoundationExtras", "ImageProcessing", crypto]
        ),
        tests("TextRecognitionTests", ["TextRecognition"]),
        layer(
            "Vision",
            [
                "BarcodeDetection", "CoreGraphics", "CoreMedia", "CoreVideo", "FoundationExtras", "ImageIO",
                "ImageProcessing", "TextRecognition", "_Testing_CoreGraphics",
            ]
        ),
        tests(
            "VisionTests",
            ["CCairo", "CoreMedia", "CoreVideo", "ImageIO", "ImageProcessing", "TextRecognition", "Vision"]
        ),

        tests(
            "LiveTextTests",
            ["BookshelfScene", "CoreMedia", "CoreVideo", "ImageProcessing", "KnownBooks", "LiveText"]
        ),

        // Books on shelves: from lines of text to titles, by a catalogue.
        layer("BookMatching", []),
        debian("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        layer("BookCatalogue", ["BookMatching", "CZlib", grdb]),
        .testTarget(
            name: "BookMatchingTests",
            dependencies: ["BookCatalogue", "BookMatching"],
            resources: [.copy("Shelves")],
            swiftSettings: strict
        ),
        tests("BookCatalogueTests", ["BookCatalogue", "BookMatching", grdb]),
        tests("ScanProtocolTests", ["ScanProtocol", httpTypes]),
        tests("TokenEstimationTests", ["TokenEstimation"]),
        // The service that photos of shelves are sent to, with jobs in SQLite or PostgreSQL.
        debian("CLibPQ", pkgConfig: "libpq", package: "libpq-dev"),
        layer(
            "RecognitionService",
            ["CLibPQ", "ScanProtocol", crypto, grdb, httpTypes, hummingbird, logging, nioCore, serviceLifecycle]
        ),
        .executableTarget(
            name: "recognition-service-demo",
            dependencies: [
                "RecognitionService", "ScanProtocol", argumentParser, crypto, hummingbird, logging, serviceLifecycle,
            ],
            path: "Tests/RecognitionServiceDemo",
            swiftSettings: strict
        ),
        // Recognition by a vision model behind an HTTP interface.
        layer(
            "VisionModel",
            [
                "CoreVideo", "ImageProcessing", "RecognitionService", "ScanProtocol", "TokenEstimation",
                asyncHTTPClient, nioCore,
            ]
        ),
        tests(
            "VisionModelTests",
            [
                "CoreVideo", "ImageProcessing", "RecognitionService", "ScanProtocol", "TokenEstimation", "VisionModel",
                asyncHTTPClient, httpTypes, hummingbird, logging, nioCore,
            ]
        ),
        .target(name: "TestEffort", path: "Tests/TestEffort", swiftSettings: strict),
        .target(
            name: "ScanTestSupport",
            dependencies: ["BookScanner", "SeededRandom"],
            path: "Tests/ScanTestSupport",
            swiftSettings: strict
        ),
        tests(
            "RecognitionServiceTests",
            [
                "RecognitionService", "ScanProtocol", "ScanTestSupport", "SeededRandom", "TestEffort",
                "recognition-service-demo", asyncHTTPClient, crypto, grdb, httpTypes, hummingbird, hummingbirdTesting,
                logging, nioCore, serviceLifecycle,
            ]
        ),
        .executableTarget(
            name: "scan-store-crasher",
            dependencies: ["BookScanner", "ScanTestSupport", "SeededRandom"],
            path: "Tests/ScanStoreCrasher",
            swiftSettings: strict
        ),
        .target(
            name: "ScanServiceTestSupport",
            dependencies: [
                "BookScanner", "RecognitionService", "ScanProtocol", "ScanTestSupport", "SeededRandom", grdb, httpTypes,
                hummingbird, logging, nioCore, serviceLifecycle,
            ],
            path: "Tests/ScanServiceTestSupport",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "scan-crash-peer",
            dependencies: [
                "BookScanner", "ScanProtocol", "ScanServiceTestSupport", "ScanTestSupport", "SeededRandom",
                asyncHTTPClient,
            ],
            path: "Tests/ScanCrashPeer",
            swiftSettings: strict
        ),
        tests(
            "BookScannerTests",
            [
                "BookScanner", "CoreVideo", "ImageProcessing", "ScanProtocol", "ScanTestSupport", "SeededRandom",
                "TestEffort", "TokenEstimation", "scan-store-crasher",
                crypto, grdb, httpTypes,
            ]
        ),
        tests(
            "BookScannerServiceTests",
            [
                "BookScanner", "RecognitionService", "ScanProtocol", "ScanServiceTestSupport", "ScanTestSupport",
                "SeededRandom", "TestEffort", "scan-crash-peer", asyncHTTPClient, grdb, httpTypes,
            ]
        ),
        // From a photo's file to books.
        layer(
            "BookRecognition",
            [
                "BarcodeDetection", "BookCatalogue", "BookMatching", "FoundationExtras", "ImageProcessing",
                "KnownBooks", "RecognitionService",
                "ScanProtocol", "TextRecognition",
            ]
        ),
        tests(
            "BookRecognitionTests",
            [
                "BookCatalogue", "BookMatching", "BookRecognition", "BookshelfScene", "ImageProcessing", "KnownBooks",
                "RecognitionService", "ScanProtocol", "TextRecognition",
            ]
        ),

        // The phone that the camera engine's decisions are tried on.
        layer("CameraSimulation", ["CameraLifecycle", "SeededRandom"]),
        tests(
            "CameraEngineTests",
            [
                "AVFoundation", "CameraEngine", "CameraLifecycle", "CaptureDriver", "CaptureSystemTesting", "CoreMedia",
                "CoreVideo", "ImageProcessing", "MediaEncoding", "MovieValidators", "SeededRandom", "SimulatedDriver",
                "TestEffort", logging,
            ]
        ),
        // The engine, the API and the simulated phone together, in chosen and in random stories.
        tests(
            "CameraScenarioTests",
            [
                "AVFoundation", "CameraEngine", "CameraLifecycle", "CameraSimulation", "CaptureDriver", "CoreMedia",
                "MovieValidators", "SimulatedDriver", "TestEffort",
            ]
        ),
        tests("CameraLifecycleTests", ["CameraLifecycle"]),
        .executableTarget(
            name: "simulator-run",
            dependencies: ["CameraLifecycle", "CameraSimulation"],
            path: "Tests/SimulatorRun",
            swiftSettings: strict
        ),

        // The viewfinder and the command.
        layer(
            "Viewfinder",
            [
                "AVFoundation", "BarcodeDetection", "CLibArchive", "CLinuxFiles", "CZlib", "CameraEngine",
                "CameraLifecycle", "CaptureCore",
                "ImageProcessing", "MediaEncoding", crypto, httpTypes, hummingbird, hummingbirdCore, hummingbirdTLS,
                logging,
                nioCore, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, serviceLifecycle, swiftASN1, unixSignals, x509,
            ],
            resources: [.copy("Page")]
        ),
        layer(
            "LiveScanner",
            [
                "BookScanner", "CameraEngine", "ImageProcessing", "LiveText", "RecognitionService", "ScanProtocol",
                "Viewfinder", hummingbird, logging, serviceLifecycle,
            ]
        ),
        // A simulated phone in the hands of whoever has a page open.
        layer(
            "SimulatorControl",
            [
                "BarcodeScene", "BookshelfScene", "CameraSource", "CaptureDriver", "SimulatedDriver", "Viewfinder",
                argumentParser,
            ]
        ),
        .executableTarget(
            name: "pinhole",
            dependencies: [
                "AVFoundation", "BookCatalogue", "BookRecognition", "BookScanner", "CameraEngine", "CameraLifecycle",
                "CameraSimulation", "CameraSource", "CaptureDriver", "Diagnostics", "LiveScanner", "MediaEncoding",
                "SimulatedDriver", "SimulatorControl", "Viewfinder", "VisionModel",
                argumentParser, asyncHTTPClient, logging,
                serviceLifecycle, unixSignals,
            ],
            swiftSettings: strict
        ),
        // A program that imports AVFoundation and nothing else, and the command, as people start them.
        .executableTarget(
            name: "plain-camera-program",
            dependencies: ["AVFoundation"],
            path: "Tests/PlainCameraProgram",
            swiftSettings: strict
        ),
        tests(
            "CommandTests",
            [
                "BookshelfScene", "CameraSource", "CaptureDriver", "CaptureSystemTesting", "DefaultDrivers",
                "MovieValidators", "SimulatedDriver", "SimulatorControl", "Viewfinder", "ViewfinderTestSupport",
                "pinhole", "plain-camera-program", asyncHTTPClient, logging, nioCore, serviceLifecycle,
            ]
        ),
        .target(
            name: "ViewfinderTestSupport",
            dependencies: ["CLinuxFiles", "CameraEngine", "CameraLifecycle", "Viewfinder", nioCore],
            path: "Tests/ViewfinderTestSupport",
            resources: [.copy("Frames"), .copy("Movies"), .copy("OtherFrames")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "scripted-camera-server",
            dependencies: ["Viewfinder", "ViewfinderTestSupport", logging, serviceLifecycle, unixSignals],
            path: "Tests/ScriptedCameraServer",
            swiftSettings: strict
        ),
        tests(
            "ViewfinderTests",
            [
                "AVFoundation", "BarcodeDetection", "BookScanner", "BookshelfScene", "CameraEngine", "CameraLifecycle",
                "CaptureCore",
                "CaptureDriver", "CaptureSystemTesting", "CoreMedia", "CoreVideo", "ImageIO", "ImageProcessing",
                "LiveScanner", "MediaEncoding", "MovieValidators",
                "RecognitionService",
                "ScanProtocol", "ScanServiceTestSupport", "SimulatedDriver", "Viewfinder", "ViewfinderTestSupport",
                asyncHTTPClient,
                httpTypes, hummingbird, hummingbirdTesting, logging, nioCore, nioEmbedded, nioHTTPTypes, nioPosix,
                nioSSL,
                serviceLifecycle,
            ]
        ),

        // Real drivers of the kernel's, in a virtual machine: `scripts/guest` runs these tests there; elsewhere they fail.
        .target(
            name: "EmulatedUSBCamera",
            dependencies: ["CoreVideo", "FoundationExtras", "ImageProcessing"],
            path: "Tests/EmulatedUSBCamera",
            swiftSettings: strict
        ),
        tests("EmulatedUSBCameraTests", ["CoreVideo", "EmulatedUSBCamera", "ImageProcessing"]),
        .target(
            name: "FaultScenarios",
            dependencies: ["AVFoundation", "CaptureDriver", "SimulatedDriver"],
            path: "Tests/FaultScenarios",
            swiftSettings: strict
        ),
        tests(
            "KernelTests",
            [
                "ALSADriver", "AVFoundation", "CVideo4Linux", "CameraEngine", "CameraLifecycle", "CaptureDriver",
                "CaptureDriverConformance", "CoreMedia", "CoreVideo", "Diagnostics", "EmulatedUSBCamera",
                "FaultScenarios",
                "FoundationExtras", "ImageProcessing", "MovieValidators",
                "SimulatedDriver", "V4L2Driver", "Viewfinder", "pinhole", asyncHTTPClient, logging, nioCore,
            ]
        ),

        // Other people's programs as judges of movies, and movies that must survive what happens to their writers.
        .target(
            name: "MovieValidators",
            dependencies: ["CoreMedia", "SimulatedDriver"],
            path: "Tests/MovieValidators",
            swiftSettings: strict
        ),
        tests("MovieValidatorsTests", ["MovieValidators", "SimulatedDriver"]),
        .executableTarget(
            name: "crash-test-recorder",
            dependencies: [
                "CoreMedia", "CoreVideo", "FoundationExtras", "MediaEncoding", "MovieValidators", argumentParser,
            ],
            path: "Tests/CrashTestRecorder",
            swiftSettings: strict
        ),
        tests(
            "MovieSurvivalTests",
            ["MediaEncoding", "MovieValidators", "SeededRandom", "TestEffort", "crash-test-recorder"]
        ),
        tests("MovieSyncTests", ["AVFoundation", "CaptureDriver", "MovieValidators", "SimulatedDriver"]),

        // What reads bytes of unknown origin, replayed here with all that fuzzing has found.
        .testTarget(
            name: "FuzzingTests",
            dependencies: [
                "CVideo4Linux", "CaptureDriver", "ImageProcessing", "MediaEncoding", "SimulatedDriver", "V4L2Driver",
                "Viewfinder",
            ],
            path: "Tests/Fuzzing",
            exclude: ["CLibFuzzer", "Fuzzer.swift"],
            resources: [.copy("Corpora")],
            swiftSettings: strict
        ),

        // Measurements.
        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        .executableTarget(
            name: "PinholeBench",
            dependencies: [
                "AVFoundation", "AllocationCounter", "BarcodeDetection", "BarcodeScene", "CameraEngine",
                "CameraLifecycle", "CameraSimulation",
                "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "ImageProcessing", "MediaEncoding",
                "SimulatedDriver", argumentParser, logging,
            ],
            path: "Benchmarks/PinholeBench",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "scanner-bench",
            dependencies: [
                "BookCatalogue", "BookMatching", "BookRecognition", "BookshelfScene", "CoreMedia", "CoreVideo",
                "ImageProcessing", "KnownBooks", "LiveText", "TextRecognition", argumentParser,
            ],
            path: "Benchmarks/ScannerBench",
            swiftSettings: strict
        ),
    ]

    // Programs that use this package get a module Combine. This package itself is built without: GRDB uses a Combine wherever it finds
    // one, be it of another package that it does not depend on, and then fails to compile. The tests of Combine are among the examples.
    if Context.environment["PWD"] != Context.packageDirectory {
        package.products.append(.library(name: "Combine", targets: ["Combine"]))
        package.dependencies.append(.package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"))
        let openCombine = ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"].map {
            Target.Dependency.product(name: $0, package: "OpenCombine")
        }
        package.targets.append(layer("Combine", ["FoundationExtras"] + openCombine))
    }

    /// What the fuzzer of each harness consists of.
    let fuzzers: [String: (sources: [String], dependencies: [Target.Dependency])] = [
        "movie-tables": (["MemoryStorage", "MovieTables"], ["MediaEncoding"]),
        "recovery": (["MemoryStorage", "Recovery"], ["MediaEncoding"]),
        "fault-scripts": (["FaultScripts"], ["SimulatedDriver"]),
        "byte-ranges": (["ByteRanges"], ["Viewfinder"]),
        "exif": (["Exif"], ["ImageProcessing"]),
        "jpeg-segments": (["JPEGSegments"], ["ImageProcessing"]),
        "heif": (["HEIF"], ["ImageProcessing"]),
        "video-nodes": (["VideoNodes"], ["CVideo4Linux", "CaptureDriver", "V4L2Driver"]),
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
#endif

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

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

// The manifest is evaluated on the machine that builds. On a Mac, Apple's modules come from the SDK: nothing that would take their
// names, or that needs Linux, is a part of this package there.
let package = Package(
    name: "pinhole",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        // What apps are built of, on Apple's platforms and here.
        .library(name: "CameraEngine", targets: ["CameraEngine", "CameraLifecycle"]),
        .library(name: "LiveText", targets: ["LiveText"]),
        // Digests, by CryptoKit or libcrypto.
        .library(name: "Digests", targets: ["Digests"]),
    ],
    targets: [
        // Digests of messages.
        portable("Digests", [], onLinux: ["CLibCrypto"]),
        // Where in a movie captured pictures and sound belong.
        portable("MovieTime", [], onLinux: ["CoreMedia"]),
        // The camera engine: its decisions, which need nothing, and what carries them out.
        portable("CameraLifecycle", []),
        portable(
            "CameraEngine",
            ["CameraLifecycle", "MovieTime"],
            // What draws two cameras' pictures onto one canvas, where Core Image does not.
            onLinux: ["AVFoundation", "CaptureDriver", "ImageProcessing", logging]
        ),
        // Text in a camera's frames while they come.
        portable("LiveText", [], onLinux: ["CoreMedia", "CoreVideo", "ImageProcessing", "Vision"]),
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
        // Simulated phones, and what an app's tests do with them.
        .library(name: "SimulatedDriver", targets: ["SimulatedDriver", "CaptureDriver"]),
        .library(name: "BarcodeScene", targets: ["BarcodeScene", "SimulatedDriver"]),
        .library(name: "CaptureSystemTesting", targets: ["CaptureSystemTesting"]),
        .library(name: "CameraSource", targets: ["CameraSource"]),
        .library(name: "ImageProcessing", targets: ["ImageProcessing"]),
        // For those who write drivers.
        .library(name: "CaptureDriver", targets: ["CaptureDriver"]),
        .library(name: "CaptureDriverConformance", targets: ["CaptureDriverConformance", "CaptureDriver"]),
        // What Pinhole's own packages are built of. Nobody else is promised that these stay as they are.
        .library(name: "BookshelfScene", targets: ["BookshelfScene", "KnownBooks"]),
        .library(name: "CameraSimulation", targets: ["CameraSimulation"]),
        .library(
            name: "CaptureCore",
            targets: ["CaptureCore", "BarcodeDetection", "CLinuxFiles", "FoundationExtras", "MediaEncoding"]
        ),
        .library(name: "FoundationExtras", targets: ["FoundationExtras"]),
        .library(name: "Diagnostics", targets: ["CVideo4Linux", "DefaultDrivers", "Diagnostics", "V4L2Driver"]),
        .library(name: "CZlib", targets: ["CZlib"]),
        .library(name: "CommandSupport", targets: ["CommandSupport"]),
        .library(name: "TestSupport", targets: ["MovieValidators", "SeededRandom", "TestEffort"]),
        .library(name: "TextRecognition", targets: ["TextRecognition"]),
    ]

    package.dependencies += [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2")
    ]

    // From the lowest layer to the highest; a target imports only what stands above it in this list, and what is portable.
    package.targets += [
        debian("CLibCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        tests("DigestsTests", ["Digests"]),
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
        layer("UniformTypeIdentifiers", []),
        layer("CoreVideo", ["FoundationExtras"], settings: asInSDK),
        layer("CoreMedia", ["CoreVideo", "FoundationExtras"], settings: asInSDK),
        layer("QuartzCore", ["CoreGraphics", "FoundationExtras", "_Testing_CoreGraphics"], settings: asInSDK),
        tests("FoundationExtrasTests", ["FoundationExtras"]),
        tests("CoreGraphicsTests", ["CoreGraphics", "_Testing_CoreGraphics"]),
        tests("CoreLocationTests", ["CoreLocation"]),
        tests("QuartzCoreTests", ["CoreMedia", "QuartzCore"]),
        tests("SIMDTests", ["simd"]),
        tests("UniformTypeIdentifiersTests", ["UniformTypeIdentifiers"]),
        tests("CoreVideoTests", ["CoreVideo"]),
        tests("CoreMediaTests", ["CoreMedia", "CoreVideo", "FoundationExtras", "SeededRandom"]),

        // What commands have in common: errors in words, progress, logs.
        layer("CommandSupport", [logging]),
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
            ["CoreGraphics", "ImageIO", "ImageProcessing", "MovieValidators", "SeededRandom"]
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
            [
                "CVideo4Linux", "CUdev", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "LinuxDevices",
                logging,
            ]
        ),
        tests(
            "V4L2DriverTests",
            [
                "CVideo4Linux", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras",
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
        layer("KnownBooks", [], resources: [.copy("books.json")]),
        tests("KnownBooksTests", ["KnownBooks"]),
        layer(
            "BookshelfScene",
            ["CCairo", "CTurboJPEG", "KnownBooks", "SceneDrawing", "SeededRandom", "SimulatedDriver"]
        ),
        // Machine-readable codes that cameras look at.
        layer("BarcodeScene", ["BarcodeDetection", "CaptureDriver", "SimulatedDriver"]),
        tests(
            "BookshelfSceneTests",
            ["BookshelfScene", "CCairo", "KnownBooks", "SceneDrawing", "TestEffort"]
        ),
        // What every driver has to do, as checks that any driver can be held to.
        layer(
            "CaptureDriverConformance",
            ["CaptureDriver", "CoreMedia", "CoreVideo", "ImageProcessing"]
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
            ["ALSADriver", "CALSA", "CaptureDriver", "CoreMedia", "LinuxDevices", logging]
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
            ["ALSADriver", "CaptureDriver", "CoreMedia", "V4L2Driver"]
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
                "CoreMedia", "CoreVideo", "FoundationExtras", "MediaEncoding", "MovieValidators",
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
                "CoreVideo", "FoundationExtras", "ImageIO", "ImageProcessing", "MediaEncoding",
                "MovieTime", "QuartzCore", "UniformTypeIdentifiers", "_Testing_CoreGraphics", "simd",
            ],
            settings: asInSDK
        ),
        tests(
            "AVFoundationTests",
            [
                "AVFAudio", "AVFoundation", "CaptureCore", "CaptureDriver", "CaptureSystemTesting",
                "BarcodeDetection", "BarcodeScene", "CoreMedia", "CoreVideo", "FaultScenarios", "FoundationExtras",
                "ImageProcessing", "MediaEncoding", "MovieTime", "MovieValidators", "SeededRandom", "SimulatedDriver",
                "TestEffort",
            ]
        ),

        // The buttons of a phone, for apps.
        layer("AVKit", ["AVFoundation", "CaptureDriver"]),
        tests("AVKitTests", ["AVFoundation", "AVKit", "CaptureDriver", "CaptureSystemTesting", "SimulatedDriver"]),

        tests(
            "AssetWriterTests",
            [
                "AVFoundation", "MediaEncoding", "MovieValidators",
                "UniformTypeIdentifiers",
            ]
        ),
        tests("AssetTests", ["AVFoundation", "ModernClientSources", "MovieValidators"]),

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
            ["COpenVINO", "CPixman", "CoreVideo", "FoundationExtras", "ImageProcessing", "Digests"]
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
            ["CCairo", "CoreVideo", "ImageIO", "ImageProcessing", "Vision"]
        ),

        tests(
            "LiveTextTests",
            ["BookshelfScene", "CoreMedia", "CoreVideo", "ImageProcessing", "KnownBooks", "LiveText"]
        ),

        // How much is done of what could be done without end.
        .target(name: "TestEffort", path: "Tests/TestEffort", swiftSettings: strict),
        debian("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
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
        // The decisions with known bugs in them, which tests and simulator have to find.
        .target(
            name: "CameraMutants",
            dependencies: ["CameraLifecycle", "CameraSimulation"],
            path: "Tests/CameraMutants",
            swiftSettings: strict
        ),
        tests("CameraLifecycleTests", ["CameraLifecycle", "CameraMutants"]),
        .executableTarget(
            name: "simulator-run",
            dependencies: ["CameraLifecycle", "CameraMutants", "CameraSimulation"],
            path: "Tests/SimulatorRun",
            swiftSettings: strict
        ),

        // A program that imports AVFoundation and nothing else, as people start it.
        .executableTarget(
            name: "plain-camera-program",
            dependencies: ["AVFoundation"],
            path: "Tests/PlainCameraProgram",
            swiftSettings: strict
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
                "FoundationExtras", "ImageProcessing", "MovieValidators", "TestEffort", "V4L2Driver", logging,
            ]
        ),

        // Other people's programs as judges of movies, on this machine.
        .target(
            name: "MovieValidators",
            dependencies: ["CoreMedia", "SimulatedDriver"],
            path: "Tests/MovieValidators",
            swiftSettings: strict
        ),
        tests("MovieValidatorsTests", ["MovieValidators", "SimulatedDriver"]),
        tests("MovieSyncTests", ["AVFoundation", "CaptureDriver", "MovieValidators", "SimulatedDriver"]),
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
#endif

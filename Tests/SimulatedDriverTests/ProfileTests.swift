import CaptureDriver
import CoreMedia
import CoreVideo
import SimulatedDriver
import Testing

@Suite("Profiles")
struct ProfileTests {
    @Test(
        "The iphone profile lists four cameras, wide angle first, three made of them, and two with depth, with stable ids"
    )
    func iphone() {
        let devices = SimulatedPhone(profile: .iphone, clock: ManualCaptureClock()).driver.devices()
        #expect(
            devices.map(\.name) == [
                "Back Camera", "Back Ultra Wide Camera", "Back Telephoto Camera", "Front Camera", "Back Dual Camera",
                "Back Dual Wide Camera", "Back Triple Camera", "Front TrueDepth Camera", "Back LiDAR Depth Camera",
            ]
        )
        #expect(devices.map(\.position) == [.back, .back, .back, .front, .back, .back, .back, .front, .back])
        #expect(devices[0].id == "com.apple.avfoundation.avcapturedevice.built-in_video:0")
        #expect(Set(devices.map(\.id)).count == 9)
        #expect(devices.map(\.hasTorch) == [true, true, true, false, true, true, true, false, true])
        #expect(devices.allSatisfy { $0.mountAngle == 90 })
    }

    @Test(
        "An iphone-se has one camera on each side, and runs one at a time; an ipad has two at the back and one that joins them"
    )
    func smallerPhones() {
        let phone = SimulatedPhone(profile: .iphoneSE, clock: ManualCaptureClock())
        #expect(phone.driver.devices().map(\.name) == ["Back Camera", "Front Camera"])
        #expect(phone.driver.devices().allSatisfy { $0.productName == "iPhone SE" && $0.constituents.isEmpty })
        #expect(!phone.isMultiCamSupported && phone.conditions.controlLimit == 0)
        let tablet = SimulatedPhone(profile: .ipad, clock: ManualCaptureClock())
        #expect(
            tablet.driver.devices().map(\.name) == [
                "Back Camera", "Back Ultra Wide Camera", "Front Camera", "Back Dual Wide Camera",
                "Front TrueDepth Camera", "Back LiDAR Depth Camera",
            ]
        )
        #expect(tablet.microphoneDriver.devices().map(\.name) == ["iPad Microphone"])
        #expect(tablet.isMultiCamSupported && tablet.conditions.controlLimit == 0)
        for machine in [phone, tablet] {
            #expect(machine.conditions.orientation == .portrait && machine.conditions.hostKind == .phone)
            #expect(machine.conditions.authorization(for: .video) == .notDetermined)
        }
    }

    @Test("Formats come in pairs of video range and full range, from small to large")
    func formats() throws {
        for device in SimulatedPhone(profile: .iphone, clock: ManualCaptureClock()).driver.devices() {
            let formats = device.formats
            for index in stride(from: 0, to: formats.count, by: 2) {
                #expect(formats[index].mediaSubType == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
                #expect(formats[index + 1].mediaSubType == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
                #expect(formats[index].dimensions == formats[index + 1].dimensions)
            }
            let active = formats[device.defaultFormatIndex]
            #expect(active.dimensions == CaptureDimensions(width: 1920, height: 1080))
            #expect(formats.filter(\.traits.isPhotoFormat).allSatisfy { $0.dimensions.width == 4032 })
            for format in formats where format.traits.isMultiCamSupported {
                #expect(format.dimensions.width <= 1920)
            }
            #expect(formats.allSatisfy { !$0.frameDurations.isEmpty && $0.traits.maximumZoomFactor >= 16 })
        }
    }

    @Test("Slow motion, up to 240 frames per second, is the wide-angle camera's")
    func slowMotion() {
        let devices = SimulatedPhone(profile: .iphone, clock: ManualCaptureClock()).driver.devices()
        let fastest = devices.map { $0.formats.map { $0.frameDurations[0].shortest.timescale }.max() }
        #expect(fastest == [240, 60, 60, 60, 60, 60, 60, 60, 60])
    }

    @Test("The webcam profile has one external camera without orientation; none has nothing")
    func others() throws {
        let webcam = SimulatedPhone(profile: .webcam, clock: ManualCaptureClock())
        let camera = try #require(webcam.driver.devices().first)
        #expect(webcam.driver.devices().count == 1)
        #expect(camera.mountAngle == nil)
        #expect(camera.formats.contains { $0.mediaSubType == kCMVideoCodecType_JPEG && $0.dimensions.width == 1920 })
        #expect(webcam.conditions.orientation == nil)
        #expect(webcam.conditions.authorization(for: .video) == .authorized)
        #expect(SimulatedPhone(profile: .none, clock: ManualCaptureClock()).driver.devices().isEmpty)
    }

    @Test("A lens stands at 1 at first, and where the scene is sharp once pictures come")
    func lensPosition() throws {
        let bench = Bench()
        let handle = try bench.open()
        #expect(try handle.controlValue(.lensPosition) == .number(1))
        try bench.stream(handle, Recorder())
        #expect(try handle.controlValue(.lensPosition) == .number(0.75))
    }

    @Test("Default control values are those that the description tells, and are accepted back")
    func controls() throws {
        let bench = Bench()
        for device in bench.phone.driver.devices() {
            let handle = try bench.open(device.name)
            // All of them before any is set: one control may set another one.
            let values = try device.controls.keys.map { ($0, try handle.controlValue($0)) }
            for (control, value) in values {
                switch device.controls[control] {
                case .modes(_, let usual): #expect(value == .mode(usual), "\(control)")
                case .range(_, let usual): #expect(value == .number(usual), "\(control)")
                case .point, .gains, nil: break
                }
            }
            for (control, value) in values { try handle.setControl(control, to: value) }
        }
    }
}

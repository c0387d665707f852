import AVFoundation
import CaptureDriver
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Audio session")
    struct AudioSessionTests {
        /// A simulated phone, its audio session, and a record of what that posts.
        private struct Scene {
            let clock = ManualCaptureClock()
            let phone: SimulatedPhone
            let audio: AVAudioSession
            let notices: AudioNotices

            init(_ profile: SimulatedPhone.Profile = .iphone) {
                phone = SimulatedPhone(profile: profile, scene: DarkScene(), clock: clock)
                for medium in CaptureDeviceDescription.Medium.allCases {
                    phone.setAuthorization(.authorized, for: medium)
                }
                CaptureSystem.use(phone.system)
                audio = .sharedInstance()
                notices = AudioNotices(audio)
            }

            var inputs: [AVAudioSession.Port] {
                audio.settle()
                return audio.currentRoute.inputs.map(\.portType)
            }

            var outputs: [AVAudioSession.Port] { audio.currentRoute.outputs.map(\.portType) }
        }

        @Test("An audio session is one object, solo ambient and without wishes at first")
        func defaults() {
            let scene = Scene()
            #expect(AVAudioSession.sharedInstance() === scene.audio)
            #expect(scene.audio.category == .soloAmbient && scene.audio.mode == .default)
            #expect(scene.audio.categoryOptions == [] && scene.audio.routeSharingPolicy == .default)
            #expect(scene.audio.preferredInput == nil && scene.audio.preferredSampleRate == 0)
            #expect(scene.audio.availableInputs?.isEmpty == true && scene.inputs.isEmpty)
            #expect(scene.outputs == [.builtInSpeaker])
        }

        @Test("Categories, modes and options have Apple's values")
        func values() {
            #expect(AVAudioSession.Category.playAndRecord.rawValue == "AVAudioSessionCategoryPlayAndRecord")
            #expect(AVAudioSession.Mode.videoRecording.rawValue == "AVAudioSessionModeVideoRecording")
            #expect(AVAudioSession.Port.headsetMic.rawValue == "MicrophoneWired")
            #expect(AVAudioSession.Port.bluetoothA2DP.rawValue == "BluetoothA2DPOutput")
            #expect(AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
            #expect(AVAudioSession.CategoryOptions.bluetoothHighQualityRecording.rawValue == 0x80000)
            #expect(AVAudioSession.PortOverride.speaker.rawValue == 0x7370_6B72)
            #expect(AVAudioSession.ErrorCode.insufficientPriority.rawValue == 0x2170_7269)
        }

        @Test("Options and modes that are not for a category are refused and change nothing")
        func refusals() throws {
            let audio = Scene().audio
            #expect(throws: NSError.self) { try audio.setCategory(.playback, options: .defaultToSpeaker) }
            #expect(throws: NSError.self) { try audio.setCategory(.playback, mode: .videoRecording) }
            #expect(throws: NSError.self) { try audio.setCategory(.record, mode: .default, policy: .longFormAudio) }
            #expect(throws: NSError.self) { try audio.setMode(.voiceChat) }
            let error = #expect(throws: NSError.self) {
                try audio.setCategory(AVAudioSession.Category(rawValue: "loud"))
            }
            #expect(error?.code == AVAudioSession.ErrorCode.badParam.rawValue)
            #expect(audio.category == .soloAmbient)
            try audio.setCategory(.playAndRecord, mode: .videoChat, options: [.allowBluetoothHFP, .mixWithOthers])
            #expect(audio.mode == .videoChat && audio.categoryOptions == [.allowBluetoothHFP, .mixWithOthers])
            try audio.setCategory(.playback)
            #expect(audio.mode == .default && audio.categoryOptions == [])
        }

        @Test("R-MULTI-9: the category decides the route, and a change of it is told with the route of before")
        func categoryChange() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord)
            #expect(scene.inputs == [.builtInMic] && scene.outputs == [.builtInReceiver])
            #expect(scene.notices.reasons == [.categoryChange])
            #expect(scene.notices.previous.map { $0.outputs.map(\.portType) } == [[.builtInSpeaker]])
            try scene.audio.setCategory(.playAndRecord, options: .defaultToSpeaker)
            #expect(scene.outputs == [.builtInSpeaker])
            try scene.audio.setCategory(.record)
            #expect(scene.inputs == [.builtInMic] && scene.outputs.isEmpty)
        }

        @Test("R-MULTI-9: a headset that is plugged in takes over, and its removal gives the phone's microphone back")
        func wiredHeadset() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord)
            scene.audio.settle()
            scene.notices.forget()
            scene.phone.plug(.wiredHeadset)
            #expect(scene.inputs == [.headsetMic] && scene.outputs == [.headphones])
            #expect(scene.audio.availableInputs?.map(\.portType) == [.builtInMic, .headsetMic])
            #expect(scene.audio.sampleRate == 48_000 && scene.audio.inputNumberOfChannels == 1)
            scene.phone.unplug(.wiredHeadset)
            #expect(scene.inputs == [.builtInMic])
            #expect(scene.notices.reasons == [.newDeviceAvailable, .oldDeviceUnavailable])
            #expect(scene.notices.previous.map { $0.inputs.map(\.portType) } == [[.builtInMic], [.headsetMic]])
            #expect(scene.notices.inputChanges == 2)
        }

        @Test("What the program wishes while an accessory comes or goes: the last that is told is how it is")
        func wishesAndNewsAtOnce() throws {
            let scene = Scene()
            for round in 0..<100 {
                let comes = round.isMultiple(of: 2)
                DispatchQueue.concurrentPerform(iterations: 2) { part in
                    if part == 0 {
                        try? scene.audio.setCategory(.playAndRecord, options: comes ? .allowBluetoothHFP : [])
                    } else if comes {
                        scene.phone.plug(.bluetoothHeadset)
                    } else {
                        scene.phone.unplug(.bluetoothHeadset)
                    }
                }
                scene.audio.settle()
                scene.notices.forget()
                // Makes the session look again.
                try scene.audio.setActive(true)
                scene.audio.settle()
                #expect(scene.notices.reasons == [] && scene.notices.inputChanges == 0)
            }
        }

        @Test("R-MULTI-9: a Bluetooth headset is heard hands-free at 16 kHz, and only if the program allows it")
        func handsFree() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord)
            scene.phone.plug(.bluetoothHeadset)
            #expect(scene.inputs == [.builtInMic])
            try scene.audio.setCategory(.playAndRecord, options: .allowBluetoothHFP)
            #expect(scene.inputs == [.bluetoothHFP] && scene.outputs == [.bluetoothHFP])
            #expect(scene.audio.sampleRate == 16_000)
            try scene.audio.setCategory(.playAndRecord, options: .allowBluetoothA2DP)
            #expect(scene.inputs == [.builtInMic] && scene.outputs == [.bluetoothA2DP])
            try scene.audio.setCategory(.playAndRecord, mode: .voiceChat)
            #expect(scene.inputs == [.bluetoothHFP])
        }

        @Test("R-MULTI-9: a Bluetooth headset that can is recorded from in high quality, if the program asks for it")
        func highQuality() throws {
            let scene = Scene()
            scene.phone.plug(.highQualityBluetoothHeadset)
            try scene.audio.setCategory(.playAndRecord, options: .allowBluetoothHFP)
            let port = try #require(scene.audio.currentRoute.inputs.first?.bluetoothMicrophoneExtension)
            #expect(port.highQualityRecording.isSupported && !port.highQualityRecording.isEnabled)
            #expect(scene.audio.sampleRate == 16_000 && !port.farFieldCapture.isSupported)
            scene.audio.settle()
            scene.notices.forget()
            try scene.audio.setCategory(.playAndRecord, options: [.allowBluetoothHFP, .bluetoothHighQualityRecording])
            #expect(scene.inputs == [.bluetoothHFP] && scene.audio.sampleRate == 48_000)
            #expect(
                scene.audio.currentRoute.inputs.first?.bluetoothMicrophoneExtension?.highQualityRecording.isEnabled
                    == true
            )
            #expect(scene.notices.reasons == [.routeConfigurationChange])
            // The hands-free headset cannot.
            scene.phone.unplug(.highQualityBluetoothHeadset)
            scene.phone.plug(.bluetoothHeadset)
            try scene.audio.setCategory(.playAndRecord, options: .bluetoothHighQualityRecording)
            #expect(scene.inputs == [.builtInMic])
        }

        @Test("R-MULTI-9: the preferred input is used as long as it is there, and only available ones can be preferred")
        func preferredInput() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord)
            scene.phone.plug(.usbMicrophone)
            scene.phone.plug(.wiredHeadset)
            #expect(scene.inputs == [.headsetMic])
            let ports = try #require(scene.audio.availableInputs)
            let usb = try #require(ports.first { $0.portType == .usbAudio })
            #expect(usb.portName == "USB-C Microphone" && usb.channels?.map(\.channelNumber) == [1, 2])
            scene.notices.forget()
            try scene.audio.setPreferredInput(usb)
            #expect(scene.inputs == [.usbAudio] && scene.audio.preferredInput == usb)
            #expect(scene.notices.reasons == [.override] && scene.audio.inputNumberOfChannels == 2)
            scene.phone.unplug(.usbMicrophone)
            #expect(scene.inputs == [.headsetMic] && scene.audio.preferredInput == nil)
            #expect(throws: NSError.self) { try scene.audio.setPreferredInput(usb) }
            try scene.audio.setPreferredInput(nil)
            #expect(usb.dataSources == nil)
            try usb.setPreferredDataSource(nil)
        }

        @Test("The speaker can take the receiver's place, as long as the category plays and records")
        func override() throws {
            let scene = Scene()
            #expect(throws: NSError.self) { try scene.audio.overrideOutputAudioPort(.speaker) }
            try scene.audio.setCategory(.playAndRecord)
            try scene.audio.overrideOutputAudioPort(.speaker)
            #expect(scene.outputs == [.builtInSpeaker])
            try scene.audio.overrideOutputAudioPort(.none)
            #expect(scene.outputs == [.builtInReceiver])
        }

        @Test("What no hardware here can do is answered with no, and refused when it is asked for")
        func refused() throws {
            let audio = Scene().audio
            #expect(!audio.isInputGainSettable && !audio.isEchoCancelledInputAvailable)
            #expect(audio.inputOrientation == .none && audio.inputDataSources == nil)
            let requests: [(AVAudioSession) throws -> Void] = [
                { try $0.setInputGain(0.5) },
                { try $0.setPrefersEchoCancelledInput(true) },
                { try $0.setOutputMuted(true) },
                { try $0.setPreferredMicrophoneInjectionMode(.spokenAudio) },
                { try $0.setAggregatedIOPreference(.aggregated) },
                { _ in try AVAudioApplication.shared.setInputMuted(true) },
            ]
            for request in requests {
                let error = #expect(throws: NSError.self) { try request(audio) }
                #expect(error?.code == AVAudioSession.ErrorCode.resourceNotAvailable.rawValue)
            }
            try audio.setInputDataSource(nil)
            try audio.setOutputDataSource(nil)
            try audio.setOutputMuted(false)
            try AVAudioApplication.shared.setInputMuted(false)
            #expect(audio.renderingMode == .notApplicable && audio.promptStyle == .normal)
            #expect(AVAudioApplication.shared.microphoneInjectionPermission == .serviceDisabled)
        }

        @Test("Rate and channels of the hardware can be observed, and are told when an accessory changes them")
        func observing() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord, options: .allowBluetoothHFP)
            scene.audio.settle()
            let rates = Mutex<[Double]>([])
            let observations = [
                scene.audio.observe(\.sampleRate, options: [.new]) { _, change in
                    rates.withLock { $0.append(change.newValue ?? 0) }
                },
                scene.audio.observe(\.inputGain, options: [.new]) { _, change in
                    rates.withLock { $0.append(Double(change.newValue ?? 0)) }
                },
            ]
            let usual = scene.audio.sampleRate
            scene.phone.plug(.bluetoothHeadset)
            scene.audio.settle()
            scene.phone.unplug(.bluetoothHeadset)
            scene.audio.settle()
            observations.forEach { $0.invalidate() }
            #expect(usual != 16_000 && rates.withLock { $0 } == [16_000, usual])
        }

        @Test("An active session whose program prefers it is interrupted when its route is disconnected, and stays so")
        func routeDisconnected() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord)
            try scene.audio.setPrefersInterruptionOnRouteDisconnect(true)
            scene.phone.plug(.wiredHeadset)
            try scene.audio.setActive(true)
            scene.audio.settle()
            let reasons = Mutex<[NSNumber]>([])
            let token = NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification,
                object: scene.audio,
                queue: nil
            ) { notification in
                let reason = notification.userInfo?[AVAudioSessionInterruptionReasonKey] as? NSNumber
                reasons.withLock { $0.append(reason ?? -1) }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            scene.phone.plug(.usbMicrophone)
            scene.audio.settle()
            #expect(reasons.withLock { $0 } == [])
            scene.phone.unplug(.wiredHeadset)
            scene.phone.unplug(.usbMicrophone)
            for _ in 0..<2 { scene.audio.settle() }
            #expect(
                reasons.withLock { $0 } == [
                    NSNumber(value: AVAudioSession.InterruptionReason.routeDisconnected.rawValue)
                ]
            )
        }

        @Test("Preferences are accepted, as on phones, and forgotten when media services are reset")
        func preferences() throws {
            let scene = Scene()
            let audio = scene.audio
            #expect(!audio.prefersNoInterruptionsFromSystemAlerts && !audio.allowHapticsAndSystemSoundsDuringRecording)
            #expect(!audio.prefersInterruptionOnRouteDisconnect && audio.preferredInputOrientation == .none)
            try audio.setPrefersNoInterruptionsFromSystemAlerts(true)
            try audio.setAllowHapticsAndSystemSoundsDuringRecording(true)
            try audio.setPrefersInterruptionOnRouteDisconnect(true)
            try audio.setPreferredInputOrientation(.landscapeLeft)
            try audio.setSupportsMultichannelContent(true)
            try audio.setPreferredOutputNumberOfChannels(audio.maximumOutputNumberOfChannels)
            #expect(throws: NSError.self) {
                try audio.setPreferredOutputNumberOfChannels(audio.maximumOutputNumberOfChannels + 1)
            }
            #expect(audio.prefersNoInterruptionsFromSystemAlerts && audio.allowHapticsAndSystemSoundsDuringRecording)
            #expect(audio.prefersInterruptionOnRouteDisconnect && audio.preferredInputOrientation == .landscapeLeft)
            #expect(audio.supportsMultichannelContent)
            #expect(audio.preferredOutputNumberOfChannels == audio.maximumOutputNumberOfChannels)
            scene.phone.loseMediaServices()
            scene.phone.resetMediaServices()
            audio.settle()
            #expect(!audio.prefersNoInterruptionsFromSystemAlerts && !audio.supportsMultichannelContent)
        }

        @Test("S-209: the loss of media services and their return are told apart, and settings have to be set again")
        func mediaServices() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord)
            scene.phone.loseMediaServices()
            scene.audio.settle()
            #expect(scene.notices.words == ["lost"] && scene.audio.category == .playAndRecord)
            scene.phone.resetMediaServices()
            scene.audio.settle()
            #expect(scene.notices.words == ["lost", "reset"] && scene.audio.category == .soloAmbient)
            scene.phone.resetMediaServices()
            scene.audio.settle()
            #expect(scene.notices.words == ["lost", "reset", "lost", "reset"])
        }

        @Test(
            "S-79: a call interrupts an active session, which cannot be activated meanwhile and may resume afterwards"
        )
        func call() throws {
            let scene = Scene()
            try scene.audio.setCategory(.playAndRecord)
            scene.phone.phoneCall()
            scene.audio.settle()
            #expect(scene.notices.words.isEmpty)
            let error = #expect(throws: NSError.self) { try scene.audio.setActive(true) }
            #expect(error?.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue)
            scene.phone.endCall()
            try scene.audio.setActive(true)
            scene.phone.phoneCall()
            scene.audio.settle()
            #expect(scene.notices.words == ["began"] && scene.notices.interruptionReasons == [0])
            scene.phone.endCall()
            scene.audio.settle()
            #expect(scene.notices.words == ["began", "ended"] && scene.notices.options == [1])
        }

        @Test("S-54: permission to record is the one to capture sound")
        func permission() async {
            let scene = Scene()
            scene.phone.setAuthorization(.notDetermined, for: .audio)
            #expect(AVAudioApplication.shared.recordPermission == .undetermined)
            #expect(await AVAudioApplication.requestRecordPermission())
            #expect(AVAudioApplication.shared.recordPermission == .granted)
            scene.phone.setAuthorization(.denied, for: .audio)
            #expect(AVAudioApplication.shared.recordPermission == .denied)
        }

        @Test("On a desktop the ports are its microphones, and their coming and going changes the route")
        func desktop() throws {
            let clock = ManualCaptureClock()
            let phone = SimulatedPhone(profile: .webcam, scene: DarkScene(), clock: clock)
            let (first, second) = (ScriptedMicrophone(id: "first"), ScriptedMicrophone(id: "second"))
            CaptureSystem.use(CaptureSystem(drivers: [first, second], conditions: phone.conditions, clock: clock))
            let audio = AVAudioSession.sharedInstance()
            let notices = AudioNotices(audio)
            #expect(audio.isInputAvailable && audio.availableInputs?.isEmpty == true)
            try audio.setCategory(.record)
            #expect(audio.availableInputs?.map(\.uid) == ["first", "second"])
            #expect(audio.currentRoute.inputs.map(\.portType) == [.builtInMic] && audio.currentRoute.outputs.isEmpty)
            #expect(AVCaptureDevice.default(for: .audio)?.uniqueID == "first")
            try audio.setPreferredInput(audio.availableInputs?.last)
            #expect(audio.currentRoute.inputs.map(\.uid) == ["second"])
            #expect(AVCaptureDevice.default(for: .audio)?.uniqueID == "second")
            audio.settle()
            notices.forget()
            second.unplug()
            audio.settle()
            #expect(audio.currentRoute.inputs.map(\.uid) == ["first"] && notices.reasons == [.oldDeviceUnavailable])
            #expect(AVCaptureDevice.default(for: .audio)?.uniqueID == "first")
            second.plug()
            audio.settle()
            #expect(notices.reasons == [.oldDeviceUnavailable, .newDeviceAvailable])
        }
    }
}

/// Remembers an audio session's notifications in order, as long as it lives.
final class AudioNotices: Sendable {
    private struct State: Sendable {
        var words: [String] = []
        var reasons: [AVAudioSession.RouteChangeReason] = []
        var previous: [AVAudioSessionRouteDescription] = []
        var inputChanges = 0
        var interruptionReasons: [UInt] = []
        var options: [UInt] = []
    }

    private final class Token: @unchecked Sendable {
        // @unchecked: the token is only ever handed back to the notification centre, which is thread-safe.
        let token: any NSObjectProtocol

        init(_ token: any NSObjectProtocol) {
            self.token = token
        }

        deinit {
            NotificationCenter.default.removeObserver(token)
        }
    }

    private let state = Mutex(State())
    private let tokens = Mutex<[Token]>([])

    init(_ session: AVAudioSession) {
        let names: [NSNotification.Name] = [
            AVAudioSession.routeChangeNotification, AVAudioSession.interruptionNotification,
            AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification,
            .AVAudioSessionAvailableInputsChange,
        ]
        for name in names {
            let token = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                [weak self] notification in
                self?.record(notification)
            }
            let kept = Token(token)
            tokens.withLock { $0.append(kept) }
        }
    }

    /// Of everything but routes.
    var words: [String] { state.withLock { $0.words } }
    var reasons: [AVAudioSession.RouteChangeReason] { state.withLock { $0.reasons } }
    var previous: [AVAudioSessionRouteDescription] { state.withLock { $0.previous } }
    var inputChanges: Int { state.withLock { $0.inputChanges } }
    var interruptionReasons: [UInt] { state.withLock { $0.interruptionReasons } }
    var options: [UInt] { state.withLock { $0.options } }

    func forget() {
        state.withLock { $0 = State() }
    }

    private func record(_ notification: Notification) {
        func number(_ key: String) -> UInt? { (notification.userInfo?[key] as? NSNumber)?.uintValue }
        let previous =
            notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
        let reason = number(AVAudioSessionRouteChangeReasonKey).flatMap(
            AVAudioSession.RouteChangeReason.init(rawValue:)
        )
        let type = number(AVAudioSessionInterruptionTypeKey).flatMap(AVAudioSession.InterruptionType.init(rawValue:))
        let (why, option) = (number(AVAudioSessionInterruptionReasonKey), number(AVAudioSessionInterruptionOptionKey))
        let name = notification.name
        state.withLock { state in
            if let reason { state.reasons.append(reason) }
            if let previous { state.previous.append(previous) }
            if let type { state.words.append(type == .began ? "began" : "ended") }
            if let why { state.interruptionReasons.append(why) }
            if let option { state.options.append(option) }
            if name == .AVAudioSessionAvailableInputsChange { state.inputChanges += 1 }
            if name == AVAudioSession.mediaServicesWereLostNotification { state.words.append("lost") }
            if name == AVAudioSession.mediaServicesWereResetNotification { state.words.append("reset") }
        }
    }
}

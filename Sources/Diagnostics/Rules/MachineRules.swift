/// What the machine as a whole tells.
enum MachineRules {
    /// The findings about cameras together.
    static func findings(_ machine: Machine, cameras: [CameraMeasurement]) -> [Finding] {
        if machine.isSimulated {
            return cameras.isEmpty ? [noSimulatedCameras] : []
        }
        var findings = machine.usbCameras.filter { !$0.hasNode }.map { withoutDriver($0, machine) }
        if cameras.isEmpty, findings.isEmpty { findings.append(noCameras(machine)) }
        findings += sharedBusses(cameras)
        if !machine.hasUdev, !cameras.isEmpty { findings.append(noHotplugService) }
        return findings
    }

    /// The findings about sound as a whole.
    ///
    /// - Parameter hasMicrophones: whether there is anything to listen to.
    static func audioFindings(_ machine: Machine, hasMicrophones: Bool) -> [Finding] {
        let driverless = machine.usbAudioDevices.filter { !$0.hasCard }.map { withoutDriver($0, machine) }
        return hasMicrophones || !driverless.isEmpty ? driverless : [noMicrophones(machine)]
    }

    /// The findings about what the viewfinder needs besides cameras and microphones.
    static func viewfinderFindings(_ machine: Machine) -> [Finding] {
        guard let holders = machine.portHolders else { return [] }
        let port = ViewfinderPort.number
        guard !holders.known.contains(where: { $0.name == "pinhole" }) else {
            return [
                Finding(
                    .portTaken,
                    .note,
                    seen: "The viewfinder is served already, by \(holders.text ?? "pinhole").",
                    meaning: "Its camera is busy for everybody else.",
                    advice: "Open http://127.0.0.1:\(port)/"
                )
            ]
        }
        let holder = holders.text ?? "another program" + (holders.isIncomplete ? ", perhaps another user's" : "")
        return [
            Finding(
                .portTaken,
                .note,
                seen: "Port \(port) is in use by \(holder).",
                meaning: "`pinhole serve` takes this port unless told otherwise, and cannot start.",
                advice: "Use another one: `pinhole serve --port 8090`."
                    + (holders.known.isEmpty ? " To see who has it: `sudo ss -ltnp sport = :\(port)`." : "")
            )
        ]
    }

    /// The finding when there is nothing to listen to.
    private static func noMicrophones(_ machine: Machine) -> Finding {
        let advice =
            switch machine.surroundings {
            case .container: "To have one, start the container with `--device /dev/snd --group-add audio`."
            case .virtualMachine: "To have one, give the virtual machine a sound card."
            case .hardware: "To have one, plug a microphone or a camera with one in."
            }
        return Finding(
            .noMicrophones,
            .note,
            seen: "The machine has no sound card with an input.",
            meaning: "There is nothing to record sound from.",
            advice: advice
        )
    }

    /// The finding when the camera that was asked for is not there.
    static func noSuchCamera(_ wanted: String) -> Finding {
        Finding(
            .noSuchCamera,
            .problem,
            seen: "No camera is called \u{201C}\(wanted)\u{201D}, nor has it that identifier or node.",
            advice: "Leave --camera out to examine all cameras."
        )
    }

    private static let noSimulatedCameras = Finding(
        .noCameras,
        .problem,
        seen: "The simulation has no camera.",
        meaning: "That is what it was asked for.",
        advice: "Simulate one with --camera iphone or --camera webcam."
    )

    private static let noHotplugService = Finding(
        .noHotplugService,
        .note,
        seen: "udev is not running.",
        meaning: "New devices get no permissions for users; cameras that are plugged in are noticed all the same."
    )

    private static func withoutDriver(_ camera: Machine.USBCamera, _ machine: Machine) -> Finding {
        let isMissing = machine.missingDrivers.contains(.uvcvideo)
        return Finding(
            .cameraWithoutDriver,
            .problem,
            seen: "USB shows the camera \(camera.name) at \(camera.place), but it has no video node.",
            meaning: isMissing
                ? missing(.uvcvideo)
                : "The kernel's driver for USB cameras, uvcvideo, is not loaded, or has refused the camera.",
            advice: isMissing
                ? otherKernel
                : "Run `sudo modprobe uvcvideo`, and look for the reason with `sudo dmesg | grep -i -e uvc -e video`."
        )
    }

    private static func withoutDriver(_ device: Machine.USBAudioDevice, _ machine: Machine) -> Finding {
        let isMissing = machine.missingDrivers.contains(.usbAudio)
        return Finding(
            .audioWithoutDriver,
            .warning,
            seen: "USB shows \(device.name) at \(device.place), which has sound, but it is no sound card.",
            meaning: isMissing
                ? missing(.usbAudio)
                : "The kernel's driver for sound on USB, snd-usb-audio, is not loaded, or has refused it.",
            advice: isMissing
                ? otherKernel
                : "Run `sudo modprobe snd-usb-audio`, and look for the reason with `sudo dmesg | grep -i -e usb -e snd`."
        )
    }

    private static func missing(_ driver: Machine.Driver) -> String {
        "This kernel has no driver \(driver.rawValue), as those that are made for virtual machines have none."
    }

    private static let otherKernel =
        "Install the ordinary kernel, on Debian with `sudo apt-get install linux-image-$(dpkg --print-architecture)`, "
        + "and restart."

    private static func noCameras(_ machine: Machine) -> Finding {
        switch machine.surroundings {
        case .container:
            Finding(
                .noCameras,
                .problem,
                seen: "There is no /dev/video*, and USB shows no camera.",
                meaning: "This is a container, which sees only the devices that it is given.",
                advice: "Start it with `--device /dev/video0 --group-add video`, once the host has that camera."
            )
        case .virtualMachine(let kind):
            Finding(
                .noCameras,
                .problem,
                seen: "There is no /dev/video*, and USB shows no camera.",
                meaning: "This is a virtual machine (\(kind)), which sees only the devices that it is given.",
                advice: "Pass the host's USB camera through to it."
            )
        case .hardware:
            Finding(
                .noCameras,
                .problem,
                seen: "There is no /dev/video*, and USB shows no camera.",
                meaning: "No camera is plugged in, it is switched off, or its cable carries power only.",
                advice: "Plug it in, into another port or with another cable, and see whether `lsusb` lists it. "
                    + "A notebook's camera may be switched off by a key, a slider or in the firmware's settings."
            )
        }
    }

    private static func sharedBusses(_ cameras: [CameraMeasurement]) -> [Finding] {
        let groups = Dictionary(grouping: cameras.filter { $0.attachment.isUSB2 }) { $0.attachment.bus ?? "" }
        return groups.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { bus, cameras in
            Finding(
                .sharedBus,
                .note,
                seen: "\(cameras.map(\.name).joined(separator: " and ")) share one USB 2 bus (\(bus)).",
                meaning: "There may be no room for all of them at once.",
                advice: "To use them together, plug them into ports of different USB controllers, or choose small or "
                    + "compressed formats."
            )
        }
    }
}

import CaptureDriver

/// Why a device cannot be had, in words.
struct AccessRules {
    /// The kind of device, which decides the group and the words.
    enum Kind {
        case camera
        case microphone

        var noun: String { self == .camera ? "camera" : "microphone" }
        var usualGroup: String { self == .camera ? "video" : "audio" }
        var containerOption: String { self == .camera ? "--device /dev/video0" : "--device /dev/snd" }
    }

    let kind: Kind
    let machine: Machine
    var path: String?
    var permission: NodePermission?
    var holders = Holders()

    /// The finding for an error on opening or starting.
    func finding(_ error: CaptureDriverError) -> Finding {
        switch error.kind {
        case .denied:
            return denied(error)
        case .busy:
            return busy()
        case .disconnected, .notFound:
            return Finding(
                .gone,
                .problem,
                seen: "The \(kind.noun) went away while it was looked at (\(technical(error))).",
                meaning: "It was unplugged, or its plug or cable has a loose contact.",
                advice: "Plug it in firmly, into the machine rather than into a hub, and try again."
            )
        case .timedOut:
            return Finding(
                .noAnswer,
                .problem,
                seen: "The \(kind.noun) does not answer (\(technical(error))).",
                meaning: "Its firmware hangs.",
                advice: "Unplug it, wait some seconds and plug it in again."
            )
        case .bandwidth:
            return Finding(
                .noBandwidth,
                .problem,
                seen: "The USB bus has no room for the \(kind.noun)'s stream (\(technical(error))).",
                meaning: "Other devices on the same bus have reserved the room, often a second camera.",
                advice: "Unplug other cameras and sound devices from this bus, or plug the \(kind.noun) into another "
                    + "port of the machine, without a hub."
            )
        case .unsupportedFormat:
            return Finding(
                .formatRefused,
                .problem,
                seen: "The \(kind.noun) refused the format that was asked for (\(technical(error))).",
                meaning: error.advice,
                advice: "Try another program; if that works, this is worth a report."
            )
        case .notACaptureDevice, .unsupportedControl, .outOfMemory, .io:
            return Finding(
                .failed,
                .problem,
                seen: "The \(kind.noun) failed: \(technical(error)).",
                meaning: "The kernel's driver refused, for a reason that it tells only in its log.",
                advice: error.advice
            )
        }
    }

    /// The finding for a device that hangs.
    func noAnswer(seconds: Double) -> Finding {
        Finding(
            .noAnswer,
            .problem,
            seen: "The \(kind.noun) did not answer within \(Formatting.number(seconds)) seconds.",
            meaning: "Its firmware or its driver hangs.",
            advice: "Unplug it, wait some seconds and plug it in again; `sudo dmesg` may tell more."
        )
    }

    private func busy() -> Finding {
        let seen =
            if let text = holders.text {
                "The \(kind.noun) is in use by \(text)."
            } else {
                "The \(kind.noun) is in use by another program\(holders.isIncomplete ? ", perhaps another user's" : "")."
            }
        let search = "`sudo fuser -v \(path ?? "/dev/video*")` shows which one."
        return Finding(
            .busy,
            .problem,
            seen: seen,
            meaning: "Only one program at a time gets its \(kind == .camera ? "pictures" : "sound").",
            advice: "Close that program, or its \(kind.noun) window or tab."
                + (holders.known.isEmpty ? " " + search : "")
        )
    }

    private func denied(_ error: CaptureDriverError) -> Finding {
        guard let permission else {
            return Finding(
                .denied,
                .problem,
                seen: "You may not use the \(kind.noun) (\(technical(error))).",
                meaning: "The operating system forbids it.",
                advice: error.advice
            )
        }
        let node = path ?? "The node"
        let rights =
            "\(node) belongs to user \(permission.owner) and group \(permission.group) (\(permission.modeText))"
        let (meaning, advice) = reason(permission)
        return Finding(
            .denied,
            .problem,
            seen: "\(machine.user) may not use the \(kind.noun): \(rights).",
            meaning: meaning,
            advice: advice
        )
    }

    private func reason(_ permission: NodePermission) -> (meaning: String, advice: String) {
        let group = permission.group
        if permission.isAllowed || (permission.groupMayUse && permission.hasGroup) {
            return (
                "The permissions would allow it, so something else forbids it: a container, a sandbox (Flatpak, Snap) or "
                    + "a security module.",
                "In a container, pass the device in with `\(kind.containerOption)`; in a sandbox, allow the \(kind.noun)."
            )
        }
        guard permission.groupMayUse, group != "root" else {
            return (
                "No group of users may use it; normally udev gives it to the group \(kind.usualGroup).",
                "Restart the machine, or run `sudo udevadm trigger`. In a container, pass the device in with "
                    + "`\(kind.containerOption)`."
            )
        }
        if permission.isMember {
            return (
                "\(machine.user) is in the group \(group), but this login is older than that.",
                "Log out and in again (or restart), or run `newgrp \(group)` in this terminal."
            )
        }
        if machine.surroundings == .container {
            return (
                "\(machine.user) is not in the group \(group), to which the \(kind.noun) belongs.",
                "Start the container with `--group-add \(group)` as well."
            )
        }
        return (
            "\(machine.user) is not in the group \(group), to which the \(kind.noun) belongs.",
            "Run `sudo usermod -aG \(group) \(machine.user)`, then log out and in again."
        )
    }

    private func technical(_ error: CaptureDriverError) -> String {
        error.operation + (error.nativeCode.map { ", error \($0)" } ?? "")
    }
}

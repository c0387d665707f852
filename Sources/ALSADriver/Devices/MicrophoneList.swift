import CALSA

/// Asks ALSA which sound cards have inputs.
public enum MicrophoneList {
    /// All inputs of all cards that may be asked; opens no input. Cards whose control node may not be opened are left out.
    public static func hardware() -> [MicrophoneDescription] {
        pinhole_alsa_be_quiet()
        var found: [MicrophoneDescription] = []
        var card: Int32 = -1
        while snd_card_next(&card) >= 0, card >= 0 {
            found += inputs(ofCard: card)
        }
        return found
    }

    private static func inputs(ofCard card: Int32) -> [MicrophoneDescription] {
        var handle: OpaquePointer?
        guard snd_ctl_open(&handle, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) >= 0, let handle else { return [] }
        defer { snd_ctl_close(handle) }
        var info: OpaquePointer?
        guard snd_ctl_card_info_malloc(&info) >= 0, let info else { return [] }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(handle, info) >= 0 else { return [] }
        let id = String(cString: snd_ctl_card_info_get_id(info))
        let name = String(cString: snd_ctl_card_info_get_name(info))
        var found: [MicrophoneDescription] = []
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(handle, &device) >= 0, device >= 0 {
            guard let input = inputName(handle, device) else { continue }
            found.append(
                MicrophoneDescription(
                    id: "hw:CARD=\(id),DEV=\(device)",
                    name: input.isEmpty ? name : "\(name): \(input)",
                    card: Int(card),
                    device: Int(device)
                )
            )
        }
        return found
    }

    /// The name of a card's device; `nil` when it has no input.
    private static func inputName(_ handle: OpaquePointer, _ device: Int32) -> String? {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) >= 0, let info else { return nil }
        defer { snd_pcm_info_free(info) }
        snd_pcm_info_set_device(info, UInt32(device))
        snd_pcm_info_set_subdevice(info, 0)
        snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
        guard snd_ctl_pcm_info(handle, info) >= 0 else { return nil }
        return String(cString: snd_pcm_info_get_name(info))
    }
}

import FoundationExtras

// What Apple imports as structs around strings bridges to `NSString`.

extension AVAudioSession.Category: _StringNewtype {}
extension AVAudioSession.Location: _StringNewtype {}
extension AVAudioSession.Mode: _StringNewtype {}
extension AVAudioSession.Orientation: _StringNewtype {}
extension AVAudioSession.PolarPattern: _StringNewtype {}
extension AVAudioSession.Port: _StringNewtype {}

extension FaultScenario {
    /// Every scenario.
    public static let all = start + stream + device + usb
}

// Hot-plug, waking and watching, which all drivers of the kernel's devices share. All of it is the package's own.
@_exported import LinuxDevices

import CVideo4Linux

/// A request that a video node understands: its number, and its name for error messages.
struct VideoRequest: Sendable, Hashable {
    /// The number that `ioctl` takes.
    let code: UInt
    /// The kernel's name for it.
    let name: String

    static let queryCapabilities = VideoRequest(code: PINHOLE_VIDIOC_QUERYCAP, name: "VIDIOC_QUERYCAP")
    static let enumerateFormats = VideoRequest(code: PINHOLE_VIDIOC_ENUM_FMT, name: "VIDIOC_ENUM_FMT")
    static let enumerateFrameSizes = VideoRequest(
        code: PINHOLE_VIDIOC_ENUM_FRAMESIZES,
        name: "VIDIOC_ENUM_FRAMESIZES"
    )
    static let enumerateFrameIntervals = VideoRequest(
        code: PINHOLE_VIDIOC_ENUM_FRAMEINTERVALS,
        name: "VIDIOC_ENUM_FRAMEINTERVALS"
    )
    static let getFormat = VideoRequest(code: PINHOLE_VIDIOC_G_FMT, name: "VIDIOC_G_FMT")
    static let setFormat = VideoRequest(code: PINHOLE_VIDIOC_S_FMT, name: "VIDIOC_S_FMT")
    static let getParameters = VideoRequest(code: PINHOLE_VIDIOC_G_PARM, name: "VIDIOC_G_PARM")
    static let setParameters = VideoRequest(code: PINHOLE_VIDIOC_S_PARM, name: "VIDIOC_S_PARM")
    static let requestBuffers = VideoRequest(code: PINHOLE_VIDIOC_REQBUFS, name: "VIDIOC_REQBUFS")
    static let queryBuffer = VideoRequest(code: PINHOLE_VIDIOC_QUERYBUF, name: "VIDIOC_QUERYBUF")
    static let queueBuffer = VideoRequest(code: PINHOLE_VIDIOC_QBUF, name: "VIDIOC_QBUF")
    static let dequeueBuffer = VideoRequest(code: PINHOLE_VIDIOC_DQBUF, name: "VIDIOC_DQBUF")
    static let streamOn = VideoRequest(code: PINHOLE_VIDIOC_STREAMON, name: "VIDIOC_STREAMON")
    static let streamOff = VideoRequest(code: PINHOLE_VIDIOC_STREAMOFF, name: "VIDIOC_STREAMOFF")
    static let queryControl = VideoRequest(code: PINHOLE_VIDIOC_QUERYCTRL, name: "VIDIOC_QUERYCTRL")
    static let queryMenu = VideoRequest(code: PINHOLE_VIDIOC_QUERYMENU, name: "VIDIOC_QUERYMENU")
    static let getControl = VideoRequest(code: PINHOLE_VIDIOC_G_CTRL, name: "VIDIOC_G_CTRL")
    static let setControl = VideoRequest(code: PINHOLE_VIDIOC_S_CTRL, name: "VIDIOC_S_CTRL")
}

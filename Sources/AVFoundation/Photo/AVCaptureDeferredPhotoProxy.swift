/// Stands for a photo that is processed later, exactly as Apple's class of the same name. No photo is here, so there are
/// no objects of this class (`isAutoDeferredPhotoDeliverySupported` is false).
open class AVCaptureDeferredPhotoProxy: AVCapturePhoto, @unchecked Sendable {
    // @unchecked: adds nothing to its superclass.
}

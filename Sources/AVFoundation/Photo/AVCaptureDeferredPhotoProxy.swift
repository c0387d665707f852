/// Stands for a photo that is processed later, exactly as Apple's class of the same name. No photo is here, so there are
/// no objects of this class (`isAutoDeferredPhotoDeliverySupported` is false).
open class AVCaptureDeferredPhotoProxy: AVCapturePhoto {
    // Safe on any thread: adds nothing to its superclass.
}

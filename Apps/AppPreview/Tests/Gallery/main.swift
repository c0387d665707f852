import PreviewServer
import ViewTree

PreviewCommand.run {
    Phone.current.app = AppInfo(
        name: "Gallery",
        texts: ["NSCameraUsageDescription": "It shows one of each element."],
        translations: ["de": ["NSCameraUsageDescription": "Sie zeigt von jedem Element eines."]]
    )
    return GalleryApp().app
}

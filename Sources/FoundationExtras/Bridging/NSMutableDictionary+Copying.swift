import Foundation

extension NSMutableDictionary {
    /// Makes a dictionary that can be changed of another one's keys and values.
    ///
    /// Foundation for Linux has this initializer for dictionaries of Swift's alone. Metadata of images are often changed by way of it.
    public convenience init(dictionary otherDictionary: NSDictionary) {
        self.init()
        for case let key as NSObject in otherDictionary.allKeys.map({ $0 as AnyObject }) {
            if let value = otherDictionary.object(forKey: key) { setObject(value, forKey: key) }
        }
    }
}

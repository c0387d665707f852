// What is later than the first version of iOS, with and without a condition. In each marked line a name has to be found, and in no other.
import SwiftUI

struct Conditions: View {
    var body: some View {
        if #available(iOS 26.0, *) {
            Text("a").glassEffect()
        } else {
            Text("b").glassEffect()  // too new
        }
    }

    // A condition elsewhere in the file says nothing: if #available(iOS 26.0, *)
    var without: some View {
        Text("c").glassEffect(.regular, in: Circle())  // too new
    }

    @ViewBuilder var wrongVersion: some View {
        if #available(iOS 18.4, *) {
            Text("d").glassEffect()  // too new
        }
    }

    @available(iOS 26.0, *)
    var declared: some View {
        Text("e").glassEffect()
    }

    @available(iOS 26.0, *)
    var stored: Glass { .regular }

    func afterwards() -> Bool {
        guard #available(iOS 26.0, *) else {
            return Glass.regular == Glass.regular  // too new
        }
        return Glass.regular == Glass.regular
    }

    func closures() -> [() -> Void] {
        [
            { if #available(iOS 26.0, *) { _ = 1 } else { _ = Glass.regular } },  // too new
            { _ = ("#available(iOS 26.0, *)", Glass.regular) },  // too new
        ]
    }
}

@available(iOS 26.0, *)
extension Conditions {
    var inside: some View {
        Text("f")
            .glassEffect()
    }
}

import FoundationExtras
import Testing

@Suite("NotificationCenter.notifications(named:object:)")
struct NotificationsTests {
    private let name = Notification.Name("NotificationsTests")

    @Test("Notifications posted before the loop begins are not lost, and their order is kept")
    func buffering() async {
        let center = NotificationCenter()
        let notifications = center.notifications(named: name)
        for number in 0..<20 {
            center.post(name: name, object: nil, userInfo: ["number": number])
        }
        var numbers: [Int] = []
        for await notification in notifications {
            numbers.append(notification.userInfo?["number"] as? Int ?? -1)
            if numbers.count == 20 { break }
        }
        #expect(numbers == Array(0..<20))
    }

    @Test("Only the given sender's notifications arrive")
    func sender() async {
        let center = NotificationCenter()
        let (wanted, other) = (NSObject(), NSObject())
        let notifications = center.notifications(named: name, object: wanted)
        center.post(name: name, object: other)
        center.post(name: name, object: wanted)
        let first = await notifications.first { _ in true }
        #expect(first?.object as AnyObject === wanted)
    }

    @Test("Cancelling the task ends the loop")
    func cancellation() async {
        let center = NotificationCenter()
        let notifications = center.notifications(named: name)
        let task = Task {
            for await _ in notifications {}
            return true
        }
        task.cancel()
        #expect(await task.value)
    }
}

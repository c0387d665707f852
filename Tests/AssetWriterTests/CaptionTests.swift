import Foundation
import MediaEncoding
import MovieValidators
import Testing

@testable @preconcurrency import AVFoundation

@Suite("Captions")
struct CaptionTests {
    private static let yellow = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)

    private static func range(_ start: Int, _ end: Int) -> CMTimeRange {
        CMTimeRange(start: Studio.time(start), end: Studio.time(end))
    }

    /// What is said in the movie: two captions one behind the other, and one later.
    private static func captions() -> [AVCaption] {
        let styled = AVMutableCaption("Grüß 🎬 dich, Welt", timeRange: range(10, 40))
        styled.setFontWeight(.bold, in: NSRange(location: 0, length: 4))
        styled.setFontStyle(.italic, in: NSRange(location: 5, length: 2))
        styled.setDecoration(.underline, in: NSRange(location: 8, length: 4))
        styled.setTextColor(yellow, in: NSRange(location: 14, length: 4))
        return [styled, AVCaption("And you.", timeRange: range(40, 50)), AVCaption("Bye.", timeRange: range(70, 85))]
    }

    /// Writes a movie of three seconds with captions.
    private func write(_ mediaType: AVMediaType, in studio: Studio) async throws -> URL {
        let (writer, video) = try studio.writer("talk.mov", .mov)
        let text = AVAssetWriterInput(mediaType: mediaType, outputSettings: nil)
        #expect(writer.canAdd(text))
        writer.add(text)
        nonisolated(unsafe) let adaptor = AVAssetWriterInputCaptionAdaptor(assetWriterInput: text)
        #expect(adaptor.assetWriterInput === text)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        async let pictures: Void = Studio.supply(video, 90) { video.append(try Studio.pictureSample($0)) }
        async let captions: Void = Studio.supply(text, 3) { adaptor.append(Self.captions()[$0]) }
        _ = await (pictures, captions)
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        return studio.url("talk.mov")
    }

    @Test("Captions become a track that others read, with their styles", arguments: [AVMediaType.text, .subtitle])
    func written(mediaType: AVMediaType) async throws {
        let studio = try Studio()
        let url = try await write(mediaType, in: studio)
        let validator = MovieFileValidator(url)
        #expect(try validator.decodingErrors() == [])
        let stream = try #require(try validator.report().streams.last)
        #expect(stream.codec == "mov_text" && stream.codecTag == "tx3g")
        let packets = try validator.packets("1")
        #expect(packets.map { Int(($0.time * 30).rounded()) } == [10, 40, 50, 70])
        let subtitles = try ValidatorTool.succeed(
            "ffmpeg",
            ["-v", "error", "-i", url.path, "-map", "0:1", "-f", "srt", "-"]
        )
        let blocks = subtitles.text.components(separatedBy: "\n\n").map { $0.split(separator: "\n").map(String.init) }
        #expect(blocks.compactMap { $0.dropFirst().first }.first == "00:00:00,333 --> 00:00:01,333")
        let texts = blocks.compactMap { $0.dropFirst(2).first }
        #expect(texts.count == 3 && texts[1].contains(">And you.<") && texts[2].contains(">Bye.<"), "\(texts)")
        let styled = try #require(texts.first)
        for piece in ["<b>Grüß</b>", "<i>🎬</i>", "<u>dich</u>", "color=\"#ffff00\""] {
            #expect(styled.contains(piece), "\(styled)")
        }
    }

    @Test("Captions are read again, with nothing between them", arguments: [AVMediaType.text, .subtitle])
    func read(mediaType: AVMediaType) async throws {
        let studio = try Studio()
        let asset = AVURLAsset(url: try await write(mediaType, in: studio))
        let track = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        let reader = try AVAssetReader(asset: asset)
        reader.add(output)
        let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
        #expect(reader.startReading())
        var groups: [AVCaptionGroup] = []
        while let group = adaptor.nextCaptionGroup() { groups.append(group) }
        #expect(reader.status == .completed)
        #expect(
            groups.map(\.timeRange) == [Self.range(10, 40), Self.range(40, 50), Self.range(50, 70), Self.range(70, 85)]
        )
        #expect(groups.map(\.captions.count) == [1, 1, 0, 1])
        #expect(groups.flatMap(adaptor.captionsNotPresentInPreviousGroups) == Self.captions())
    }

    @Test("Letters have styles as far as they reach")
    func styles() throws {
        let caption = try #require(Self.captions().first)
        let text = caption.text
        let dich = try #require(text.range(of: "dich"))
        let (decoration, range) = caption.decoration(at: text.index(after: dich.lowerBound))
        #expect(decoration == .underline && range == dich)
        let (weight, bold) = caption.fontWeight(at: text.startIndex)
        #expect(weight == .bold && text[bold] == "Grüß")
        let (slant, upright) = caption.fontStyle(at: dich.lowerBound)
        #expect(slant == .unknown && text[upright] == " dich, Welt")
        let (color, coloured) = caption.textColor(at: try #require(text.range(of: "Welt")).lowerBound)
        #expect(color == Self.yellow && text[coloured] == "Welt")
        let copy = try #require(caption.mutableCopy() as? AVMutableCaption)
        #expect(copy == caption)
        copy.removeFontWeight(in: NSRange(location: 0, length: 4))
        #expect(copy.fontWeight(at: text.startIndex).0 == .unknown && copy != caption)
        copy.text = "new"
        #expect(copy.textColor(at: copy.text.startIndex).0 == nil && caption.text == text)
    }

    @Test("The captions of a group are lines, and keep their styles")
    func group() throws {
        let first = AVMutableCaption("one", timeRange: Self.range(0, 10))
        first.setFontWeight(.bold, in: NSRange(location: 0, length: 3))
        let group = AVCaptionGroup(
            captions: [first, AVCaption("two", timeRange: Self.range(0, 10))],
            timeRange: Self.range(0, 10)
        )
        first.text = "changed"
        let lines = StyledText.lines(group.captions.map(\.content))
        #expect(lines.text == "one\ntwo")
        #expect(lines.styles.map(\.weight) == [.bold, .bold, .bold, .unknown, .unknown, .unknown, .unknown])
        #expect(AVCaptionGroup(timeRange: Self.range(0, 1)).captions.isEmpty)
    }

    @Test("Bytes that are no text are none, and styles without sense are left out")
    func senselessSamples() throws {
        let coding = CaptionCoding(description: TimedTextDescription(width: 320, height: 240))
        #expect(coding.text(Data()) == nil)
        #expect(coding.text(Data([0])) == nil)
        #expect(coding.text(Data([0, 4]) + Data("abc".utf8)) == nil)
        #expect(coding.text(Data([0, 2, 0xff, 0x20])) == nil)
        #expect(coding.text(Data([0, 6, 0xfe, 0xff, 0, 0x48, 0, 0x69]))?.text == "Hi")
        let start = Data([0, 3]) + Data("abc".utf8)
        let record: [UInt8] = [0, 1, 0, 99, 0, 1, 1, 18, 255, 255, 255, 255]
        let whole = start + Data([0, 0, 0, 22]) + Data("styl".utf8) + Data([0, 1]) + Data(record)
        #expect(coding.text(whole)?.styles.map(\.weight) == [.unknown, .bold, .bold])
        for length in start.count..<whole.count {
            #expect(coding.text(whole.prefix(length))?.styles == Array(repeating: .plain, count: 3))
        }
        #expect(coding.text(start + Data([0, 0, 0, 4]) + Data("styl".utf8))?.text == "abc")
        #expect(coding.text(start + Data([0, 0, 0, 10]) + Data("styl".utf8) + Data([9, 9]))?.text == "abc")
        #expect(coding.sample(StyledText(String(repeating: "x", count: 65_536))) == nil)
    }

    @Test("What cannot be appended stops the program")
    func refused() async {
        let media = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            _ = AVAssetWriterInputCaptionAdaptor(
                assetWriterInput: AVAssetWriterInput(mediaType: .audio, outputSettings: Studio.audioSettings)
            )
        }
        expectMessage(media, "initWithAssetWriterInput:")
        let range = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let caption = AVMutableCaption("short", timeRange: .zero)
            caption.setFontWeight(.bold, in: NSRange(location: 3, length: 3))
        }
        expectMessage(range, "setFontWeight:inRange:")
    }

    private func expectMessage(_ result: ExitTest.Result?, _ words: String) {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains(words), "\(message)")
    }
}

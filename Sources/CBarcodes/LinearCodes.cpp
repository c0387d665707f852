#include "LinearCodes.h"

#include "BarcodeKinds.h"

#include <ZXing/ReadBarcode.h>

#include <memory>
#include <optional>

// ZXing's `ReadBarcodes` compares the linear codes that it has found with each other, and for two that say the same, as on
// two copies of a book, or for one that is read along rows and columns, it ends the process: an assertion of its own allows
// only codes that were seen on one line. So it is asked for one code at a time, in one direction, and what it has found is
// painted over before it is asked again. Asked so it tells two lines of the code only; where its bars end is measured here.

namespace {

/// Where lines cross interleaved two of five at a slant, parts of it look like whole codes. Other kinds have a check digit, or begin
/// and end with signs of their own.
constexpr double steepestITF = 0.25;
/// Parts of other codes look like Codabar of a few signs.
constexpr size_t shortestCodabar = 4;
/// Pictures whose shorter side is less than this are not looked at reduced.
constexpr int shortestReducible = 500;
constexpr int reduction = 3;
/// How many linear codes are read in one direction of a picture at most: each costs another pass.
constexpr int mostCodes = 8;
/// How alike two lines through the same bars are at least, as correlation.
constexpr double likeness = 0.7;
/// How many lines in a row may be unlike, scratched for instance, before the code is thought to end.
constexpr int mostScratches = 3;

/// A picture whose lines are rows or columns: u runs along a line, v counts lines.
struct Lines {
    barcode_picture picture;
    bool areColumns;

    int length() const { return areColumns ? picture.height : picture.width; }
    int count() const { return areColumns ? picture.width : picture.height; }
    int at(int u, int v) const
    {
        return areColumns ? picture.luma[size_t(u) * picture.bytes_per_row + v]
                          : picture.luma[size_t(v) * picture.bytes_per_row + u];
    }
    Point point(double u, double v) const { return areColumns ? Point(v, u) : Point(u, v); }
};

/// The bars of a code: a line that it was read along, and how far the same bars reach to both sides of it.
class Bars {
public:
    /// - first, last: where the code begins and ends on line `middle`, first <= last.
    Bars(const Lines &lines, int first, int last, int middle) : lines(lines), first(first), last(last), middle(middle)
    {
        profile.reserve(last - first + 1);
        for (int u = first; u <= last; u++) profile.push_back(lines.at(u, middle));
        Slope slope;
        follow(-1, slope);
        follow(1, slope);
        lean = slope.value();
        const int third = std::max(1, int(profile.size()) / 3);
        parts[0] = {0, third};
        parts[1] = {int(profile.size()) - third, third};
        for (Part &part : parts) {
            part.top = reach(part, -1);
            part.bottom = reach(part, 1);
        }
    }

    /// By how much the bars move to the side from one line to the next.
    double lean = 0;

    /// Corners along the reading direction, if the code is read from `first` to `last`: a rectangle along its bars.
    std::array<Point, 4> corners(bool isReversed) const
    {
        const double norm = std::hypot(1, lean);
        const auto along = [&](double u, double v) { return (u - lean * v) / norm; };
        const auto down = [&](double u, double v) { return (lean * u + v) / norm; };
        double start = along(first, middle), end = along(last + 1, middle), upper = 0, lower = 0;
        // A part ends where half of it has left the code: there its middle is on the code's edge.
        for (const Part &part : parts) {
            const double u = first + part.start + part.count / 2.0;
            upper += down(u + lean * (part.top - middle), part.top) / std::size(parts);
            lower += down(u + lean * (part.bottom + 1 - middle), part.bottom + 1) / std::size(parts);
        }
        if (isReversed) std::swap(start, end);
        const auto corner = [&](double a, double d) { return lines.point((a + lean * d) / norm, (d - lean * a) / norm); };
        std::array<Point, 4> corners = {corner(start, upper), corner(end, upper), corner(end, lower), corner(start, lower)};
        // Linear codes are read from both sides; they are never mirrored.
        const Point &o = corners[0], &a = corners[1], &b = corners[3];
        if ((a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x) < 0) {
            std::swap(corners[0], corners[3]);
            std::swap(corners[1], corners[2]);
        }
        return corners;
    }

    /// Whether nothing is printed beside the bars for some distance, on most of the lines. Where a line leaves a code through its
    /// upper or lower side, some kinds look as if they ended.
    bool haveQuietEnds(int distance) const
    {
        const auto [darkest, brightest] = std::minmax_element(profile.begin(), profile.end());
        const int contrast = *brightest - *darkest;
        int quiet = 0, all = 0;
        for (int v = std::max(parts[0].top, parts[1].top); v <= std::min(parts[0].bottom, parts[1].bottom); v++) {
            const int shift = halves(lean, v) / 2;
            all++;
            if (isQuiet(first + shift - distance, first + shift - 2, v, contrast)
                && isQuiet(last + shift + 2, last + shift + distance, v, contrast))
                quiet++;
        }
        return quiet * 10 >= all * 7;
    }

private:
    /// The straight line through the origin that fits best.
    struct Slope {
        double sumXX = 0, sumXY = 0;

        void add(double x, double y)
        {
            sumXX += x * x;
            sumXY += x * y;
        }

        double value() const { return sumXX > 0 ? sumXY / sumXX : 0; }
    };

    /// Some of the bars, and the lines that they reach to.
    struct Part {
        int start = 0;
        int count = 0;
        int top = 0;
        int bottom = 0;
    };

    const Lines &lines;
    int first, last, middle;
    std::array<Part, 2> parts;
    std::vector<int> profile;

    /// How far bars of a slope have moved on a line, in half pixels.
    int halves(double slope, int v) const { return int(std::lround(2 * slope * (v - middle))); }

    /// Goes up or down as long as all bars are seen, and takes note of how far they move.
    void follow(int step, Slope &slope) const
    {
        const Part whole{0, int(profile.size())};
        Slope own;
        int scratches = 0;
        for (int v = middle + step; v >= 0 && v < lines.count() && scratches <= mostScratches; v += step) {
            const int expected = halves(own.value(), v), reach = std::abs(v - middle) < 4 ? 2 : 1;
            double best = likeness;
            std::optional<int> found;
            for (int shift = expected - reach; shift <= expected + reach; shift++) {
                const double value = correlation(whole, v, shift);
                if (value > best) {
                    best = value;
                    found = shift;
                }
            }
            scratches = found ? 0 : scratches + 1;
            if (!found) continue;
            own.add(v - middle, *found / 2.0);
            slope.add(v - middle, *found / 2.0);
        }
    }

    /// The last line, going up or down, on which a part of the bars is seen.
    int reach(const Part &part, int step) const
    {
        int end = middle, scratches = 0;
        for (int v = middle + step; v >= 0 && v < lines.count() && scratches <= mostScratches; v += step) {
            // Bars of a bent label do not lean evenly.
            const int expected = halves(lean, v);
            bool isSeen = false;
            for (int shift = expected - 2; shift <= expected + 2 && !isSeen; shift++) {
                isSeen = correlation(part, v, shift) > likeness;
            }
            scratches = isSeen ? 0 : scratches + 1;
            if (isSeen) end = v;
        }
        return end;
    }

    /// How much a part of another line, moved by half pixels, is like that of the line that was read: 1 for the same.
    double correlation(const Part &part, int v, int halves) const
    {
        const int odd = halves & 1, start = first + part.start + (halves - odd) / 2;
        if (start < 0 || start + part.count + odd > lines.length()) return 0;
        long sumA = 0, sumB = 0, sumAA = 0, sumBB = 0, sumAB = 0;
        for (int index = 0; index < part.count; index++) {
            const long a = profile[part.start + index], b = lines.at(start + index, v) + lines.at(start + index + odd, v);
            sumA += a;
            sumB += b;
            sumAA += a * a;
            sumBB += b * b;
            sumAB += a * b;
        }
        const double varianceA = double(sumAA) * part.count - double(sumA) * sumA;
        const double varianceB = double(sumBB) * part.count - double(sumB) * sumB;
        if (varianceA <= 0 || varianceB <= 0) return 0;
        return (double(sumAB) * part.count - double(sumA) * sumB) / std::sqrt(varianceA * varianceB);
    }

    bool isQuiet(int from, int to, int v, int contrast) const
    {
        from = std::max(from, 0);
        to = std::min(to, lines.length() - 1);
        if (from > to) return true;
        int darkest = 255, brightest = 0;
        for (int u = from; u <= to; u++) {
            darkest = std::min(darkest, lines.at(u, v));
            brightest = std::max(brightest, lines.at(u, v));
        }
        return (brightest - darkest) * 2 < contrast;
    }
};

/// Paints over a quadrilateral whose corners go around it clockwise.
void paintOver(GrayCopy &copy, const std::array<Point, 4> &corners)
{
    double left = copy.width, top = copy.height, right = 0, bottom = 0;
    for (const Point &corner : corners) {
        left = std::min(left, corner.x);
        right = std::max(right, corner.x);
        top = std::min(top, corner.y);
        bottom = std::max(bottom, corner.y);
    }
    // A little more than the bars, which would be read from their rests.
    constexpr double margin = 3;
    for (int y = std::max(0, int(top - margin)); y < std::min(copy.height, int(bottom + margin) + 1); y++) {
        for (int x = std::max(0, int(left - margin)); x < std::min(copy.width, int(right + margin) + 1); x++) {
            bool isInside = true;
            for (int index = 0; index < 4 && isInside; index++) {
                const Point &a = corners[index], &b = corners[(index + 1) % 4];
                const double length = std::max(1e-6, std::hypot(b.x - a.x, b.y - a.y));
                isInside = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length > -margin;
            }
            if (isInside) copy.pixels[size_t(y) * copy.width + x] = 255;
        }
    }
}

/// The one code that ZXing finds first, if its bars are such.
struct Read {
    Found code;
    bool isBelievable;
};

std::optional<Read> readOne(const barcode_picture &picture, const ZXing::DecodeHints &hints, bool areColumns)
{
    ZXing::ImageView view(picture.luma, picture.width, picture.height, ZXing::ImageFormat::Lum, picture.bytes_per_row);
    if (areColumns) view = view.rotated(90);
    const ZXing::Results results = ZXing::ReadBarcodes(view, hints);
    if (results.empty() || !results.front().isValid()) return std::nullopt;
    const ZXing::Result &result = results.front();
    Read read{found(result), true};
    // In the turned view x counts rows from below, and y columns.
    const auto &place = result.position();
    const auto u = [&](const auto &point) { return areColumns ? picture.height - 1 - point.x : point.x; };
    const Lines lines{picture, areColumns};
    const auto within = [](int value, int count) { return std::clamp(value, 0, count - 1); };
    const int start = within(u(place.topLeft()), lines.length());
    const int end = within(u(place.topRight()), lines.length());
    const Bars bars(lines, std::min(start, end), std::max(start, end), within(place.topLeft().y, lines.count()));
    read.code.corners = bars.corners(start > end);
    if (read.code.symbology == BARCODE_ITF && !hasITF14Check(read.code.text)) {
        const int modules = int(read.code.text.size()) * 8 + 9;
        const int distance = std::max(4, std::abs(end - start) * 8 / modules);
        read.isBelievable = std::abs(bars.lean) < steepestITF && bars.haveQuietEnds(distance);
    }
    if (read.code.symbology == BARCODE_CODABAR) read.isBelievable = read.code.text.size() >= shortestCodabar;
    return read;
}

/// A picture, and a copy of it once something was found.
class Search {
public:
    explicit Search(const barcode_picture &picture) : picture(picture) {}

    /// Without the codes that were found.
    barcode_picture rest() const { return copy ? copy->picture() : picture; }

    void along(Findings &findings, const ZXing::DecodeHints &hints, bool areColumns)
    {
        for (int count = 0; count < mostCodes; count++) {
            std::optional<Read> read = readOne(rest(), hints, areColumns);
            if (!read) return;
            if (!copy) copy = std::make_unique<GrayCopy>(picture);
            paintOver(*copy, read->code.corners);
            if (read->isBelievable) findings.add(std::move(read->code));
        }
    }

    void along(Findings &findings, const ZXing::DecodeHints &hints, uint32_t effort)
    {
        if (effort & BARCODE_ROWS) along(findings, hints, false);
        if (effort & BARCODE_COLUMNS) along(findings, hints, true);
    }

private:
    barcode_picture picture;
    std::unique_ptr<GrayCopy> copy;
};

/// The same picture a third as wide and high.
GrayCopy reduced(const barcode_picture &picture)
{
    GrayCopy copy(picture.width / reduction, picture.height / reduction);
    for (int y = 0; y < copy.height; y++) {
        for (int x = 0; x < copy.width; x++) {
            int sum = 0;
            for (int row = 0; row < reduction; row++) {
                const uint8_t *start = picture.luma + size_t(y * reduction + row) * picture.bytes_per_row + x * reduction;
                for (int column = 0; column < reduction; column++) sum += start[column];
            }
            copy.pixels[size_t(y) * copy.width + x] = uint8_t(sum / (reduction * reduction));
        }
    }
    return copy;
}

} // namespace

void findLinearCodes(Findings &findings, const barcode_picture &picture, uint32_t symbologies, uint32_t effort)
{
    const ZXing::BarcodeFormats formats = zxingFormats(symbologies, true);
    if (formats.empty()) return;
    ZXing::DecodeHints hints;
    hints.setFormats(formats).setTryHarder(true).setTryRotate(false).setTryDownscale(false).setMaxNumberOfSymbols(1);
    Search search(picture);
    search.along(findings, hints, effort);
    if (!(effort & BARCODE_REDUCED) || std::min(picture.width, picture.height) < shortestReducible) return;
    const GrayCopy copy = reduced(search.rest());
    Findings small;
    Search(copy.picture()).along(small, hints, effort);
    for (Found &one : small.all) {
        for (Point &corner : one.corners) corner = {corner.x * reduction, corner.y * reduction};
        findings.add(std::move(one));
    }
}

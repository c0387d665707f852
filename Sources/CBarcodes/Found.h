#ifndef FOUND_H
#define FOUND_H

#include "CBarcodes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// A place in a picture, in pixels.
struct Point {
    double x = 0;
    double y = 0;

    Point() = default;
    Point(double x, double y) : x(x), y(y) {}

    template <typename Other>
    explicit Point(const Other &other) : x(other.x), y(other.y) {}
};

/// A code that was found.
struct Found {
    uint32_t symbology = 0;
    /// Upper left, upper right, lower right, lower left as the code is read.
    std::array<Point, 4> corners;
    std::string text;
    std::string bytes;
    bool isGS1 = false;

    Point center() const
    {
        Point sum;
        for (const Point &corner : corners) sum = {sum.x + corner.x / 4, sum.y + corner.y / 4};
        return sum;
    }

    double longestSide() const
    {
        return std::max(
            std::hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y),
            std::hypot(corners[3].x - corners[0].x, corners[3].y - corners[0].y));
    }
};

/// What was found in a picture; each code once for each place where it is.
struct Findings {
    std::vector<Found> all;

    void add(Found one)
    {
        for (const Found &other : all) {
            if (other.symbology != one.symbology || other.bytes != one.bytes) continue;
            // Where ZXing finds a PDF417 at several sizes it tells several places, most of them wrong.
            if (one.symbology == BARCODE_PDF417) return;
            const Point a = other.center(), b = one.center();
            // The same code at another size, or read along another line.
            if (std::hypot(a.x - b.x, a.y - b.y) < std::max(other.longestSide(), one.longestSide()) / 2) return;
        }
        all.push_back(std::move(one));
    }
};

/// A gray picture of its own.
struct GrayCopy {
    int width;
    int height;
    std::vector<uint8_t> pixels;

    GrayCopy(int width, int height) : width(width), height(height), pixels(size_t(width) * height) {}

    explicit GrayCopy(const barcode_picture &picture) : GrayCopy(picture.width, picture.height)
    {
        for (int row = 0; row < height; row++) {
            std::copy_n(
                picture.luma + size_t(row) * picture.bytes_per_row, width, pixels.begin() + size_t(row) * width);
        }
    }

    barcode_picture picture() const { return {pixels.data(), width, height, width}; }
};

#endif

// A book cut out of its photo, turned so that its text reads.

/** How much of the photo around a book is shown, as a share of the book's height. */
const MARGIN = 0.12;
/** How many photos are kept decoded. */
const KEPT = 6;
/** How wide a canvas is at most, in pixels. */
const WIDEST = 1600;

const photos = new Map();

/** A photo of this server, decoded. The photos that were asked for last are kept. */
function photo(address) {
  const known = photos.get(address) ?? load(address);
  photos.delete(address);
  photos.set(address, known);
  known.catch(() => photos.delete(address));
  if (photos.size > KEPT) photos.delete(photos.keys().next().value);
  return known;
}

async function load(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/**
 * What of a photo is cut out for a book.
 *
 * @param box the book's corners in pixels, clockwise from where its text begins
 * @returns its size with the margin, in the photo's pixels, and the matrix that takes the photo's pixels there; null for a box
 *   without an area
 */
export function cut(box) {
  if (box.length !== 4) return null;
  const [start, end, foot, origin] = box;
  const along = edge([start, end], [origin, foot]);
  const down = edge([start, origin], [end, foot]);
  const [length, height] = [Math.hypot(...along), Math.hypot(...down)];
  if (!(length >= 1 && height >= 1)) return null;
  const margin = MARGIN * height;
  const turned = new DOMMatrix([along[0] / length, along[1] / length, down[0] / height, down[1] / height, ...start]);
  if (!Number.isFinite(turned.inverse().a)) return null;
  return {
    width: length + 2 * margin,
    height: height + 2 * margin,
    matrix: new DOMMatrix().translate(margin, margin).multiply(turned.inverse()),
  };
}

/** The mean of two opposite edges, as a vector. */
function edge([a, b], [c, d]) {
  return [0, 1].map((axis) => (b[axis] - a[axis] + d[axis] - c[axis]) / 2);
}

/** Draws a book into a canvas as wide as it is shown; tells whether that went well. */
export async function drawBook(canvas, { photo: address, box }, width) {
  const image = await photo(address).catch(() => null);
  if (image) draw(canvas, image, cut(box) ?? whole(image), width);
  return image !== null;
}

/** Draws the book's whole photo, with an outline around the book. */
export async function drawPhoto(canvas, { photo: address, box }, width) {
  const image = await photo(address).catch(() => null);
  if (!image) return false;
  draw(canvas, image, whole(image), width);
  outline(canvas.getContext('2d'), box, canvas.width / image.naturalWidth);
  return true;
}

/** A whole photo, upright as browsers show it. */
function whole(image) {
  return { width: image.naturalWidth, height: image.naturalHeight, matrix: new DOMMatrix() };
}

function draw(canvas, image, { width, height, matrix }, shownWidth) {
  canvas.width = Math.min(WIDEST, Math.max(1, Math.round(shownWidth * devicePixelRatio)));
  const scale = canvas.width / width;
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.setTransform(new DOMMatrix().scale(scale).multiply(matrix));
  context.drawImage(image, 0, 0);
}

function outline(context, box, scale) {
  context.setTransform(new DOMMatrix().scale(scale));
  context.beginPath();
  for (const [x, y] of box) context.lineTo(x, y);
  context.closePath();
  for (const [colour, width] of [['rgb(0 0 0 / 60%)', 5], ['#ffd60a', 2.5]]) {
    context.strokeStyle = colour;
    context.lineWidth = (width * devicePixelRatio) / scale;
    context.stroke();
  }
}

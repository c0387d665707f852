// Where the picture lies on the page. Pure functions.

/**
 * The rectangle that the picture covers, in the coordinates of the stage.
 *
 * @param stage size of the visible area
 * @param picture size of the picture
 * @param gravity `cover` fills the stage and crops, `contain` shows the whole picture
 */
export function pictureRectangle(stage, picture, gravity) {
  const horizontal = stage.width / picture.width;
  const vertical = stage.height / picture.height;
  const scale = gravity === 'cover' ? Math.max(horizontal, vertical) : Math.min(horizontal, vertical);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (stage.width - width) / 2, y: (stage.height - height) / 2, width, height };
}

/** What is left of a picture that is cut to a shape (`4:3`), on both sides alike; all of it for `full`. An upright one stays upright. */
export function cutToShape(picture, shape) {
  const { width, height } = picture;
  if (shape === 'full') return { x: 0, y: 0, width, height };
  const [long, short] = shape.split(':').map(Number);
  const ratio = width >= height ? long / short : short / long;
  const cut = width > height * ratio ? { width: height * ratio, height } : { width, height: width / ratio };
  return { x: (width - cut.width) / 2, y: (height - cut.height) / 2, ...cut };
}

/** The place in the picture, each coordinate from 0 to 1, under a point of the stage; null beside the picture. */
export function pointInPicture(point, stage, picture, gravity, isMirrored) {
  const rectangle = pictureRectangle(stage, picture, gravity);
  const x = (point.x - rectangle.x) / rectangle.width;
  const y = (point.y - rectangle.y) / rectangle.height;
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  return { x: isMirrored ? 1 - x : x, y };
}

/** The position of a zoom factor on a slider from 0 to 1. Equal ways are equal ratios. */
export function sliderPosition(factor, zoom) {
  if (zoom.maximum <= zoom.minimum) return 0;
  return Math.log(factor / zoom.minimum) / Math.log(zoom.maximum / zoom.minimum);
}

/** The zoom factor at a position of the slider. */
export function factorAtPosition(position, zoom) {
  return clampFactor(zoom.minimum * (zoom.maximum / zoom.minimum) ** position, zoom);
}

export function clampFactor(factor, zoom) {
  return Math.min(zoom.maximum, Math.max(zoom.minimum, factor));
}

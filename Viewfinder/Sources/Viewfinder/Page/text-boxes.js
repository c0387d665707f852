// Outlines around the text that the camera sees, over its picture.

import { preview } from './preview.js';

/** How old what was seen may be, in milliseconds. What is older has moved on, and fades out. */
const FRESH = 900;

/**
 * The outlines as the data of an SVG path.
 *
 * @param boxes four corners each, their coordinates from 0 to 1
 * @param picture size of the picture
 */
export function outlines(boxes, picture) {
  const place = ([x, y]) => `${(x * picture.width).toFixed(1)} ${(y * picture.height).toFixed(1)}`;
  return boxes.map((corners) => `M${corners.map(place).join('L')}Z`).join('');
}

/**
 * The element lies exactly over the camera's picture and scales its contents as the picture is scaled; a style mirrors it where the
 * picture is mirrored. So outlines are drawn in the pixels of the frame, wherever that is shown.
 */
export class TextBoxes {
  #root = document.getElementById('text-boxes');
  #fading = null;

  setOn(isOn) {
    this.#root.toggleAttribute('hidden', !isOn);
    this.clear();
  }

  /** `age` is how long ago the camera saw this, in seconds. */
  show({ boxes, age }) {
    clearTimeout(this.#fading);
    const { lastFrame } = preview.painter;
    const time = FRESH - age * 1000;
    if (!lastFrame || boxes.length === 0 || time <= 0) {
      this.#fade();
      return;
    }
    this.#root.setAttribute('viewBox', `0 0 ${lastFrame.width} ${lastFrame.height}`);
    this.#draw(outlines(boxes, lastFrame));
    this.#root.toggleAttribute('data-old', false);
    this.#fading = setTimeout(() => this.#fade(), time);
  }

  /** Shows nothing: what was seen is no more what is shown. */
  clear() {
    clearTimeout(this.#fading);
    this.#fade();
    this.#draw('');
  }

  #fade() {
    this.#root.toggleAttribute('data-old', true);
  }

  #draw(data) {
    for (const path of this.#root.children) path.setAttribute('d', data);
  }
}

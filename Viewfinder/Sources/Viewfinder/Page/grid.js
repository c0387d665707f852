// Lines at the thirds of the picture, or of what a photo will have of it.

import { PictureOverlay } from './picture-overlay.js';

export class Grid extends PictureOverlay {
  #isOn = false;
  #isDual = false;

  constructor() {
    super('grid');
    this.fit();
  }

  setOn(isOn) {
    this.#isOn = isOn;
    this.#show();
  }

  /** Two pictures have no common thirds. */
  setDual(isDual) {
    this.#isDual = isDual;
    this.#show();
  }

  #show() {
    this.root.toggleAttribute('hidden', !this.#isOn || this.#isDual);
  }

  draw(picture, cut) {
    const lines = [1, 2].map((third) => {
      const [x, y] = [cut.x + (cut.width * third) / 3, cut.y + (cut.height * third) / 3];
      return `M${x} ${cut.y}v${cut.height}M${cut.x} ${y}h${cut.width}`;
    }).join('');
    for (const path of this.root.children) path.setAttribute('d', lines);
  }
}

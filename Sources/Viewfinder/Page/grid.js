// Lines at the thirds of the picture, or of what a photo will have of it, exactly over it.

import { cutToShape } from './geometry.js';

export class Grid {
  #root = document.getElementById('grid');
  #view = document.getElementById('view');
  #isOn = false;
  #isDual = false;
  #shape = 'full';

  constructor() {
    // A canvas has the size of the frame that was painted last.
    new MutationObserver(() => this.#fit()).observe(this.#view, { attributeFilter: ['width', 'height'] });
    this.#fit();
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

  /** `full`, or the ratio of the sides. */
  setShape(shape) {
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#fit();
  }

  /** `cover` or `contain`: how the picture fills the stage. */
  setGravity(gravity) {
    this.#root.setAttribute('preserveAspectRatio', `xMidYMid ${gravity === 'cover' ? 'slice' : 'meet'}`);
  }

  #show() {
    this.#root.toggleAttribute('hidden', !this.#isOn || this.#isDual);
  }

  #fit() {
    const { width, height } = this.#view;
    this.#root.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const cut = cutToShape(this.#view, this.#shape);
    const lines = [1, 2].map((third) => {
      const [x, y] = [cut.x + (cut.width * third) / 3, cut.y + (cut.height * third) / 3];
      return `M${x} ${cut.y}v${cut.height}M${cut.x} ${y}h${cut.width}`;
    }).join('');
    for (const path of this.#root.children) path.setAttribute('d', lines);
  }
}

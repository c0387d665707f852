// Covers what a photo will not have of the picture, exactly over it.

import { cutToShape } from './geometry.js';

export class PhotoFrame {
  #root = document.getElementById('photo-frame');
  #view = document.getElementById('view');
  #shape = 'full';

  constructor() {
    // A canvas has the size of the frame that was painted last.
    new MutationObserver(() => this.#fit()).observe(this.#view, { attributeFilter: ['width', 'height'] });
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

  #fit() {
    const { width, height } = this.#view;
    const cut = cutToShape(this.#view, this.#shape);
    this.#root.toggleAttribute('hidden', cut.width === width && cut.height === height);
    this.#root.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const hole = `M${cut.x} ${cut.y}h${cut.width}v${cut.height}h${-cut.width}z`;
    this.#root.firstElementChild.setAttribute('d', `M0 0H${width}V${height}H0z${hole}`);
  }
}

// What is drawn exactly over the picture, or over what a photo will have of it.

import { cutToShape } from './geometry.js';

export class PictureOverlay {
  #view = document.getElementById('view');
  #shape = 'full';
  root;

  constructor(id) {
    this.root = document.getElementById(id);
    // A canvas has the size of the frame that was painted last.
    new MutationObserver(() => this.fit()).observe(this.#view, { attributeFilter: ['width', 'height'] });
  }

  /** `full`, or the ratio of the sides of photos. */
  setShape(shape) {
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.fit();
  }

  /** `cover` or `contain`: how the picture fills the stage. */
  setGravity(gravity) {
    this.root.setAttribute('preserveAspectRatio', `xMidYMid ${gravity === 'cover' ? 'slice' : 'meet'}`);
  }

  fit() {
    const { width, height } = this.#view;
    this.root.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.draw({ width, height }, cutToShape(this.#view, this.#shape));
  }
}

// Lines at the thirds of the picture, exactly over it.

export class Grid {
  #root = document.getElementById('grid');
  #view = document.getElementById('view');
  #isOn = false;
  #isDual = false;

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
    const lines = [1, 2].map((third) => `M${(width * third) / 3} 0V${height}M0 ${(height * third) / 3}H${width}`).join('');
    for (const path of this.#root.children) path.setAttribute('d', lines);
  }
}

// Scanning books: whether the server offers it, and its parts, which are loaded when the mode is first shown.

const element = (id) => document.getElementById(id);

export class ScanMode {
  #options;
  /** The parts; null until they are loaded. */
  #scanner = null;
  #isLoading = false;
  #isOn = false;
  #camera = null;
  /** The latest of what the server told; null before, and without a scanner. */
  #state = null;

  /**
   * `onError(error)` shows why a command failed, `onSay(message)` tells whoever does not see the page, `onOffer()` is called when the
   * server turns out to have a scanner.
   */
  constructor(options) {
    this.#options = options;
  }

  /** Whether the server has a scanner. */
  get isOffered() {
    return this.#state !== null;
  }

  /** `isOn` is whether this is the mode that is shown, `camera` the camera in use. */
  setOn(isOn, camera) {
    this.#isOn = isOn;
    this.#camera = camera;
    element('thumbnail').hidden = isOn;
    this.#load();
    this.#scanner?.setOn(isOn, camera);
  }

  /** Shows the scanner's state. */
  setState(state) {
    const isNew = this.#state === null;
    // Countdowns go on from the moment at which they were told.
    this.#state = { ...state, toldAt: performance.now() };
    if (isNew) this.#options.onOffer();
    this.#scanner?.setState(this.#state);
    this.#load();
  }

  /** Shows where there is text in the picture. */
  setText(text) {
    if (this.#isOn) this.#scanner?.setText(text);
  }

  /** `cover` or `contain`: how the picture fills the stage. */
  setGravity(gravity) {
    element('text-boxes').setAttribute('preserveAspectRatio', `xMidYMid ${gravity === 'cover' ? 'slice' : 'meet'}`);
  }

  /** Opens what was scanned, or closes it. */
  togglePanel() {
    if (this.#isOn) this.#scanner?.togglePanel();
  }

  closePanel() {
    if (this.#isOn) this.#scanner?.closePanel();
  }

  async #load() {
    if (!this.#isOn || this.#state === null || this.#scanner || this.#isLoading) return;
    this.#isLoading = true;
    const { Scanner } = await import('./scanner.js').catch(() => ({}));
    this.#isLoading = false;
    // The next state that is told tries again.
    if (!Scanner) return;
    this.#scanner = new Scanner(this.#options);
    this.#scanner.setState(this.#state);
    this.#scanner.setOn(this.#isOn, this.#camera);
  }
}

// The control on the device's edge: its form, which is loaded when the server first tells of one, and the room that it takes.

const element = (id) => document.getElementById(id);

export class CameraControl {
  /** What stands in for the control; null where there is none. */
  #form = null;
  #isLoading = false;
  /** What the server told last; null where there is no control. */
  #hardware = null;
  /** Where the focus was before the controls were cleared away. */
  #before = null;
  #onError;

  /** `onError(error)` shows why a command failed. */
  constructor(onError) {
    this.#onError = onError;
  }

  async setState(hardware) {
    this.#hardware = hardware;
    for (const part of document.querySelectorAll('.with-hardware')) part.hidden = !hardware;
    if (!this.#form && !this.#isLoading && hardware) await this.#load();
    this.#form?.setState(this.#hardware);
  }

  toggle() {
    this.#form?.toggle();
  }

  /**
   * What the control shows takes the screen for itself (R-MULTI-10): the page's controls make room, as an app's do.
   *
   * @param isPictureShown whether nothing stands before the picture
   */
  cover(isPictureShown) {
    const isCovered = isPictureShown && this.#hardware?.coversScreen === true;
    if (isCovered === document.body.hasAttribute('data-covered')) return;
    const focused = document.activeElement;
    if (isCovered && element('controls').contains(focused)) this.#before = focused;
    document.body.toggleAttribute('data-covered', isCovered);
    if (isCovered) return;
    if (document.activeElement === document.body) this.#before?.focus({ focusVisible: false });
    this.#before = null;
  }

  async #load() {
    this.#isLoading = true;
    const { Hardware } = await import('./hardware.js').catch(() => ({}));
    this.#isLoading = false;
    // The next state that is told tries again.
    if (Hardware) this.#form = new Hardware(this.#onError);
  }
}

// The time before a photo, counted down in the middle of the picture.

const element = (id) => document.getElementById(id);
const SECOND = 1000;

export class Countdown {
  #root = element('countdown');
  #timer = null;
  #finish = null;
  #onSecond;

  /** `onSecond(left)` is called at the beginning of each second. */
  constructor(onSecond) {
    this.#onSecond = onSecond;
  }

  get isRunning() {
    return this.#finish !== null;
  }

  /** Counts down; whether it came to its end. */
  run(seconds) {
    if (seconds === 0) return Promise.resolve(true);
    this.cancel();
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#show(seconds);
    });
  }

  cancel() {
    this.#end(false);
  }

  #show(left) {
    if (left === 0) return this.#end(true);
    this.#root.textContent = String(left);
    this.#root.hidden = false;
    this.#root.classList.remove('beats');
    // Reading the layout restarts the animation.
    void this.#root.offsetWidth;
    this.#root.classList.add('beats');
    this.#onSecond(left);
    this.#timer = setTimeout(() => this.#show(left - 1), SECOND);
  }

  #end(isOver) {
    clearTimeout(this.#timer);
    this.#root.hidden = true;
    const finish = this.#finish;
    this.#finish = null;
    finish?.(isOver);
  }
}

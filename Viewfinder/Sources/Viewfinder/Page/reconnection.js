// When to try again after the connection was lost.

const FIRST_DELAY = 100;
const LONGEST_DELAY = 3000;

/** Milliseconds to wait before the given attempt, 0 being the first. `random` is from 0 to 1. */
export function delayBeforeAttempt(attempt, random) {
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return delay * (0.8 + 0.4 * random);
}

/** Waits, but not longer than until `wake` is called. */
export class Pause {
  #end = null;

  async wait(milliseconds) {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#end = null;
  }

  wake() {
    this.#end?.();
  }
}

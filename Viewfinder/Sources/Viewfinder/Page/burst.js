// Photos one after the other, as long as somebody wants them.

/** How many may be under way: while one is written the next one is taken. */
const AT_ONCE = 2;

export class Burst {
  #root = document.getElementById('burst-count');
  #isWanted = false;
  #underWay = 0;
  #count = 0;
  #take;
  #onEnd;

  /** `take()` takes a photo and returns whether that came about; `onEnd(count)` is told how many there are. */
  constructor(take, onEnd) {
    this.#take = take;
    this.#onEnd = onEnd;
  }

  /** Begins; as fast as the camera has photos ready. */
  start() {
    if (this.#isWanted || this.#underWay > 0) return;
    this.#isWanted = true;
    this.#count = 0;
    this.#show();
    for (let number = 0; number < AT_ONCE; number += 1) this.#run();
  }

  stop() {
    this.#isWanted = false;
  }

  async #run() {
    this.#underWay += 1;
    while (this.#isWanted) {
      // Whatever kept one photo from being taken keeps the next ones, too.
      if (!await this.#take()) this.#isWanted = false;
      else this.#count += 1;
      this.#show();
    }
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    this.#root.hidden = true;
    this.#onEnd(this.#count);
  }

  #show() {
    this.#root.hidden = false;
    this.#root.textContent = String(this.#count);
  }
}

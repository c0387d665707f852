// What kept the page from showing the picture, and for how long: said once, when it is connected again.

import { say } from './text.js';

/** A shorter loss is not worth a word, in milliseconds. */
const SHORTEST_LOSS = 2000;
/** A look that comes so much too late was not held up by work: the device slept. */
const SHORTEST_SLEEP = 10_000;
const LOOK_INTERVAL = 1000;

/** Finds out from the time of day that the device slept: its other clocks may have slept, too. */
export class SleepDetector {
  #last = null;

  /** The milliseconds that the device slept since the look before; 0 if it did not. Looks come once a second. */
  check(now) {
    const late = this.#last === null ? 0 : now - this.#last - LOOK_INTERVAL;
    this.#last = now;
    return late >= SHORTEST_SLEEP ? late : 0;
  }

  /** The next look may come late: a page that is hidden looks seldom. */
  forget() {
    this.#last = null;
  }
}

/** `1 second`, `12 seconds`, `3 minutes`, `2 hours`. */
export function roughDuration(milliseconds) {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds >= 2 * 3600) return say('%lld hours', Math.round(seconds / 3600));
  return seconds >= 2 * 60 ? say('%lld minutes', Math.round(seconds / 60)) : say('%lld seconds', seconds);
}

/** What happened since the page was last connected. */
export class Outages {
  #lostSince = null;
  #slept = 0;
  #run = null;

  /** The server is out of reach. */
  lose(now) {
    this.#lostSince ??= now;
  }

  /** The device slept for so many milliseconds. What the page lost meanwhile was lost for that reason. */
  sleep(milliseconds) {
    this.#slept += milliseconds;
  }

  /**
   * The server answers. `run` is another one after each start of the server; null where it does not tell.
   *
   * @returns `{ message, isRestarted }`; `message` is null if there is nothing to say
   */
  connect(now, run) {
    const isRestarted = this.#run !== null && run !== null && run !== this.#run;
    const message = this.#message(now, isRestarted);
    this.#run = run ?? this.#run;
    this.#lostSince = null;
    this.#slept = 0;
    return { message, isRestarted };
  }

  #message(now, isRestarted) {
    const restart = isRestarted ? ` ${say('The server was restarted meanwhile.')}` : '';
    if (this.#slept > 0) return say('Connected again: this device slept for %@.', roughDuration(this.#slept)) + restart;
    const lost = this.#lostSince === null ? 0 : now - this.#lostSince;
    if (lost >= SHORTEST_LOSS) {
      return say('Connected again: the server was out of reach for %@.', roughDuration(lost)) + restart;
    }
    return isRestarted ? say('The server was restarted. The viewfinder is connected again.') : null;
  }
}

/** Calls `onWake(milliseconds)` when the device has slept while the page was seen. */
export function watchSleep(onWake) {
  const detector = new SleepDetector();
  detector.check(Date.now());
  document.addEventListener('visibilitychange', () => detector.forget());
  setInterval(() => {
    if (document.visibilityState === 'hidden') return;
    const milliseconds = detector.check(Date.now());
    if (milliseconds > 0) onWake(milliseconds);
  }, LOOK_INTERVAL);
}

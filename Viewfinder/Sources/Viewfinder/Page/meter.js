// The sound level: a bar for each channel that follows the loudness, and a tick that keeps the loudest moment for a while.

import { say } from './text.js';

/** What the bar's empty end stands for, in decibels of full scale. */
const FLOOR = -60;
/** How long the loudest moment is kept, in milliseconds, and how fast its tick falls then, in decibels a second. */
const HOLD = 1500;
const FALL = 24;

/** Where a level stands on the bar, from 0 to 1. */
export function meterPosition(level) {
  return Math.min(1, Math.max(0, (level - FLOOR) / -FLOOR));
}

/** The loudest moments of some channels, held for a while. */
export class PeakHold {
  #peaks = [];

  /** Takes the levels of a moment, in milliseconds, and returns the held ones. */
  update(levels, now) {
    this.#peaks = levels.map((level, channel) => {
      const peak = this.#peaks[channel];
      if (!peak || level >= this.#held(peak, now)) return { level, time: now };
      return peak;
    });
    return this.#peaks.map((peak) => this.#held(peak, now));
  }

  #held({ level, time }, now) {
    return level - Math.max(0, now - time - HOLD) / 1000 * FALL;
  }
}

export class Meter {
  #root;
  #peaks = new PeakHold();
  #channels = [];

  /** `root` has the role of a meter. */
  constructor(root) {
    this.#root = root;
    root.setAttribute('aria-valuemin', String(FLOOR));
    root.setAttribute('aria-valuemax', '0');
  }

  /** Shows the levels of all channels, in decibels of full scale; none hides the meter. */
  show(levels, now = performance.now()) {
    this.#root.hidden = levels.length === 0;
    if (levels.length === 0) {
      this.#peaks = new PeakHold();
      return;
    }
    if (this.#channels.length !== levels.length) this.#make(levels.length);
    const peaks = this.#peaks.update(levels, now);
    levels.forEach((level, index) => {
      const { cover, tick } = this.#channels[index];
      cover.style.transform = `scaleX(${(1 - meterPosition(level)).toFixed(3)})`;
      tick.style.left = `${(meterPosition(peaks[index]) * 100).toFixed(1)}%`;
      tick.toggleAttribute('data-hot', peaks[index] > -3);
    });
    const loudest = Math.max(...levels);
    this.#root.setAttribute('aria-valuenow', String(Math.round(Math.max(FLOOR, loudest))));
    this.#root.setAttribute('aria-valuetext', loudest <= FLOOR ? say('silence') : say('%lld decibels', Math.round(loudest)));
  }

  #make(count) {
    this.#channels = Array.from({ length: count }, () => {
      const [channel, cover, tick] = ['span', 'i', 'b'].map((name) => document.createElement(name));
      channel.append(cover, tick);
      return { channel, cover, tick };
    });
    this.#root.replaceChildren(...this.#channels.map(({ channel }) => channel));
  }
}

// The size and rate of movies. Offered is what the camera in use has; the server keeps what is chosen, for all pages.

import { LatestCommand } from './commands.js';
import { make } from './elements.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

/** What sizes of 16 to 9 are known as, by their height. */
const NAMES = { 720: '720p', 1080: '1080p', 2160: '4K' };
const AUTOMATIC = { width: null, height: null, framesPerSecond: null, automatic: true };
const USUAL_RATE = 30;

const nameOf = ({ width, height }) => `${width}x${height}`;

/** `1080p, 1920 × 1080` */
function label({ width, height }) {
  const name = width * 9 === height * 16 ? NAMES[height] : undefined;
  return `${name ? `${name}, ` : ''}${width} × ${height}`;
}

/** The format whose rate comes closest to another one. */
function nearest(formats, rate) {
  const distance = ({ framesPerSecond }) => Math.abs(framesPerSecond - rate);
  return formats.reduce((best, format) => (distance(format) < distance(best) ? format : best));
}

export class MovieFormat {
  #size = element('movie-size');
  #rate = element('movie-rate');
  #recording = { phase: 'idle', formats: [] };
  #shown = '';
  #command;

  /** `onError(error)` tells what did not succeed. */
  constructor(onError) {
    this.#command = new LatestCommand('movieFormat', onError);
    this.#size.addEventListener('change', () => this.#choose(this.#size.value, Number(this.#rate.value) || USUAL_RATE));
    this.#rate.addEventListener('change', () => this.#choose(this.#size.value, Number(this.#rate.value)));
  }

  /** Shows what the camera in use offers, and what is chosen. */
  setState(recording) {
    this.#recording = recording;
    // What is chosen at this moment is not taken back by what was so before.
    if (this.#command.isIdle) this.#render();
  }

  #render() {
    const { phase, formats, format } = this.#recording;
    this.#size.disabled = phase !== 'idle';
    this.#rate.disabled = phase !== 'idle';
    const shown = JSON.stringify([formats, format]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    element('movie-size-row').hidden = formats.length === 0;
    const sizes = this.#formatsBySize;
    this.#size.replaceChildren(
      make('option', { value: '', textContent: say('Automatic') }),
      ...[...sizes].map(([value, [size]]) => make('option', { value, textContent: label(size) })),
    );
    const chosen = format && sizes.get(nameOf(format));
    this.#size.value = chosen ? nameOf(format) : '';
    element('movie-rate-row').hidden = !chosen;
    this.#rate.replaceChildren(...(chosen ?? []).map(({ framesPerSecond: rate }) => make('option', { value: rate, textContent: `${rate} fps` })));
    if (chosen) this.#rate.value = format.framesPerSecond;
  }

  get #formatsBySize() {
    const sizes = new Map(this.#recording.formats.map((format) => [nameOf(format), []]));
    for (const format of this.#recording.formats) sizes.get(nameOf(format)).push(format);
    return sizes;
  }

  async #choose(size, rate) {
    const formats = this.#formatsBySize.get(size);
    await this.#command.send(formats ? { ...nearest(formats, rate), automatic: null } : AUTOMATIC);
    // What was refused is not shown as if it were so.
    this.#shown = '';
    if (this.#command.isIdle) this.#render();
  }
}

// A recording that ended without being asked to is explained, until the user has seen it.

import { told } from './text.js';

const element = (id) => document.getElementById(id);

export class MovieNotice {
  #root = element('notice');
  #movie = null;

  /** `onShow(name)` opens the movie of that name. */
  constructor(onShow) {
    element('notice-close').addEventListener('click', () => this.#close());
    element('notice-show').addEventListener('click', () => {
      this.#close();
      onShow(this.#movie);
    });
  }

  /** Explains the end of a movie, unless somebody asked for it. */
  show({ name, end, isPlayable }) {
    if (!end || end.wasRequested) return;
    this.#movie = name;
    element('notice-title').textContent = told(end.title);
    element('notice-text').textContent = told(end.advice);
    element('notice-show').hidden = !isPlayable;
    this.#root.hidden = false;
  }

  #close() {
    this.#root.hidden = true;
  }
}

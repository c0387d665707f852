// What a phone does beside its screen: it vibrates, speaks and opens other apps. Here it says so.

import { make } from './elements.js';

const SHOWN = 1600;
const WORDS = { haptic: 'Haptic', announce: 'VoiceOver', open: 'Opens' };

export class Effects {
  #list;
  #announcer;
  /** The last ones, for whoever looks later. */
  log = [];

  constructor(list, announcer) {
    this.#list = list;
    this.#announcer = announcer;
  }

  show(kind, value) {
    this.log.push({ kind, value });
    if (this.log.length > 50) this.log.shift();
    if (kind === 'announce') this.#announcer.replaceChildren(make('p', { textContent: value }));
    if (kind === 'haptic') navigator.vibrate?.(value === 'error' || value === 'warning' ? [20, 60, 20] : 12);
    const note = make('p', { className: `effect-${kind}` }, make('strong', { textContent: WORDS[kind] ?? kind }), ` ${value}`);
    this.#list.append(note);
    if (this.#list.children.length > 4) this.#list.firstChild.remove();
    setTimeout(() => note.remove(), SHOWN);
  }
}

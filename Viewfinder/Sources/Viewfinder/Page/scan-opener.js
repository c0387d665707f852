// The button beside the shutter: the latest photo, how many books there are, and whether something asks for the user.

import { make, setText } from './elements.js';
import { isFailed, openerText } from './scan-text.js';
import { locale, say } from './text.js';

export class ScanOpener {
  root = document.getElementById('scan-open');
  #picture = make('img', { alt: '', hidden: true });
  #number = make('b');
  #label = make('small');
  #badge = make('i', { hidden: true });
  #latest = null;

  /** `onPress(isByPointer)` */
  constructor(onPress) {
    this.#picture.addEventListener('error', () => { this.#picture.hidden = true; });
    this.root.querySelector('.scan-thumbnail').append(this.#picture, this.#badge);
    this.root.append(make('span', { className: 'scan-number' }, this.#number, this.#label));
    this.root.addEventListener('click', (event) => onPress(event.detail > 0));
  }

  setState(state) {
    setText(this.#number, state.bookCount.toLocaleString(locale));
    setText(this.#label, say(state.bookCount === 1 ? 'book' : 'books'));
    const asking = state.booksToConfirm.length + state.duplicates.length + state.jobs.filter(isFailed).length;
    this.#badge.hidden = asking === 0;
    setText(this.#badge, asking > 99 ? '99+' : String(asking));
    this.root.toggleAttribute('data-busy', state.jobs.some((job) => !isFailed(job)));
    this.root.setAttribute('aria-label', openerText(state));
    this.#showPhoto(state.jobs.at(-1)?.photo ?? this.#latest ?? state.booksToConfirm.at(-1)?.photo ?? null);
  }

  #showPhoto(address) {
    if (address === null || address === this.#latest) return;
    const isFirst = this.#latest === null;
    this.#latest = address;
    this.#picture.src = address;
    this.#picture.hidden = false;
    if (isFirst) return;
    this.root.classList.remove('arrived');
    // Reading the layout restarts the animation.
    void this.root.offsetWidth;
    this.root.classList.add('arrived');
  }
}

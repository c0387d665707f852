// What may be there twice: both pictures side by side, for the user to decide.

import { button, make, setText } from './elements.js';
import { KeyedList } from './keyed-list.js';
import { bookName, reasonText } from './scan-text.js';
import { say } from './text.js';

export class ScanDuplicates {
  #act;
  #list;
  #empty = make('p', { className: 'scan-empty' }, say('No duplicates. When the same spine is scanned twice, you are asked here whether it is the same book.'));

  constructor(root, { act, onLost }) {
    this.#act = act;
    const list = make('ul', { className: 'scan-cards' });
    this.#list = new KeyedList(list, {
      key: (duplicate) => duplicate.id,
      make: (duplicate) => this.#row(duplicate),
      fill: (row, duplicate) => this.#fill(row, duplicate),
      focusAfter: (row) => (row ? row.same.focus() : onLost()),
    });
    root.append(this.#empty, list);
  }

  setState(state) {
    this.#empty.hidden = state.duplicates.length > 0;
    this.#list.show(state.duplicates);
  }

  #row({ id, photo, formerPhoto }) {
    const reason = make('p', { className: 'scan-reason' });
    const name = make('strong');
    const judge = (verdict) => this.#judge(row, { duplicate: id, verdict });
    const same = button(say('Same'), '', () => judge('same'));
    const different = button(say('Keep both'), 'quiet', () => judge('different'));
    same.title = say('The later one is left out');
    const pictures = make('div', { className: 'scan-pair' }, figure(formerPhoto, say('Before')), figure(photo, say('Now')));
    const root = make('li', {}, name, reason, pictures, make('div', { className: 'scan-actions' }, same, different));
    const row = { root, name, reason, same, different, isLeaving: false };
    return row;
  }

  #fill({ root, name, reason, same, different }, duplicate) {
    const words = duplicate.title ? bookName(duplicate) : '';
    setText(name, words);
    name.hidden = words === '';
    setText(reason, reasonText(duplicate));
    root.setAttribute('aria-label', words || reasonText(duplicate));
    same.setAttribute('aria-label', say('Same, leave the later one out: %@', words || say('photo')));
    different.setAttribute('aria-label', say('Keep both: %@', words || say('photos')));
  }

  async #judge(row, body) {
    if (row.isLeaving) return;
    row.isLeaving = true;
    row.root.toggleAttribute('data-leaving', true);
    if (await this.#act('judgeDuplicate', body)) return;
    row.isLeaving = false;
    row.root.toggleAttribute('data-leaving', false);
  }
}

function figure(address, caption) {
  const picture = make('img', { alt: say('Photo: %@', caption.toLowerCase()), loading: 'lazy', decoding: 'async', src: address });
  picture.addEventListener('error', () => picture.toggleAttribute('data-missing', true));
  return make('figure', {}, picture, make('figcaption', { textContent: caption }));
}

// Books that the recogniser is not sure of: each with its picture, for the user to say whether it is right.

import { button, make, setText } from './elements.js';
import { KeyedList } from './keyed-list.js';
import { Lazy } from './lazy.js';
import { BookFields } from './scan-book-fields.js';
import { drawBook, drawPhoto } from './scan-crop.js';
import { bookName, percent, readText } from './scan-text.js';
import { say } from './text.js';

export class ScanCheck {
  #act;
  #list;
  #lazy = new Lazy();
  #empty = make('p', { className: 'scan-empty' },
    say('Nothing to check. Books that the recogniser is not sure of come here, for you to say whether they are right.'));

  constructor(root, { act, onLost }) {
    this.#act = act;
    const list = make('ul', { className: 'scan-cards' });
    this.#list = new KeyedList(list, {
      key: (book) => book.id,
      make: (book) => this.#row(book),
      fill: (row, book) => this.#fill(row, book),
      // Whoever works through the list by the keyboard goes on with the next one.
      focusAfter: (row) => (row ? row.right.focus() : onLost()),
    });
    list.addEventListener('keydown', (event) => this.#keyDown(event));
    root.append(this.#empty, list);
  }

  setState(state) {
    this.#empty.hidden = state.booksToConfirm.length > 0;
    this.#list.show(state.booksToConfirm);
  }

  #row(book) {
    const canvas = make('canvas', { width: 1, height: 1 });
    const picture = make('button', { type: 'button', className: 'scan-crop', 'aria-pressed': 'false', title: say('Show the whole photo') }, canvas);
    const fields = new BookFields();
    const sure = make('span', { className: 'scan-sure' });
    const read = make('p', { className: 'scan-read' });
    const right = button(say('Right'), '', () => {});
    right.type = 'submit';
    const wrong = button(say('Wrong'), 'quiet danger', () => this.#decide(row, 'rejectBook', { book: row.book.id }));
    const form = make('form', { noValidate: true }, ...fields.elements, read, make('div', { className: 'scan-actions' }, right, wrong, sure));
    const row = {
      root: make('li', {}, picture, form), book, canvas, picture, fields, sure, read, right, wrong, isLeaving: false,
    };
    form.addEventListener('input', () => this.#fillActions(row));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (fields.isEdited) this.#decide(row, 'correctBook', { book: row.book.id, ...fields.typed });
      else this.#decide(row, 'confirmBook', { book: row.book.id });
    });
    picture.addEventListener('click', () => {
      picture.setAttribute('aria-pressed', String(picture.getAttribute('aria-pressed') !== 'true'));
      this.#draw(row);
    });
    this.#lazy.when(row.root, () => this.#draw(row));
    return row;
  }

  #fill(row, book) {
    row.fields.fill(book);
    const hasMoved = JSON.stringify([row.book.photo, row.book.box]) !== JSON.stringify([book.photo, book.box]);
    row.book = book;
    row.root.setAttribute('aria-label', bookName(book));
    row.picture.setAttribute('aria-label', say('Picture of %@; press for the whole photo', bookName(book)));
    setText(row.sure, say('%@ sure', percent(book.score)));
    setText(row.read, readText(book));
    this.#fillActions(row);
    if (hasMoved) this.#lazy.when(row.root, () => this.#draw(row));
  }

  #fillActions(row) {
    const words = say(row.fields.isEdited ? 'Save' : 'Right');
    setText(row.right, words);
    row.right.setAttribute('aria-label', `${words}: ${bookName(row.fields.typed)}`);
    row.wrong.setAttribute('aria-label', say('Wrong, leave it out: %@', bookName(row.book)));
    row.wrong.title = say('There is no such book: leave it out');
  }

  async #draw(row) {
    const isWhole = row.picture.getAttribute('aria-pressed') === 'true';
    const isDrawn = await (isWhole ? drawPhoto : drawBook)(row.canvas, row.book, row.picture.clientWidth);
    row.picture.toggleAttribute('data-missing', !isDrawn);
    row.picture.toggleAttribute('data-drawn', isDrawn);
  }

  /** The row goes when the server says so; until then it takes nothing more. It keeps the focus. */
  async #decide(row, name, body) {
    if (row.isLeaving) return;
    row.isLeaving = true;
    row.root.toggleAttribute('data-leaving', true);
    const isDone = await this.#act(name, body);
    if (isDone) return;
    row.isLeaving = false;
    row.root.toggleAttribute('data-leaving', false);
  }

  /** Up and down go from book to book, in the same field or button. */
  #keyDown(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { rows } = this.#list;
    const index = rows.findIndex(({ root }) => root.contains(event.target));
    const next = rows[index + step];
    if (!next || index < 0) return;
    event.preventDefault();
    const place = controls(rows[index]).indexOf(event.target);
    controls(next)[Math.max(0, place)].focus();
  }
}

const controls = (row) => [...row.root.querySelectorAll('button, input')];

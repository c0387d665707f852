// All books that were scanned: searched, put right, counted, and taken along as files.

import { button, icon, make, setText } from './elements.js';
import { KeyedList } from './keyed-list.js';
import { Lazy } from './lazy.js';
import { BookFields } from './scan-book-fields.js';
import { drawBook } from './scan-crop.js';
import { day } from './scan-time.js';
import { bookName, certainty, readText } from './scan-text.js';
import { locale, say } from './text.js';

/** How long the user may go on typing before it is searched, in milliseconds. */
const TYPING = 180;
/** How many books are shown at once. */
const PAGE = 100;
/** As wide as a book's picture in the list, in pixels, for a spine that is cut to the middle of its title. */
const PICTURE_WIDTH = 420;

export class ScanResults {
  #books = [];
  #shown = PAGE;
  #isVisible = false;
  /** What the list was loaded for; null when it has to be loaded. */
  #loadedFor = null;
  #changes = '';
  #request = null;
  #typing = null;
  #state = null;
  #lazy = new Lazy();
  #act;
  #list;
  /** What the user has left out last, which can be put back. */
  #leftOut = null;
  #undoText = make('span');
  #undo = make('p', { className: 'scan-undo', role: 'status', hidden: true }, this.#undoText, button(say('Undo'), 'quiet', () => this.#putBack()));
  #search = make('input', { type: 'search', placeholder: say('Title, author, ISBN or text'), autocomplete: 'off', spellcheck: false, 'aria-label': say('Search the books') });
  #facts = make('span', { className: 'scan-count', role: 'status' });
  #empty = make('p', { className: 'scan-empty' });
  #again = button(say('Try again'), 'quiet', () => this.#load());
  #more = button(say('Show more'), 'quiet scan-show-more', () => this.#showMore());
  #files = make('div', { className: 'scan-export' },
    make('a', { className: 'button small quiet', href: 'scans/books.csv', download: 'books.csv', textContent: 'CSV', 'aria-label': say('Download all books as CSV') }),
    make('a', { className: 'button small quiet', href: 'scans/books.json', download: 'books.json', textContent: 'JSON', 'aria-label': say('Download all books as JSON') }));

  constructor(root, { act }) {
    this.#act = act;
    const list = make('ul', { className: 'scan-books' });
    this.#list = new KeyedList(list, { key: (book) => book.id, make: (book) => this.#row(book), fill: (row, book) => this.#fill(row, book) });
    this.#search.addEventListener('input', () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#load(), TYPING);
    });
    this.#again.hidden = true;
    this.#more.hidden = true;
    root.append(
      make('div', { className: 'scan-search' }, icon('search'), this.#search),
      make('div', { className: 'scan-bar' }, this.#facts, this.#files), this.#undo, this.#empty, this.#again, list, this.#more,
    );
  }

  setState(state) {
    this.#state = state;
    const changes = JSON.stringify([state.bookCount, state.finishedCount, state.booksToConfirm.map(({ id }) => id), state.duplicates.length]);
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#loadedFor = null;
    this.#renderFacts();
    if (this.#isVisible) this.#load();
  }

  /** Whether the list is seen: only then it is loaded. */
  setVisible(isVisible) {
    this.#isVisible = isVisible;
    if (isVisible && this.#loadedFor === null) this.#load();
  }

  focusSearch() {
    this.#search.focus();
  }

  async #load() {
    const words = this.#search.value.trim();
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    const answer = await fetch(`scans/books?search=${encodeURIComponent(words)}`, { cache: 'no-store', signal: request.signal })
      .then((response) => (response.ok ? response.json() : null)).catch(() => null);
    // A later question is on its way.
    if (request.signal.aborted) return;
    this.#again.hidden = answer !== null;
    if (answer) {
      if (words !== this.#loadedFor) this.#shown = PAGE;
      this.#books = answer.books;
    }
    this.#loadedFor = answer ? words : null;
    this.#render(answer === null);
  }

  #showMore() {
    const first = this.#shown;
    this.#shown += PAGE;
    this.#render(false);
    this.#list.rows[first]?.root.focus();
  }

  #render(hasFailed) {
    const books = hasFailed ? [] : this.#books;
    this.#list.show(books.slice(0, this.#shown));
    this.#more.hidden = books.length <= this.#shown;
    this.#empty.hidden = books.length > 0;
    setText(this.#empty, hasFailed ? say('The list could not be loaded.')
      : this.#loadedFor ? say('No book has “%@”. Try fewer or other words.', this.#loadedFor)
      : say('No books yet. Scan a shelf, and what is read on its spines stands here.'));
    this.#renderFacts();
  }

  #renderFacts() {
    const all = this.#state?.bookCount ?? 0;
    setText(this.#facts, this.#loadedFor ? say('%@ of %@', this.#books.length.toLocaleString(locale), say('%lld books', all)) : say('%lld books', all));
    this.#files.hidden = all === 0;
  }

  // One book: what it is called, and, opened, what the user makes of that.

  #row(book) {
    const canvas = make('canvas', { width: 1, height: 1, 'aria-hidden': 'true' });
    const title = make('strong');
    const author = make('span', { className: 'scan-author' });
    const facts = make('small');
    const sure = make('span', { className: 'scan-sure' });
    const open = make('button', { type: 'button', className: 'scan-more', 'aria-expanded': 'false' }, icon('more'));
    const root = make(
      'li', { tabIndex: -1 }, make('div', { className: 'scan-spine' }, canvas), make('div', {}, title, author, facts), sure, open,
    );
    const row = { root, book, title, author, facts, sure, open, form: null, fields: null };
    open.addEventListener('click', () => this.#setOpen(row, row.form === null));
    this.#lazy.when(root, async () => {
      const isDrawn = await drawBook(canvas, book, PICTURE_WIDTH);
      canvas.toggleAttribute('data-drawn', isDrawn);
    });
    return row;
  }

  #fill(row, book) {
    row.book = book;
    row.root.dataset.certainty = book.decision === 'open' ? (book.isAccepted ? 'accepted' : 'open') : book.decision;
    row.open.setAttribute('aria-label', say('Change: %@', bookName(book)));
    setText(row.title, book.title || say('Untitled'));
    setText(row.author, book.author);
    setText(row.facts, [book.isbn && `ISBN ${book.isbn}`, day(book.date)].filter(Boolean).join('  ·  '));
    setText(row.sure, certainty(book));
    row.fields?.fill(book);
  }

  #setOpen(row, isOpen) {
    row.open.setAttribute('aria-expanded', String(isOpen));
    row.form?.remove();
    row.fields = isOpen ? new BookFields() : null;
    row.form = isOpen ? this.#form(row) : null;
    if (!isOpen) return;
    row.root.append(row.form);
    row.fields.focus();
  }

  #form(row) {
    row.fields.fill(row.book);
    const save = button(say('Save'), '', () => {});
    save.type = 'submit';
    save.disabled = true;
    const leaveOut = button(say('Leave out'), 'quiet danger', () => this.#leave(row));
    const form = make(
      'form', { className: 'scan-edit', noValidate: true }, ...row.fields.elements,
      make('p', { className: 'scan-read', textContent: readText(row.book) }), make('div', { className: 'scan-actions' }, save, leaveOut),
    );
    form.addEventListener('input', () => { save.disabled = !row.fields.isEdited; });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (row.fields.isEdited) this.#save(row);
    });
    return form;
  }

  async #save(row) {
    if (!await this.#act('correctBook', { book: row.book.id, ...row.fields.typed })) return;
    this.#setOpen(row, false);
    row.open.focus();
    await this.#load();
  }

  async #leave(row) {
    if (!await this.#act('rejectBook', { book: row.book.id })) return;
    this.#setOpen(row, false);
    this.#setLeftOut(row.book);
    await this.#load();
    this.#undo.querySelector('button').focus();
  }

  async #putBack() {
    const { id, title, author, isbn, decision } = this.#leftOut;
    const isBack = decision === 'corrected' ? this.#act('correctBook', { book: id, title, author, isbn: isbn ?? null })
      : this.#act('confirmBook', { book: id });
    if (!await isBack) return;
    this.#setLeftOut(null);
    await this.#load();
    this.focusSearch();
  }

  #setLeftOut(book) {
    this.#leftOut = book;
    this.#undo.hidden = book === null;
    setText(this.#undoText, book ? say('Left out: %@', bookName(book)) : '');
  }
}

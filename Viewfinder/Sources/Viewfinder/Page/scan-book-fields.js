// What a book is called, in fields in which the user can say it better.

import { make } from './elements.js';
import { say } from './text.js';

const FIELDS = [['title', say('Title')], ['author', say('Author')], ['isbn', 'ISBN']];

export class BookFields {
  #inputs = new Map();
  #labels;
  #book = null;

  constructor() {
    this.#labels = FIELDS.map(([name, label]) => {
      const input = make('input', { name, type: 'text', autocomplete: 'off', spellcheck: false, maxLength: 500 });
      this.#inputs.set(name, input);
      return make('label', { className: `scan-field-${name}` }, make('span', { textContent: label }), input);
    });
  }

  /** The elements, in their order. */
  get elements() {
    return this.#labels;
  }

  /** Shows a book; what the user has typed is kept. */
  fill(book) {
    if (this.#book === null || !this.isEdited) for (const [name, input] of this.#inputs) input.value = book[name] ?? '';
    this.#book = book;
  }

  focus() {
    this.#inputs.get('title').focus();
  }

  /** What the fields say. */
  get typed() {
    const [title, author, isbn] = FIELDS.map(([name]) => this.#inputs.get(name).value.trim());
    return { title, author, isbn: isbn || null };
  }

  get isEdited() {
    const { title, author, isbn } = this.typed;
    return title !== this.#book.title || author !== this.#book.author || isbn !== (this.#book.isbn || null);
  }
}

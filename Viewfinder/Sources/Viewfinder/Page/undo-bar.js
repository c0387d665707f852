// What was deleted a moment ago, and the way back. Several deletions in a row are undone at once.

import { say } from './text.js';

/** How long it is offered, in milliseconds. The server waits longer. */
const OFFERED = 10000;

const element = (id) => document.getElementById(id);

export class UndoBar {
  #root = element('undo');
  #pending = [];
  #timer = null;
  #onUndo;

  /** `onUndo(undos)` brings back what these are the server's names for, the latest first. */
  constructor(onUndo) {
    this.#onUndo = onUndo;
    element('undo-action').addEventListener('click', () => this.#undo());
    addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || this.#root.hidden) return;
      event.preventDefault();
      this.#undo();
    });
    // Only what is in an open dialog can be seen and pressed.
    for (const dialog of document.querySelectorAll('dialog')) {
      dialog.addEventListener('close', () => this.place());
    }
  }

  /** Offers to undo one deletion more. */
  add(undo) {
    this.#pending.unshift(undo);
    element('undo-text').textContent = this.#pending.length === 1 ? say('Deleted') : say('%lld deleted', this.#pending.length);
    this.place();
    this.#root.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#removeAll(), OFFERED);
  }

  /** Goes where it can be pressed. */
  place() {
    const parent = document.querySelector('dialog[open]') ?? document.body;
    if (this.#root.parentElement !== parent) parent.append(this.#root);
  }

  #removeAll() {
    clearTimeout(this.#timer);
    this.#root.hidden = true;
    return this.#pending.splice(0);
  }

  #undo() {
    const undos = this.#removeAll();
    if (undos.length > 0) this.#onUndo(undos);
  }
}

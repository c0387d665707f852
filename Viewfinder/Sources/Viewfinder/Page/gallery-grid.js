// All photos and movies as tiles, and what is done with several of them at once.

import { duration, fileSize } from './format.js';
import { Lazy } from './lazy.js';
import { canShare, counts, facts, keyOf, label, title } from './media-item.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

export class GalleryGrid {
  #items = [];
  /** The keys of what is selected; null while nothing is being selected. */
  #selection = null;
  #root = element('gallery');
  #tiles = element('gallery-tiles');
  #lazy = new Lazy();
  #handlers;

  /** `onOpen(item)`; `onDelete(items)`, `onShare(items)`, `onDownload(items)` for what is selected. */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#root.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#root.addEventListener('close', () => this.#setSelecting(false));
    element('gallery-select').addEventListener('click', () => this.#setSelecting(this.#selection === null));
    element('gallery-all').addEventListener('click', () => this.#selectAll());
    for (const name of ['Delete', 'Share', 'Download']) {
      element(`gallery-${name.toLowerCase()}`).addEventListener('click', () => this.#act(name));
    }
  }

  get isOpen() {
    return this.#root.open;
  }

  open() {
    this.#makeTiles();
    this.#root.showModal();
    this.#tiles.querySelector('button')?.focus();
  }

  close() {
    this.#root.close();
  }

  setItems(items) {
    this.#items = items;
    if (this.#selection) {
      const keys = new Set(items.map(keyOf));
      this.#selection = new Set([...this.#selection].filter((key) => keys.has(key)));
    }
    if (this.isOpen) this.#makeTiles();
  }

  // Selecting

  get #selected() {
    return this.#items.filter((item) => this.#selection?.has(keyOf(item)));
  }

  #setSelecting(isSelecting) {
    this.#selection = isSelecting ? new Set() : null;
    this.#showSelection();
  }

  #toggle(key) {
    if (!this.#selection.delete(key)) this.#selection.add(key);
    this.#showSelection();
  }

  /** All of them, or none if all are. */
  #selectAll() {
    const areAll = this.#selection.size === this.#items.length;
    this.#selection = new Set(areAll ? [] : this.#items.map(keyOf));
    this.#showSelection();
  }

  async #act(name) {
    const selected = this.#selected;
    if (selected.length === 0) return;
    await this.#handlers[`on${name}`](selected);
    if (name === 'Delete') this.#setSelecting(false);
  }

  #showSelection() {
    const isSelecting = this.#selection !== null;
    const count = this.#selection?.size ?? 0;
    this.#root.toggleAttribute('data-selecting', isSelecting);
    const select = element('gallery-select');
    select.textContent = say(isSelecting ? 'Done' : 'Select');
    select.hidden = this.#items.length === 0 && !isSelecting;
    element('gallery-actions').hidden = !isSelecting;
    element('gallery-count').textContent = count === 0 ? say('Nothing selected') : say('%lld selected', count);
    element('gallery-all').textContent = say(count > 0 && count === this.#items.length ? 'None' : 'All');
    element('gallery-share').hidden = !canShare();
    for (const name of ['delete', 'share', 'download']) element(`gallery-${name}`).disabled = count === 0;
    for (const tile of this.#tiles.children) {
      if (isSelecting) tile.setAttribute('aria-pressed', String(this.#selection.has(tile.dataset.key)));
      else tile.removeAttribute('aria-pressed');
    }
  }

  // Tiles

  #makeTiles() {
    const before = document.activeElement?.closest('#gallery-tiles button')?.dataset.key;
    const known = new Map([...this.#tiles.children].map((tile) => [tile.dataset.state, tile]));
    this.#tiles.replaceChildren(...this.#items.map((item) => known.get(stateOf(item)) ?? this.#tile(item)));
    element('gallery-empty').hidden = this.#items.length > 0;
    const bytes = this.#items.reduce((sum, item) => sum + item.bytes, 0);
    element('gallery-facts').textContent = this.#items.length === 0 ? '' : `${counts(this.#items)}, ${fileSize(bytes)}`;
    if (before) [...this.#tiles.children].find((tile) => tile.dataset.key === before)?.focus();
    this.#showSelection();
  }

  #tile(item) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.key = keyOf(item);
    button.dataset.state = stateOf(item);
    button.setAttribute('aria-label', label(item));
    button.title = `${title(item)}\n${facts(item)}\n${item.name}`;
    const image = document.createElement('img');
    image.alt = '';
    image.addEventListener('error', () => { button.dataset.missing = ''; });
    button.append(image);
    if (item.kind === 'movie') {
      const badge = document.createElement('span');
      badge.textContent = item.seconds === undefined ? say('Movie') : duration(item.seconds);
      button.append(badge);
    }
    button.addEventListener('click', () => {
      if (this.#selection) this.#toggle(button.dataset.key);
      else this.#handlers.onOpen(item);
    });
    // Only what is seen is loaded.
    this.#lazy.when(button, () => { image.src = item.thumbnail; });
    return button;
  }

  #keyDown(event) {
    if (event.key === 'Escape' && this.#selection) {
      event.preventDefault();
      return this.#setSelecting(false);
    }
    if (event.key === 'Delete') return this.#act('Delete');
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && this.#items.length > 0) {
      event.preventDefault();
      this.#selection ??= new Set();
      return this.#selectAll();
    }
    this.#moveFocus(event);
  }

  #moveFocus(event) {
    const tiles = [...this.#tiles.children];
    const index = tiles.indexOf(document.activeElement);
    if (index < 0) return;
    const columns = tiles.filter((tile) => tile.offsetTop === tiles[0].offsetTop).length;
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    tiles[Math.min(tiles.length - 1, Math.max(0, index + move))].focus();
  }
}

/** What a tile shows. */
const stateOf = (item) => JSON.stringify([keyOf(item), item.bytes, item.date, item.seconds]);

// One photo or movie for itself.

import { ImageZoom } from './image-zoom.js';
import { canShare, facts, isSame, kindName, label, movieAddress, pictureAddress, title } from './media-item.js';

const element = (id) => document.getElementById(id);
const KEY_STEP = 1.5;

export class Lightbox {
  #items = [];
  #shown = 0;
  #root = element('lightbox');
  #image = element('lightbox-image');
  #video = element('lightbox-video');
  #zoom = new ImageZoom(element('lightbox-item'), this.#image, (by) => this.#step(by));
  #handlers;

  /** `onDelete(item)`, `onShare(item)`; `onGrid()` asks for all of them. */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#root.querySelector('.previous').addEventListener('click', () => this.#step(-1));
    this.#root.querySelector('.next').addEventListener('click', () => this.#step(1));
    this.#root.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#root.addEventListener('close', () => this.#stopVideo());
    element('lightbox-delete').addEventListener('click', () => this.#delete());
    element('lightbox-share').addEventListener('click', () => handlers.onShare(this.#item));
    element('lightbox-grid').addEventListener('click', () => {
      this.#root.close();
      handlers.onGrid();
    });
    this.#image.addEventListener('load', () => this.#setSize(this.#image.naturalWidth, this.#image.naturalHeight));
    this.#video.addEventListener('loadedmetadata', () => {
      if (this.#item && Number.isFinite(this.#video.duration)) this.#item.seconds = this.#video.duration;
      this.#setSize(this.#video.videoWidth, this.#video.videoHeight);
    });
    this.#video.addEventListener('error', () => {
      if (this.#video.hasAttribute('src')) element('lightbox-problem').hidden = false;
    });
  }

  get isOpen() {
    return this.#root.open;
  }

  get #item() {
    return this.#items[this.#shown];
  }

  openAt(index) {
    if (index < 0 || index >= this.#items.length) return;
    this.#show(index);
    if (!this.isOpen) this.#root.showModal();
    // The space bar plays it.
    if (!this.#video.hidden) this.#video.focus();
  }

  /** Goes on showing an item of the list before; anew when its file is another one now, and its neighbour when it is gone. */
  setItems(items) {
    const open = this.#item;
    const before = this.#shown;
    this.#items = items;
    if (!this.isOpen || !open) return;
    const index = items.findIndex((item) => isSame(item, open));
    if (items.length === 0) this.#root.close();
    else if (index < 0) this.#show(Math.min(before, items.length - 1));
    else if (items[index].bytes !== open.bytes) this.#show(index);
    else {
      this.#shown = index;
      this.#showSteps();
    }
  }

  #step(by) {
    const next = this.#shown + by;
    if (next >= 0 && next < this.#items.length) this.#show(next);
  }

  #show(index) {
    this.#shown = index;
    const item = this.#item;
    const isMovie = item.kind === 'movie';
    this.#stopVideo();
    this.#zoom.reset();
    this.#image.hidden = isMovie;
    this.#video.hidden = !isMovie;
    if (isMovie) {
      this.#video.src = movieAddress(item);
      this.#video.setAttribute('aria-label', label(item));
    } else {
      this.#image.src = pictureAddress(item);
      this.#image.alt = label(item);
    }
    this.#root.setAttribute('aria-label', `${kindName(item)}, ${title(item)}`);
    element('lightbox-title').textContent = title(item);
    element('lightbox-name').textContent = item.name;
    element('lightbox-facts').textContent = facts(item);
    element('lightbox-share').hidden = !canShare();
    const download = element('lightbox-download');
    download.href = item.url;
    download.download = item.name;
    this.#showSteps();
  }

  #showSteps() {
    this.#root.querySelector('.previous').disabled = this.#shown === 0;
    this.#root.querySelector('.next').disabled = this.#shown === this.#items.length - 1;
  }

  /** A movie that nobody sees is not loaded either. */
  #stopVideo() {
    element('lightbox-problem').hidden = true;
    this.#video.pause();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  #setSize(width, height) {
    if (!this.#item || !this.isOpen || !width) return;
    Object.assign(this.#item, { width, height });
    element('lightbox-facts').textContent = facts(this.#item);
  }

  #delete() {
    if (this.#item) this.#handlers.onDelete(this.#item);
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The movie's own controls have the arrows for its time.
    const isStep = event.target !== this.#video;
    if (event.key === 'ArrowLeft' && isStep) this.#step(-1);
    if (event.key === 'ArrowRight' && isStep) this.#step(1);
    if (event.key === 'Delete') this.#delete();
    if (event.key === '+' || event.key === '=') this.#zoom.magnify(KEY_STEP);
    if (event.key === '-') this.#zoom.magnify(1 / KEY_STEP);
    if (event.key.toLowerCase() === 'g') element('lightbox-grid').click();
  }
}

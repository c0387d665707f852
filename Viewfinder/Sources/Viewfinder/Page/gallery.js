// Photos and movies: which there are, the thumbnail of the last one, and their deletion.

import { command } from './commands.js';
import { GalleryGrid } from './gallery-grid.js';
import { Lightbox } from './lightbox.js';
import { download, isSame, keyOf, share } from './media-item.js';
import { say } from './text.js';
import { UndoBar } from './undo-bar.js';

const element = (id) => document.getElementById(id);

/** All items of both kinds, the newest first. */
export function merge(photos, movies) {
  return newestFirst(
    [...photos.map((item) => ({ ...item, kind: 'photo' })), ...movies.map((item) => ({ ...item, kind: 'movie' }))],
  );
}

/** Of two of the same moment the one that is known for longer comes last. */
const newestFirst = (items) => items.sort((first, second) => new Date(second.date) - new Date(first.date));

/** What its thumbnail was made of: a file may become another under the same address. */
const stamp = (item) => item && `${item.thumbnail} ${item.bytes}`;

export class Gallery {
  #items = [];
  #onError;
  #onNotice;
  #thumbnail = element('thumbnail');
  #thumbnailImage = element('thumbnail-image');
  #undoBar = new UndoBar((undos) => this.#undelete(undos));
  #lightbox = new Lightbox({
    onDelete: (item) => this.#delete([item]), onShare: (item) => this.#share([item]), onGrid: () => this.openGrid(),
  });
  #grid = new GalleryGrid({
    onOpen: (item) => {
      this.#grid.close();
      this.#openAt(this.#items.findIndex((other) => isSame(other, item)));
    },
    onDelete: (items) => this.#delete(items),
    onShare: (items) => this.#share(items),
    onDownload: (items) => download(items).catch(this.#onError),
  });

  /** `onError(error)` shows why a command failed, `onNotice(message)` what else the user has to know. */
  constructor({ onError, onNotice }) {
    this.#onError = onError;
    this.#onNotice = onNotice;
    this.#thumbnail.addEventListener('click', () => this.open());
    this.#thumbnailImage.addEventListener('error', () => {
      this.#missing = stamp(this.#items[0]);
      this.#thumbnailImage.hidden = true;
    });
  }

  // The file that has no thumbnail: a movie that was cut off and not recovered yet, for one.
  #missing = null;

  /** Shows the photo as the last one. The same photo may come several times. */
  setLast(photo) {
    if (photo) this.#add({ ...photo, kind: 'photo' });
  }

  /** Shows the movie as the last one. */
  setLastMovie(movie) {
    if (movie?.isPlayable) this.#add({ ...movie, kind: 'movie' });
  }

  #add(item) {
    // The state goes on telling of a last photo that was deleted.
    if (this.#deleted.has(keyOf(item))) return;
    if (this.#items.some((other) => isSame(other, item))) {
      if (this.#items[0] && isSame(this.#items[0], item)) Object.assign(this.#items[0], item);
      return;
    }
    for (const arrived of this.#loads) arrived.push(item);
    // The news of a movie may come after those of a newer photo.
    this.#setItems(newestFirst([item, ...this.#items]));
    this.#thumbnail.classList.remove('arrived');
    // Reading the layout restarts the animation.
    void this.#thumbnail.offsetWidth;
    this.#thumbnail.classList.add('arrived');
  }

  /** For each load on its way what arrived since it began: the answers may be older. */
  #loads = new Set();

  /** Fills in what is in the folders; what is not there any more goes. */
  async load() {
    const arrived = [];
    this.#loads.add(arrived);
    try {
      const answers = await Promise.all(['photos', 'movies'].map((name) => fetch(name).catch(() => null)));
      if (!answers.every((answer) => answer?.ok)) return;
      const [{ photos }, { movies }] = await Promise.all(answers.map((answer) => answer.json()));
      const listed = merge(photos, movies);
      this.#setLoaded(newestFirst([...arrived.filter((item) => !listed.some((other) => isSame(other, item))), ...listed]));
    } finally {
      this.#loads.delete(arrived);
    }
  }

  /** What the page has found out itself is not asked for again, unless the file is another. */
  #setLoaded(items) {
    const known = new Map(this.#items.map((item) => [keyOf(item), item]));
    this.#setItems(items.map((item) => {
      const before = known.get(keyOf(item));
      return before?.bytes === item.bytes ? { ...before, ...item } : item;
    }));
  }

  #setItems(items) {
    this.#items = items;
    this.#lightbox.setItems(items);
    this.#grid.setItems(items);
    this.#showThumbnail();
  }

  #showThumbnail() {
    const item = this.#items[0];
    this.#thumbnail.disabled = !item;
    this.#thumbnail.toggleAttribute('data-movie', item?.kind === 'movie');
    this.#thumbnail.setAttribute(
      'aria-label',
      item ? say(item.kind === 'movie' ? 'Open the last movie, %@' : 'Open the last photo, %@', item.name) : say('No photo or movie yet'),
    );
    const isMissing = item && stamp(item) === this.#missing;
    this.#thumbnailImage.hidden = !item || isMissing;
    if (!item || isMissing) return;
    if (this.#missing === null && this.#thumbnailImage.getAttribute('src') === item.thumbnail) return;
    this.#missing = null;
    this.#thumbnailImage.src = item.thumbnail;
  }

  open() {
    if (!this.#lightbox.isOpen) this.#openAt(0);
  }

  /** Opens the movie of that name, if it is there. */
  openMovie(name) {
    this.#openAt(this.#items.findIndex((item) => item.kind === 'movie' && item.name === name));
  }

  openGrid() {
    if (this.#grid.isOpen) return;
    this.#grid.open();
    this.#undoBar.place();
    this.load();
  }

  #openAt(index) {
    this.#lightbox.openAt(index);
    this.#undoBar.place();
  }

  #share(items) {
    return share(items).catch((error) => this.#onNotice(error.message));
  }

  // Deleting

  /** What was deleted and has not come back. */
  #deleted = new Set();

  async #delete(items) {
    for (const item of items) {
      const answer = await command('delete', { kind: item.kind, name: item.name }).catch(this.#onError);
      if (!answer) return;
      this.#deleted.add(keyOf(item));
      this.#setItems(this.#items.filter((other) => !isSame(other, item)));
      this.#undoBar.add(answer.undo);
    }
  }

  async #undelete(undos) {
    for (const undo of undos) {
      const item = await command('undelete', { undo }).catch(this.#onError);
      if (item) this.#deleted.delete(keyOf(item));
    }
    await this.load();
  }
}

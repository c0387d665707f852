// Photos and movies: the thumbnail of the last one, all of them in a grid, and each for itself.

import { command } from './commands.js';
import { duration, fileSize, moment, spokenDuration } from './format.js';
import { movieAddress, poster } from './posters.js';
import { confirm } from './confirm.js';

const element = (id) => document.getElementById(id);

const kindName = (item) => (item.kind === 'movie' ? 'Movie' : 'Photo');

function facts(item) {
  const size = item.width ? `${item.width} × ${item.height}` : null;
  const length = item.seconds !== undefined && item.kind === 'movie' ? duration(item.seconds) : null;
  const sound = item.hasAudio === false ? 'no sound' : null;
  return [length, size, fileSize(item.bytes), sound, moment(item.date)].filter(Boolean).join('  ·  ');
}

function label(item) {
  const length = item.seconds !== undefined && item.kind === 'movie' ? `, ${spokenDuration(item.seconds)}` : '';
  return `${kindName(item)} ${item.name}${length}, ${fileSize(item.bytes)}, ${moment(item.date)}`;
}

/** All items of both kinds, the newest first. */
export function merge(photos, movies) {
  const dated = (item) => new Date(item.date).getTime();
  return [...photos.map((item) => ({ ...item, kind: 'photo' })), ...movies.map((item) => ({ ...item, kind: 'movie' }))]
    .sort((first, second) => dated(second) - dated(first));
}

export class Gallery {
  #items = [];
  #shown = 0;
  #onError;
  #thumbnail = element('thumbnail');
  #thumbnailImage = element('thumbnail-image');
  #lightbox = element('lightbox');
  #image = element('lightbox-image');
  #video = element('lightbox-video');
  #grid = element('gallery');
  #tiles = element('gallery-tiles');
  #watcher = new IntersectionObserver((entries) => this.#fillTiles(entries), { rootMargin: '300px' });

  constructor(onError) {
    this.#onError = onError;
    this.#thumbnail.addEventListener('click', () => this.open());
    this.#lightbox.querySelector('.previous').addEventListener('click', () => this.#step(-1));
    this.#lightbox.querySelector('.next').addEventListener('click', () => this.#step(1));
    this.#lightbox.addEventListener('keydown', (event) => this.#lightboxKeyDown(event));
    this.#lightbox.addEventListener('close', () => this.#stopVideo());
    element('lightbox-delete').addEventListener('click', () => this.#deleteShown());
    element('lightbox-grid').addEventListener('click', () => {
      this.#lightbox.close();
      this.openGrid();
    });
    this.#image.addEventListener('load', () => this.#noteSize(this.#image.naturalWidth, this.#image.naturalHeight));
    this.#video.addEventListener('loadedmetadata', () => {
      const item = this.#items[this.#shown];
      if (item && Number.isFinite(this.#video.duration)) item.seconds = this.#video.duration;
      this.#noteSize(this.#video.videoWidth, this.#video.videoHeight);
    });
    this.#video.addEventListener('error', () => {
      if (this.#video.hasAttribute('src')) element('lightbox-problem').hidden = false;
    });
    this.#tiles.addEventListener('keydown', (event) => this.#gridKeyDown(event));
  }

  get isOpen() {
    return this.#lightbox.open;
  }

  /** Shows the photo as the last one. The same photo may come several times. */
  setLast(photo) {
    if (photo) this.#add({ ...photo, kind: 'photo' });
  }

  /** Shows the movie as the last one. */
  setLastMovie(movie) {
    if (movie?.isPlayable) this.#add({ ...movie, kind: 'movie' });
  }

  #add(item) {
    const isSame = (other) => other.name === item.name && other.kind === item.kind;
    if (this.#items.some(isSame)) {
      if (this.#items[0] && isSame(this.#items[0])) Object.assign(this.#items[0], item);
      return;
    }
    this.#items = [item, ...this.#items];
    if (this.isOpen) this.#shown += 1;
    this.#showThumbnail();
    this.#thumbnail.classList.remove('arrived');
    // Reading the layout restarts the animation.
    void this.#thumbnail.offsetWidth;
    this.#thumbnail.classList.add('arrived');
    if (this.#grid.open) this.#makeTiles();
  }

  /** Fills in what is in the folders; what is not there any more goes. */
  async load() {
    const answers = await Promise.all(['photos', 'movies'].map((name) => fetch(name).catch(() => null)));
    if (!answers.every((answer) => answer?.ok)) return;
    const [{ photos }, { movies }] = await Promise.all(answers.map((answer) => answer.json()));
    const known = new Map(this.#items.map((item) => [`${item.kind} ${item.name}`, item]));
    const open = this.isOpen ? this.#items[this.#shown] : null;
    // What the page has found out itself is not asked for again, unless the file is another.
    this.#items = merge(photos, movies).map((item) => {
      const before = known.get(`${item.kind} ${item.name}`);
      return before?.bytes === item.bytes ? { ...before, ...item } : item;
    });
    if (open) this.#follow(open);
    this.#showThumbnail();
    if (this.#grid.open) this.#makeTiles();
  }

  /** Goes on showing an item of the list before; anew when its file is another one now. */
  #follow(open) {
    const index = this.#items.findIndex((item) => item.kind === open.kind && item.name === open.name);
    if (index >= 0 && this.#items[index].bytes === open.bytes) this.#shown = index;
    else if (this.#items.length > 0) this.#show(Math.max(0, index));
    else this.#lightbox.close();
  }

  async #showThumbnail() {
    const item = this.#items[0];
    this.#thumbnail.disabled = !item;
    this.#thumbnail.toggleAttribute('data-movie', item?.kind === 'movie');
    this.#thumbnail.setAttribute(
      'aria-label', item ? `Open the last ${kindName(item).toLowerCase()}, ${item.name}` : 'No photo or movie yet',
    );
    this.#thumbnailImage.hidden = !item;
    if (!item) return;
    const address = item.kind === 'movie' ? await poster(item) : item.url;
    if (this.#items[0] !== item) return;
    this.#thumbnailImage.hidden = address === null;
    if (address !== null) this.#thumbnailImage.src = address;
  }

  // One item

  open() {
    if (this.#items.length === 0 || this.isOpen) return;
    this.#openAt(0);
  }

  /** Opens the movie of that name, if it is there. */
  openMovie(name) {
    const index = this.#items.findIndex((item) => item.kind === 'movie' && item.name === name);
    if (index >= 0) this.#openAt(index);
  }

  #openAt(index) {
    this.#show(index);
    if (!this.isOpen) this.#lightbox.showModal();
    // The space bar plays it.
    if (!this.#video.hidden) this.#video.focus();
  }

  #step(by) {
    const next = this.#shown + by;
    if (next >= 0 && next < this.#items.length) this.#show(next);
  }

  #show(index) {
    this.#shown = index;
    const item = this.#items[index];
    const isMovie = item.kind === 'movie';
    this.#stopVideo();
    this.#image.hidden = isMovie;
    this.#video.hidden = !isMovie;
    if (isMovie) {
      this.#video.src = movieAddress(item);
      this.#video.setAttribute('aria-label', label(item));
    } else {
      this.#image.src = item.url;
      this.#image.alt = `Photo ${item.name}`;
    }
    this.#lightbox.setAttribute('aria-label', kindName(item));
    element('lightbox-name').textContent = item.name;
    element('lightbox-facts').textContent = facts(item);
    const download = element('lightbox-download');
    download.href = item.url;
    download.download = item.name;
    this.#lightbox.querySelector('.previous').disabled = index === 0;
    this.#lightbox.querySelector('.next').disabled = index === this.#items.length - 1;
  }

  /** A movie that nobody sees is not loaded either. */
  #stopVideo() {
    element('lightbox-problem').hidden = true;
    this.#video.pause();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  #noteSize(width, height) {
    const item = this.#items[this.#shown];
    if (!item || !this.isOpen || !width) return;
    Object.assign(item, { width, height });
    element('lightbox-facts').textContent = facts(item);
  }

  #lightboxKeyDown(event) {
    // The movie's own controls have the arrows for its time.
    const isStep = event.target !== this.#video;
    if (event.key === 'ArrowLeft' && isStep) this.#step(-1);
    if (event.key === 'ArrowRight' && isStep) this.#step(1);
    if (event.key === 'Delete') this.#deleteShown();
    if (event.key.toLowerCase() === 'g') element('lightbox-grid').click();
  }

  async #deleteShown() {
    const item = this.#items[this.#shown];
    if (!item || !await confirm({
      title: `Delete this ${kindName(item).toLowerCase()}?`,
      text: `${item.name}, ${fileSize(item.bytes)}. It cannot be brought back.`,
      action: 'Delete',
    })) return;
    const answer = await command('delete', { kind: item.kind, name: item.name }).catch(this.#onError);
    if (answer) this.remove(item);
  }

  /** Takes an item out of all that is shown. */
  remove({ kind, name }) {
    const index = this.#items.findIndex((item) => item.kind === kind && item.name === name);
    if (index < 0) return;
    this.#items.splice(index, 1);
    if (this.isOpen) {
      if (this.#items.length === 0) this.#lightbox.close();
      else this.#show(Math.min(this.#shown, this.#items.length - 1));
    }
    this.#showThumbnail();
    if (this.#grid.open) this.#makeTiles();
  }

  // All of them

  openGrid() {
    if (this.#grid.open) return;
    this.#makeTiles();
    this.#grid.showModal();
    this.#tiles.querySelector('button')?.focus();
    this.load();
  }

  #makeTiles() {
    this.#watcher.disconnect();
    const before = document.activeElement?.closest('#gallery-tiles button')?.dataset.key;
    this.#tiles.replaceChildren(...this.#items.map((item) => this.#tile(item)));
    element('gallery-empty').hidden = this.#items.length > 0;
    const bytes = this.#items.reduce((sum, item) => sum + item.bytes, 0);
    element('gallery-facts').textContent = this.#items.length === 0 ? '' : `${this.#counts()}, ${fileSize(bytes)}`;
    if (before) [...this.#tiles.children].find((tile) => tile.dataset.key === before)?.focus();
  }

  #counts() {
    const movies = this.#items.filter((item) => item.kind === 'movie').length;
    const photos = this.#items.length - movies;
    const count = (number, name) => (number > 0 ? `${number} ${name}${number === 1 ? '' : 's'}` : null);
    return [count(photos, 'photo'), count(movies, 'movie')].filter(Boolean).join(', ');
  }

  #tile(item) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.key = `${item.kind} ${item.name}`;
    button.setAttribute('aria-label', label(item));
    button.title = `${item.name}\n${facts(item)}`;
    const image = document.createElement('img');
    image.alt = '';
    button.append(image);
    if (item.kind === 'movie') {
      const badge = document.createElement('span');
      badge.textContent = item.seconds === undefined ? 'Movie' : duration(item.seconds);
      button.append(badge);
    }
    button.addEventListener('click', () => {
      this.#grid.close();
      this.#openAt(this.#items.findIndex((other) => other.kind === item.kind && other.name === item.name));
    });
    this.#watcher.observe(button);
    return button;
  }

  /** Only what is seen is loaded. */
  #fillTiles(entries) {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.#watcher.unobserve(target);
      const item = this.#items.find((other) => `${other.kind} ${other.name}` === target.dataset.key);
      if (!item) continue;
      const address = item.kind === 'movie' ? poster(item) : item.url;
      Promise.resolve(address).then((found) => {
        if (found) target.querySelector('img').src = found;
        else target.dataset.missing = '';
      });
    }
  }

  #gridKeyDown(event) {
    const tiles = [...this.#tiles.children];
    const index = tiles.indexOf(document.activeElement);
    const columns = tiles.filter((tile) => tile.offsetTop === tiles[0].offsetTop).length;
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (move === undefined || index < 0) return;
    event.preventDefault();
    tiles[Math.min(tiles.length - 1, Math.max(0, index + move))].focus();
  }
}

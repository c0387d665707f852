// The last photo's thumbnail, and the photos full size.

const element = (id) => document.getElementById(id);

function fileSize(bytes) {
  if (bytes < 1000 * 1000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function facts(photo) {
  const date = new Date(photo.date);
  const when = date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  const size = photo.width ? `${photo.width} × ${photo.height}` : null;
  return [size, fileSize(photo.bytes), when].filter(Boolean).join('  ·  ');
}

export class Photos {
  #photos = [];
  #shown = 0;
  #thumbnail = element('thumbnail');
  #thumbnailImage = element('thumbnail-image');
  #lightbox = element('lightbox');
  #image = element('lightbox-image');

  constructor() {
    this.#thumbnail.addEventListener('click', () => this.open());
    this.#lightbox.querySelector('.previous').addEventListener('click', () => this.#step(-1));
    this.#lightbox.querySelector('.next').addEventListener('click', () => this.#step(1));
    this.#lightbox.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowLeft') this.#step(-1);
      if (event.key === 'ArrowRight') this.#step(1);
    });
    this.#image.addEventListener('load', () => this.#noteSize());
  }

  get isOpen() {
    return this.#lightbox.open;
  }

  /** Shows the photo as the last one. The same photo may come several times. */
  setLast(photo) {
    if (!photo || this.#photos[0]?.name === photo.name) return;
    this.#photos = [photo, ...this.#photos.filter((other) => other.name !== photo.name)];
    if (this.isOpen) this.#shown += 1;
    this.#thumbnailImage.src = photo.url;
    this.#thumbnailImage.hidden = false;
    this.#thumbnail.disabled = false;
    this.#thumbnail.setAttribute('aria-label', `Open the last photo, ${photo.name}`);
    this.#thumbnail.classList.remove('arrived');
    // Reading the layout restarts the animation.
    void this.#thumbnail.offsetWidth;
    this.#thumbnail.classList.add('arrived');
  }

  /** Fills in the photos of earlier runs. */
  async loadEarlier() {
    const response = await fetch('photos').catch(() => null);
    if (!response?.ok) return;
    const { photos } = await response.json();
    if (this.#photos.length === 0 && photos.length > 0) this.setLast(photos[0]);
    const known = new Set(this.#photos.map((photo) => photo.name));
    this.#photos.push(...photos.filter((photo) => !known.has(photo.name)));
  }

  open() {
    if (this.#photos.length === 0 || this.isOpen) return;
    this.#show(0);
    this.#lightbox.showModal();
  }

  #step(by) {
    const next = this.#shown + by;
    if (next >= 0 && next < this.#photos.length) this.#show(next);
  }

  #show(index) {
    this.#shown = index;
    const photo = this.#photos[index];
    this.#image.src = photo.url;
    this.#image.alt = `Photo ${photo.name}`;
    element('lightbox-name').textContent = photo.name;
    element('lightbox-facts').textContent = facts(photo);
    const download = element('lightbox-download');
    download.href = photo.url;
    download.download = photo.name;
    this.#lightbox.querySelector('.previous').disabled = index === 0;
    this.#lightbox.querySelector('.next').disabled = index === this.#photos.length - 1;
  }

  #noteSize() {
    const photo = this.#photos[this.#shown];
    if (!photo || photo.width || !this.#image.src.endsWith(photo.url)) return;
    photo.width = this.#image.naturalWidth;
    photo.height = this.#image.naturalHeight;
    element('lightbox-facts').textContent = facts(photo);
  }
}

// What is wanted of each photo: the kind of file, the flash, the size. Offered is what the camera in use can do.

import { make } from './elements.js';
import { number } from './text.js';

const element = (id) => document.getElementById(id);

/** A size as it is remembered. */
const nameOf = ({ width, height }) => `${width}x${height}`;

/** `12 megapixels, 4032 × 3024` */
function label({ width, height }) {
  const megapixels = (width * height) / 1e6;
  return `${number(megapixels, megapixels < 10 ? 1 : 0)} MP, ${width} × ${height}`;
}

export class PhotoOptions {
  #preferences;
  #features = { formats: ['jpeg'], hasFlash: false, sizes: [] };
  #select = element('photo-size');

  constructor(preferences) {
    this.#preferences = preferences;
    this.#select.addEventListener('change', () => preferences.set('size', this.#select.value));
  }

  /** Shows what the camera in use offers. */
  setState({ photoFeatures, controls }) {
    const features = {
      formats: photoFeatures.formats, hasFlash: controls?.hasFlash ?? false, sizes: controls?.photoSizes ?? [],
    };
    if (JSON.stringify(features) === JSON.stringify(this.#features)) return;
    this.#features = features;
    element('flash-row').hidden = !features.hasFlash;
    element('format-row').hidden = features.formats.length < 2;
    element('size-row').hidden = features.sizes.length < 2;
    // The largest is the usual one, whichever camera that is.
    this.#select.replaceChildren(...features.sizes.map((size, index) => make('option', {
      value: index === 0 ? '' : nameOf(size), textContent: label(size),
    })));
    this.#select.value = this.#size ? nameOf(this.#size) : '';
  }

  get #size() {
    return this.#features.sizes.slice(1).find((size) => nameOf(size) === this.#preferences.get('size')) ?? null;
  }

  /** What is sent with a photo: only what is not as usual, and what this camera can do. */
  get requestOptions() {
    const format = this.#preferences.get('format');
    const flash = this.#preferences.get('flash');
    return {
      ...(format !== 'jpeg' && this.#features.formats.includes(format) ? { format } : {}),
      ...(flash !== 'off' && this.#features.hasFlash ? { flash } : {}),
      ...(this.#size ? { size: this.#size } : {}),
    };
  }
}

// Taking photos, movies and scans.

import { Recorder } from './recorder.js';
import { ScanMode } from './scan-mode.js';
import { Shutter } from './shutter.js';
import { report, showToast } from './toast.js';

export class Capturing {
  recorder;
  scanMode;
  shutter;
  #preferences;
  #photoOptions;
  #viewing;

  /** `adjusting`, `media` and `viewing` are the parts of these names. */
  constructor({ adjusting, media, viewing }) {
    const { preferences, photoOptions, sounds } = adjusting;
    const { connection, dual, fit, onSay } = viewing;
    this.#preferences = preferences;
    this.#photoOptions = photoOptions;
    this.#viewing = viewing;
    this.recorder = new Recorder({
      onError: report, onNotice: showToast, requestOptions: () => (dual.separatesFiles ? { separateFiles: true } : {}),
    });
    this.scanMode = new ScanMode({ onError: report, onSay, onOffer: () => this.recorder.offerScans() });
    this.shutter = new Shutter({
      preferences, sounds, connection, recorder: this.recorder, requestOptions: () => this.#photoRequestOptions,
      onPhoto: (answer) => media.gallery.setLast(answer), onError: report, onSay,
    });
    fit.add(this.scanMode);
    preferences.follow('shape', () => this.#showPhotoShape());
  }

  setState(state) {
    this.recorder.setState(state);
    this.scanMode.setOn(this.recorder.isScan, this.#viewing.cameras.selected?.id);
    this.shutter.setState(state);
    this.#showPhotoShape();
  }

  /** Shows what can be done now. */
  render() {
    this.shutter.render();
    this.recorder.setConnection(this.#viewing.connection);
  }

  /** What is sent with a photo: only what is not as usual. */
  get #photoRequestOptions() {
    const content = this.#viewing.dual.photoContent;
    const shape = this.#photoShape;
    return { ...(content === 'large' ? {} : { content }), ...(shape === 'full' ? {} : { shape }), ...this.#photoOptions.requestOptions };
  }

  /** Cut is what is seen cut: neither movies nor two pictures are. */
  get #photoShape() {
    return this.recorder.isPhoto && !this.#viewing.dual.isOn ? this.#preferences.get('shape') : 'full';
  }

  #showPhotoShape() {
    this.#viewing.setPhotoShape(this.#photoShape);
  }
}

// The zoom: buttons, slider, wheel, pinch and keys drive one factor.

import { clampFactor, factorAtPosition, sliderPosition } from './geometry.js';
import { LatestCommand } from './commands.js';
import { withoutZero, zoomLabel } from './format.js';
import { decimals, say } from './text.js';

/** How long the slider stays after the last movement, in milliseconds. */
const SLIDER_LINGERS = 1600;
const SLIDER_STEPS = 1000;
const KEY_STEP = 1.25;

const element = (id) => document.getElementById(id);

export class Zoom {
  #zoom = null;
  #factor = 1;
  #command;
  #root = element('zoom');
  #slider = element('zoom-slider');
  #marks = element('zoom-marks');
  #marksKey = '';
  #linger = null;

  constructor(onError) {
    this.#command = new LatestCommand('zoom', onError);
    this.#slider.addEventListener('input', () => {
      if (this.#zoom) this.set(factorAtPosition(this.#slider.valueAsNumber / SLIDER_STEPS, this.#zoom), false);
    });
    this.#root.addEventListener('focusin', (event) => {
      if (event.target === this.#slider) this.#showSlider();
    });
  }

  get factor() {
    return this.#factor;
  }

  get isAvailable() {
    return this.#zoom !== null;
  }

  /** Takes what the camera says; while the user moves the zoom, the user's factor is shown. */
  setState(zoom) {
    this.#zoom = zoom ?? null;
    this.#root.hidden = !zoom || zoom.maximum <= zoom.minimum;
    if (!zoom) return;
    if (this.#command.isIdle) this.#factor = zoom.factor;
    this.#makeMarks();
    this.#render();
  }

  /** Zooms to a factor in the device's unit. */
  set(factor, isRamped) {
    if (!this.#zoom) return;
    this.#factor = clampFactor(factor, this.#zoom);
    this.#render();
    this.#showSlider();
    this.#command.send({ factor: this.#factor, ramp: isRamped });
  }

  step(direction) {
    this.set(this.#factor * KEY_STEP ** direction, false);
  }

  #makeMarks() {
    const { marks } = this.#zoom;
    const key = JSON.stringify(marks);
    if (key === this.#marksKey) return;
    this.#marksKey = key;
    this.#marks.replaceChildren(
      ...marks.map((mark) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset.factor = mark.factor;
        button.addEventListener('click', () => this.set(mark.factor, true));
        return button;
      }),
    );
  }

  #render() {
    const zoom = this.#zoom;
    const label = zoomLabel(this.#factor, zoom);
    this.#slider.value = Math.round(sliderPosition(this.#factor, zoom) * SLIDER_STEPS);
    this.#slider.setAttribute('aria-valuetext', label);
    this.#slider.style.setProperty('--position', `${sliderPosition(this.#factor, zoom) * 100}%`);
    // The last mark that the factor has reached is the one in use and tells the factor itself.
    const reached = zoom.marks.findLastIndex((mark) => mark.factor <= this.#factor * 1.001);
    [...this.#marks.children].forEach((button, index) => {
      const isActive = index === Math.max(0, reached);
      button.toggleAttribute('data-active', isActive);
      button.textContent = isActive ? label : withoutZero(decimals(zoom.marks[index].label));
      button.setAttribute('aria-label', say('Zoom %@ times', decimals(zoom.marks[index].label)));
      button.setAttribute('aria-pressed', String(isActive));
    });
  }

  #showSlider() {
    this.#root.dataset.slider = '';
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => delete this.#root.dataset.slider, SLIDER_LINGERS);
  }
}

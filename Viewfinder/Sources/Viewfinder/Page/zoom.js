// The zoom: buttons, slider, wheel, pinch and keys drive one factor.

import { clampFactor, factorAtPosition, sliderPosition } from './geometry.js';
import { LatestCommand } from './commands.js';
import { zoomLabel, zoomNumber } from './format.js';
import { say } from './text.js';

/** How long the slider stays after the last movement, in milliseconds. */
const SLIDER_LINGERS = 1600;
const SLIDER_STEPS = 1000;

const element = (id) => document.getElementById(id);

/** The place of the button that is pressed while a factor is in force: the last one that it has reached. */
export function selectedMark(marks, factor) {
  return Math.max(0, marks.findLastIndex((mark) => mark.reachedAt <= factor));
}

export class Zoom {
  /** The server's scale: the buttons, how each factor is reached and written, and the limits. */
  #zoom = null;
  #factor = 1;
  #command;
  #selectCamera;
  #root = element('zoom');
  #slider = element('zoom-slider');
  #marks = element('zoom-marks');
  #marksKey = '';
  #linger = null;

  /** `selectCamera(id)` takes the camera that has another lens. */
  constructor(onError, selectCamera) {
    this.#selectCamera = selectCamera;
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

  /** Takes what the server says, null without zoom; while the user moves the zoom, the user's factor is shown. */
  setState(factor, scale) {
    this.#zoom = factor === null ? null : scale;
    // A lens that only shows its whole picture has the others beside it.
    const leads = scale?.marks.some(({ lens }) => lens) === true;
    this.#root.hidden = !this.#zoom || scale.maximum <= scale.minimum && !leads;
    if (!this.#zoom) return;
    if (this.#command.isIdle) this.#factor = factor;
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
    if (!this.#zoom) return;
    const { closer, wider, stepRatio, minimum } = this.#zoom;
    const factor = this.#factor * stepRatio ** direction;
    if (direction > 0 && closer && factor >= closer.reachedAt) this.#selectCamera(closer.lens);
    else if (direction < 0 && wider && this.#factor <= minimum) this.#selectCamera(wider.lens);
    else this.set(factor, false);
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
        button.addEventListener('click', () => (mark.lens ? this.#selectCamera(mark.lens) : this.set(mark.factor, true)));
        return button;
      }),
    );
  }

  #render() {
    const zoom = this.#zoom;
    const label = zoomLabel(this.#factor * zoom.displayMultiplier, zoom);
    this.#slider.value = Math.round(sliderPosition(this.#factor, zoom) * SLIDER_STEPS);
    this.#slider.setAttribute('aria-valuetext', `${label}×`);
    this.#slider.style.setProperty('--position', `${sliderPosition(this.#factor, zoom) * 100}%`);
    // The one that is pressed tells the factor itself.
    const selected = selectedMark(zoom.marks, this.#factor);
    [...this.#marks.children].forEach((button, index) => {
      const isActive = index === selected;
      const { shown } = zoom.marks[index];
      button.toggleAttribute('data-active', isActive);
      button.textContent = isActive ? `${label}×` : zoomLabel(shown, zoom);
      button.setAttribute('aria-label', say('Zoom %@ times', zoomNumber(shown, zoom)));
      button.setAttribute('aria-pressed', String(isActive));
    });
  }

  #showSlider() {
    this.#root.dataset.slider = '';
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => delete this.#root.dataset.slider, SLIDER_LINGERS);
  }
}

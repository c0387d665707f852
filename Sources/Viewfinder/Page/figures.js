// The overlay with what the cameras and the page come to: one column for each camera.

import { lossWords } from './loss-words.js';
import { setSwitch } from './settings.js';
import { pressureText } from './words.js';

const INTERVAL = 500;
const GRAPH = { width: 180, height: 44, scale: 66.7, count: 120 };

const CODEC_NAMES = { jpeg: 'JPEG', h264: 'H.264' };

const element = (id) => document.getElementById(id);

function milliseconds(value) {
  return value === null || value === undefined ? '–' : `${value.toFixed(value < 10 ? 1 : 0)}`;
}

/** What one camera and the page's painting of it come to. */
function columns(painter, camera, pressure) {
  const page = painter.figures();
  const kilobytes = Math.round((painter.lastFrame?.byteCount ?? 0) / 1000);
  return {
    fps: `${page.fps.toFixed(1)} fps`,
    camera: camera ? `${camera.framesPerSecond.toFixed(1)} fps, encoded in ${milliseconds(camera.latencyMilliseconds)} ms` : '–',
    picture: page.width ? `${page.width} × ${page.height}, ${CODEC_NAMES[page.codec]}, ${kilobytes} kB` : '–',
    latency: `${milliseconds(page.p50)} ms, 99%: ${milliseconds(page.p99)} ms`,
    drops: lossWords(camera?.drops, page),
    pressure: pressureText(pressure).replace('Heat: ', '') || 'none',
  };
}

export class Figures {
  #painters;
  #camera = null;
  #second = null;
  #state = null;
  #timer = null;
  #root = element('figures');
  #toggle = element('figures-toggle');

  /** The painters of the first camera's picture and of the second one's. */
  constructor(...painters) {
    this.#painters = painters;
    this.#toggle.addEventListener('click', () => this.toggle());
  }

  setCamera(figures) {
    this.#camera = figures;
  }

  setSecond(figures) {
    this.#second = figures;
  }

  setState(state) {
    this.#state = state;
    if (state.secondFigures) this.#second = state.secondFigures;
    if (!this.#root.hidden) this.#update();
  }

  toggle() {
    const shows = this.#root.hidden;
    this.#root.hidden = !shows;
    setSwitch(this.#toggle, shows);
    clearInterval(this.#timer);
    if (shows) {
      this.#update();
      this.#timer = setInterval(() => this.#update(), INTERVAL);
    }
  }

  #update() {
    const dual = this.#state?.dual;
    const isDual = dual?.isOn === true;
    this.#root.toggleAttribute('data-dual', isDual);
    this.#root.querySelector('thead').hidden = !isDual;
    this.#fill('figure', columns(this.#painters[0], this.#camera, isDual ? dual.first?.pressure : this.#state?.pressure));
    for (const cell of this.#root.querySelectorAll('[data-second]')) cell.hidden = !isDual;
    element('costs').hidden = !isDual;
    if (isDual) {
      this.#fill('second', columns(this.#painters[1], this.#second, dual.second?.pressure));
      this.#fill('name', { first: dual.first?.name ?? '', second: dual.second?.name ?? '' });
      this.#showCosts(dual);
    }
    this.#draw();
  }

  /** Writes values into the cells that are named after them. */
  #fill(kind, values) {
    for (const cell of this.#root.querySelectorAll(`[data-${kind}]`)) cell.textContent = values[cell.dataset[kind]];
  }

  #showCosts({ hardwareCost, systemPressureCost, steps }) {
    for (const [name, cost] of [['hardware', hardwareCost], ['pressure', systemPressureCost]]) {
      element(`${name}-cost`).value = cost;
      element(`${name}-cost-text`).textContent = `${cost.toFixed(2)} of 1`;
    }
    element('cost-steps').hidden = steps.length === 0;
    element('cost-steps').textContent = steps.length > 0 ? `To run both: ${steps.join(', ')}.` : '';
  }

  #draw() {
    const values = this.#painters[0].latencies().slice(-GRAPH.count);
    const points = values.map((value, index) => {
      const x = GRAPH.width - ((values.length - 1 - index) * GRAPH.width) / (GRAPH.count - 1);
      const y = GRAPH.height * (1 - Math.min(1, Math.max(0, value / GRAPH.scale)));
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    this.#root.querySelector('polyline').setAttribute('points', points.join(' '));
  }
}

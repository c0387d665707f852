// The overlay with what the cameras and the page come to: one column for each camera.

import { lossText } from './loss-text.js';
import { setSwitch } from './settings.js';
import { pressureFacts } from './announcer.js';
import { number, say, told } from './text.js';

const INTERVAL = 500;
const GRAPH = { width: 180, height: 44, scale: 66.7, count: 120 };

const CODEC_NAMES = { jpeg: 'JPEG', h264: 'H.264' };

const element = (id) => document.getElementById(id);

function milliseconds(value) {
  return value === null || value === undefined ? '–' : number(value, value < 10 ? 1 : 0);
}

/** What one camera and the page's painting of it come to. */
function column(painter, camera, pressure) {
  const page = painter.metrics();
  const kilobytes = Math.round((painter.lastFrame?.byteCount ?? 0) / 1000);
  return {
    fps: `${number(page.fps, 1)} fps`,
    camera: camera ? say('%@ fps, encoded in %@ ms', number(camera.framesPerSecond, 1), milliseconds(camera.latencyMilliseconds)) : '–',
    picture: page.width ? `${page.width} × ${page.height}, ${CODEC_NAMES[page.codec]}, ${kilobytes} kB` : '–',
    latency: `${milliseconds(page.p50)} ms, 99%: ${milliseconds(page.p99)} ms`,
    drops: lossText(camera?.drops, page),
    pressure: pressureFacts(pressure) || say('none'),
  };
}

export class Metrics {
  #painterOf;
  #metrics = [];
  #state = null;
  #timer = null;
  #root = element('metrics');
  #toggle = element('metrics-toggle');

  /** `painterOf(camera)` paints the picture of the camera with an index. */
  constructor(painterOf) {
    this.#painterOf = painterOf;
    this.#toggle.addEventListener('click', () => this.toggle());
  }

  /** What the server measures, by the camera's index. */
  setMetrics(metrics) {
    this.#metrics = metrics;
  }

  setState(state) {
    this.#state = state;
    this.#metrics = state.metrics;
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
    const areSeveral = dual?.isOn === true;
    this.#root.toggleAttribute('data-dual', areSeveral);
    this.#root.querySelector('thead').hidden = !areSeveral;
    element('costs').hidden = !areSeveral;
    const columns = areSeveral
      ? dual.cameras.filter(({ isLost }) => !isLost).map(({ name, index, pressure }) => ({ name, ...this.#column(index, pressure) }))
      : [{ name: '', ...this.#column(0, this.#state?.pressure) }];
    for (const row of this.#root.querySelectorAll('[data-metric]')) fill(row, columns.map((values) => values[row.dataset.metric]));
    if (areSeveral) this.#showCosts(dual);
    this.#draw();
  }

  #column(camera, pressure) {
    return column(this.#painterOf(camera), this.#metrics[camera], pressure);
  }

  #showCosts({ hardwareCost, systemPressureCost, steps, cameras }) {
    for (const [name, cost] of [['hardware', hardwareCost], ['pressure', systemPressureCost]]) {
      element(`${name}-cost`).value = cost;
      element(`${name}-cost-text`).textContent = say('%@ of 1', number(cost, 2));
    }
    element('cost-steps').hidden = steps.length === 0;
    const list = steps.map(told).join(', ');
    element('cost-steps').textContent = list && say(cameras.length === 2 ? 'To run both: %@.' : 'To run all: %@.', list);
  }

  #draw() {
    const values = this.#painterOf(0).latencies().slice(-GRAPH.count);
    const points = values.map((value, index) => {
      const x = GRAPH.width - ((values.length - 1 - index) * GRAPH.width) / (GRAPH.count - 1);
      const y = GRAPH.height * (1 - Math.min(1, Math.max(0, value / GRAPH.scale)));
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    this.#root.querySelector('polyline').setAttribute('points', points.join(' '));
  }
}

/** Writes a row's values into its cells, one for each camera, which come after the row's title. */
function fill(row, values) {
  const isHeader = row.parentElement.tagName === 'THEAD';
  while (row.cells.length > values.length + 1) row.deleteCell(-1);
  while (row.cells.length < values.length + 1) {
    const cell = document.createElement(isHeader ? 'th' : 'td');
    if (isHeader) cell.scope = 'col';
    row.append(cell);
  }
  values.forEach((value, index) => { row.cells[index + 1].textContent = value; });
}

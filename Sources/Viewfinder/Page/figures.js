// The overlay with live figures.

const INTERVAL = 500;
const GRAPH = { width: 180, height: 44, scale: 66.7, count: 120 };

const element = (id) => document.getElementById(id);

function milliseconds(value) {
  return value === null || value === undefined ? '–' : `${value.toFixed(value < 10 ? 1 : 0)}`;
}

export class Figures {
  #painter;
  #camera = null;
  #timer = null;
  #root = element('figures');
  #toggle = element('figures-toggle');
  #cells = Object.fromEntries(
    [...this.#root.querySelectorAll('[data-figure]')].map((cell) => [cell.dataset.figure, cell]),
  );

  constructor(painter) {
    this.#painter = painter;
    this.#toggle.addEventListener('click', () => this.toggle());
  }

  setCamera(figures) {
    this.#camera = figures;
  }

  toggle() {
    const shows = this.#root.hidden;
    this.#root.hidden = !shows;
    this.#toggle.setAttribute('aria-pressed', String(shows));
    clearInterval(this.#timer);
    if (shows) {
      this.#update();
      this.#timer = setInterval(() => this.#update(), INTERVAL);
    }
  }

  #update() {
    const page = this.#painter.figures();
    const camera = this.#camera;
    this.#cells.fps.textContent = `${page.fps.toFixed(1)} fps`;
    this.#cells.camera.textContent = camera
      ? `${camera.framesPerSecond.toFixed(1)} fps, encoded in ${milliseconds(camera.latencyMilliseconds)} ms`
      : '–';
    const kilobytes = Math.round((this.#painter.lastFrame?.byteCount ?? 0) / 1000);
    this.#cells.picture.textContent = page.width ? `${page.width} × ${page.height}, ${kilobytes} kB` : '–';
    this.#cells.latency.textContent = `${milliseconds(page.p50)} ms, 99%: ${milliseconds(page.p99)} ms`;
    this.#cells.drops.textContent = this.#drops(page, camera);
    this.#draw();
  }

  #drops(page, camera) {
    const parts = Object.entries(camera?.drops ?? {}).filter(([, count]) => count > 0)
      .map(([reason, count]) => `${count} ${reason}`);
    if (page.skipped > 0) parts.push(`${page.skipped} network`);
    if (page.dropped > 0) parts.push(`${page.dropped} page`);
    if (page.corrupt > 0) parts.push(`${page.corrupt} corrupt`);
    return parts.length > 0 ? parts.join(', ') : 'none';
  }

  #draw() {
    const values = this.#painter.latencies().slice(-GRAPH.count);
    const points = values.map((value, index) => {
      const x = GRAPH.width - ((values.length - 1 - index) * GRAPH.width) / (GRAPH.count - 1);
      const y = GRAPH.height * (1 - Math.min(1, Math.max(0, value / GRAPH.scale)));
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    this.#root.querySelector('polyline').setAttribute('points', points.join(' '));
  }
}

// The phone's body: as large as the device in points, scaled so that it fits the window.

/** The space around the phone, in pixels. */
const MARGIN = 22;
/** A window as narrow as this is a phone itself: the screen fills it. */
const NARROW = 520;

/** 17 points are the size of the body's text by default; these are Apple's for the other settings. */
const BODY_SIZES = {
  xSmall: 14, small: 15, medium: 16, large: 17, xLarge: 19, xxLarge: 21, xxxLarge: 23,
  accessibility1: 28, accessibility2: 33, accessibility3: 40, accessibility4: 47, accessibility5: 53,
};

export class Device {
  #stage;
  #device;
  #screen;
  #size = { width: 402, height: 874 };
  #scale = 1;

  constructor(stage, device, screen) {
    this.#stage = stage;
    this.#device = device;
    this.#screen = screen;
    new ResizeObserver(() => this.#fit()).observe(stage);
    this.#showTime();
    setInterval(() => this.#showTime(), 5000);
  }

  /** Pixels of the page for a point of the screen. */
  get scale() {
    return this.#scale;
  }

  /** What the server says of the phone's settings and of how it is held. */
  setEnvironment(values) {
    this.#size = { width: values.width, height: values.height };
    const { style } = this.#screen;
    this.#screen.style.width = `${values.width}px`;
    this.#screen.style.height = `${values.height}px`;
    for (const side of ['Top', 'Bottom', 'Leading', 'Trailing']) {
      style.setProperty(`--safe-${side.toLowerCase()}`, `${values[`safe${side}`]}px`);
    }
    // As it is for the screen, also where the app's own layout has no safe area left.
    style.setProperty('--inset-top', `${values.safeTop}px`);
    style.setProperty('--screen-width', `${values.width}px`);
    style.setProperty('--screen-height', `${values.height}px`);
    const size = BODY_SIZES[values.dynamicType] ?? BODY_SIZES.large;
    document.documentElement.style.fontSize = `${size}px`;
    style.setProperty('--dynamic-type', String(size / BODY_SIZES.large));
    this.#device.dataset.device = values.device;
    this.#device.dataset.orientation = values.orientation;
    this.#screen.toggleAttribute('data-reduce-motion', values.reduceMotion);
    this.#screen.toggleAttribute('data-reduce-transparency', values.reduceTransparency);
    this.#screen.lang = values.locale;
    this.#fit();
  }

  /** A rectangle of the page, or a point, in points of the screen. */
  pointOnScreen({ x, y }) {
    const screen = this.#screen.getBoundingClientRect();
    return { x: round((x - screen.x) / this.#scale), y: round((y - screen.y) / this.#scale) };
  }

  /** Where on an element something happened, in points. */
  pointIn(element, { clientX, clientY }) {
    const rectangle = element.getBoundingClientRect();
    return { x: round((clientX - rectangle.x) / this.#scale), y: round((clientY - rectangle.y) / this.#scale) };
  }

  #fit() {
    const isNarrow = innerWidth <= NARROW;
    document.body.toggleAttribute('data-narrow', isNarrow);
    this.#device.style.transform = 'none';
    const margin = isNarrow ? 0 : MARGIN;
    const { clientWidth, clientHeight } = this.#stage;
    const { offsetWidth, offsetHeight } = this.#device;
    const room = Math.min((clientWidth - 2 * margin) / offsetWidth, (clientHeight - 2 * margin) / offsetHeight);
    this.#scale = isNarrow ? room : Math.min(1, room);
    this.#device.style.transform = `scale(${this.#scale})`;
  }

  #showTime() {
    const time = new Date();
    document.getElementById('status-time').textContent = `${time.getHours()}:${String(time.getMinutes()).padStart(2, '0')}`;
  }
}

/** Hundredths of a point are enough. */
function round(value) {
  return Math.round(value * 100) / 100;
}

// The controls around the picture: one place takes the server's state and gives each part its share.

import { preview } from './preview.js';
import { CommandError, command } from './commands.js';
import { ServerEvents } from './events.js';
import { Screen, screenFor } from './screens.js';
import { Gallery } from './gallery.js';
import { Recorder } from './recorder.js';
import { Recovery } from './recovery.js';
import { ScanMode } from './scan-mode.js';
import { Figures } from './figures.js';
import { Zoom } from './zoom.js';
import { Cameras } from './cameras.js';
import { Dual } from './dual.js';
import { Announcer, hottest, pressureText } from './words.js';
import { watchGestures } from './gestures.js';
import { pointInPicture } from './geometry.js';

const TOAST_TIME = 6000;
/** How long a connection may be lost before the page says so, in milliseconds. */
const LOSS_GRACE = 400;

const element = (id) => document.getElementById(id);

let state = null;
let gravity = 'cover';
let toastTimer = null;
let lossTimer = null;
let pinchFactor = 1;

// Errors

function showToast(message) {
  const toast = element('toast');
  toast.textContent = message;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, TOAST_TIME);
}

function report(error) {
  if (!(error instanceof CommandError)) throw error;
  showToast(error.message);
}

// Parts

const gallery = new Gallery(report);
const announcer = new Announcer(element('announcer'));
const dual = new Dual({
  onError: report,
  onLayout: () => { element('focus-square').hidden = true; },
  onNotice: () => announce(),
  onSay: (words) => announcer.say(words),
});
const recorder = new Recorder({
  onError: report, onNotice: showToast, wishes: () => (dual.separatesFiles ? { separateFiles: true } : {}),
});
const scanMode = new ScanMode({ onError: report, onSay: (words) => announcer.say(words), onOffer: () => recorder.offerScans() });
const recovery = new Recovery({ onError: report, onChange: () => gallery.load() });
const figures = new Figures(preview.painter, dual.preview.painter);
const zoom = new Zoom(report);
const selectCamera = (id) => command('camera', { id }).catch(report);
const cameras = new Cameras(selectCamera, () => dual.swap());
const screen = new Screen({ onCommand: (name) => command(name).catch(report), onSelectCamera: selectCamera });
const events = new ServerEvents();
/** The simulator's panel; null with a real camera. */
let simulator = null;
/** What stands in for the control on the device's edge; null where there is none. */
let hardware = null;

// What is shown

const shownScreen = () => screenFor({ state, hasPicture: self.pinhole.pictureIsShown === true, refusal: preview.refusal });

function announce() {
  announcer.tell(state, shownScreen(), dual.words ?? cameras.selected?.name, dual.notice);
}

function render() {
  const shown = shownScreen();
  const controls = element('controls');
  controls.hidden = state === null;
  screen.show(shown, cameras.list);
  // A camera that failed has one way out; the overlay has taken all else away already.
  controls.inert = shown?.kind === 'failed' || shown?.kind === 'refused' || state?.controlsAreEnabled === false;
  if (state) dual.setState(state, shown === null);
  zoom.setState(shown ? null : state?.zoom);
  element('shutter').disabled = !canTakePhoto();
  element('photo-beside').disabled = !canTakePhoto();
  element('torch').disabled = state?.phase !== 'live';
  renderPower();
  renderStatus();
  renderCover(shown);
  announce();
}

/** Where the focus was before the controls were cleared away. */
let beforeCover = null;

/** What the device's own control shows takes the screen for itself (R-MULTI-10): the page's controls make room, as an app's do. */
function renderCover(shown) {
  const isCovered = shown === null && state?.hardware?.coversScreen === true;
  if (isCovered === document.body.hasAttribute('data-covered')) return;
  const focused = document.activeElement;
  if (isCovered && element('controls').contains(focused)) beforeCover = focused;
  document.body.toggleAttribute('data-covered', isCovered);
  if (isCovered) return;
  if (document.activeElement === document.body) beforeCover?.focus({ focusVisible: false });
  beforeCover = null;
}

function renderStatus() {
  const status = element('status');
  status.dataset.phase = state?.phase ?? '';
  element('status-text').textContent = cameras.selected?.name ?? state?.words.title ?? '';
  const { pressure, name } = hottest(state);
  const badge = element('pressure');
  badge.hidden = !pressure || pressure.level === 'nominal';
  badge.dataset.level = pressure?.level ?? 'nominal';
  const text = element('pressure-text');
  if (name) text.dataset.name = name;
  else delete text.dataset.name;
  text.textContent = pressureText(pressure);
}

function renderPower() {
  const label = isStopped() ? 'Start the camera' : 'Stop the camera';
  const power = element('power');
  power.setAttribute('aria-label', label);
  power.title = `${label} (O)`;
  power.toggleAttribute('data-off', isStopped());
}

function renderShutter() {
  const label = recorder.isScan ? 'Scan books' : 'Take photo';
  const shutter = element('shutter');
  shutter.setAttribute('aria-label', label);
  shutter.title = `${label} (Space)`;
  shutter.querySelector('svg').toggleAttribute('hidden', !recorder.isScan);
}

function takeState(next) {
  state = next;
  cameras.setState(state.cameras, state.dual.isOn);
  figures.setCamera(state.figures);
  figures.setState(state);
  gallery.setLast(state.lastPhoto);
  gallery.setLastMovie(state.lastMovie);
  recorder.setState(state);
  scanMode.setOn(recorder.isScan, cameras.selected?.id);
  renderShutter();
  const torch = element('torch');
  torch.hidden = !state.torch;
  torch.setAttribute('aria-pressed', String(state.torch?.isOn ?? false));
  element('help-folder').textContent = state.photoFolder
    ? `Photos are kept in ${state.photoFolder}, movies in ${state.recording.folder}.` : '';
  element('stage').toggleAttribute('data-focuses', state.canFocusAtPoint && state.phase === 'live');
  // Two pictures are never cut: what is shown is what the movie gets.
  element('fit').disabled = state.dual.isOn;
  for (const part of document.querySelectorAll('.with-dual')) part.hidden = !state.dual.isOffered;
  for (const part of document.querySelectorAll('.with-hardware')) part.hidden = !state.hardware;
  takeHardware();
  render();
}

// Commands

let photosUnderWay = 0;

const isStopped = () => state?.phase === 'stopped';

/** A shutter that is busy with the photo before takes this one right after it. */
const canTakePhoto = () => state?.phase === 'live' && state.controlsAreEnabled && state.shutter !== 'unavailable';

/** Takes a photo for the folder, or one whose books are recognised. */
async function takePhoto() {
  if (!canTakePhoto()) return;
  const flash = element('flash');
  flash.classList.remove('fires');
  void flash.offsetWidth;
  flash.classList.add('fires');
  photosUnderWay += 1;
  element('shutter').toggleAttribute('data-busy', true);
  await (recorder.isScan ? command('scan') : command('photo').then((photo) => gallery.setLast(photo))).catch(report);
  photosUnderWay -= 1;
  element('shutter').toggleAttribute('data-busy', photosUnderWay > 0);
}

function togglePower() {
  command(isStopped() ? 'start' : 'stop').catch(report);
}

function toggleTorch() {
  if (state?.torch && state.phase === 'live') command('torch', { on: !state.torch.isOn }).catch(report);
}

function toggleGravity() {
  if (dual.isOn) return;
  gravity = gravity === 'cover' ? 'contain' : 'cover';
  element('view').style.objectFit = gravity;
  element('fit').setAttribute('aria-pressed', String(gravity === 'contain'));
  scanMode.setGravity(gravity);
}

function focus(point) {
  const { lastFrame } = preview.painter;
  if (!state?.canFocusAtPoint || state.phase !== 'live' || !lastFrame) return;
  const { clientWidth: width, clientHeight: height } = element('stage');
  const stage = { width, height };
  const place = dual.isOn
    ? dual.pointInFirst(point, lastFrame) : pointInPicture(point, stage, lastFrame, gravity, lastFrame.isMirrored);
  if (!place) return;
  const square = element('focus-square');
  square.style.left = `${point.x}px`;
  square.style.top = `${point.y}px`;
  square.hidden = true;
  void square.offsetWidth;
  square.hidden = false;
  command('focus', place).catch(report);
}

/** What the big button does. */
function press() {
  if (recorder.isVideo) recorder.press();
  else takePhoto();
}

/** A recording that ended without being asked to is explained, until the user has seen it. */
function takeMovie(movie) {
  gallery.setLastMovie(movie);
  if (!movie.end || movie.end.wasRequested) return;
  element('notice-title').textContent = movie.end.title;
  element('notice-text').textContent = movie.end.advice;
  element('notice-show').hidden = !movie.isPlayable;
  element('notice-show').onclick = () => {
    element('notice').hidden = true;
    gallery.openMovie(movie.name);
  };
  element('notice').hidden = false;
}

element('notice-close').addEventListener('click', () => { element('notice').hidden = true; });
element('shutter').addEventListener('click', takePhoto);
element('photo-beside').addEventListener('click', takePhoto);
element('power').addEventListener('click', togglePower);
element('torch').addEventListener('click', toggleTorch);
element('fit').addEventListener('click', toggleGravity);
element('help-open').addEventListener('click', () => element('help').showModal());
element('focus-square').addEventListener('animationend', (event) => {
  if (event.animationName === 'focus-fades') element('focus-square').hidden = true;
});
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

watchGestures(element('stage'), {
  tap: focus,
  doubleTap: () => dual.swap(),
  pinchStart: () => { pinchFactor = zoom.factor; },
  pinch: (ratio) => zoom.set(pinchFactor * ratio, false),
  wheel: (ratio) => zoom.set(zoom.factor * ratio, false),
});

// Keyboard

// A button that was pressed with a pointer gives the focus back, so that the space bar stays the shutter.
addEventListener('click', (event) => {
  if (event.detail > 0) event.target.closest('#controls :is(button, [type="radio"]), #scan-panel button')?.blur();
});

const controlsAreOpen = () => !element('controls').hidden && !element('controls').inert;

/** Keys that do something again and again while they are held. */
const REPEATED = ['+', '=', '-', '[', ']'];

const KEYS = {
  ' ': press,
  Enter: press,
  v: () => recorder.nextMode(),
  b: () => recorder.setMode('scan'),
  q: () => scanMode.togglePanel(),
  Escape: () => scanMode.closePanel(),
  r: () => recorder.pressFromAnywhere(),
  k: () => recorder.togglePause(),
  m: () => recorder.toggleSound(),
  x: () => { if (recorder.isOpen) takePhoto(); },
  g: () => gallery.openGrid(),
  c: () => cameras.next(),
  '+': () => zoom.step(1),
  '=': () => zoom.step(1),
  '-': () => zoom.step(-1),
  t: toggleTorch,
  w: toggleGravity,
  l: () => gallery.open(),
  p: () => figures.toggle(),
  f: () => figures.toggle(),
  d: () => dual.toggle(),
  a: () => dual.nextLayout(),
  e: () => dual.toggleSeparateFiles(),
  1: () => dual.toCorner('topLeft'),
  2: () => dual.toCorner('topRight'),
  3: () => dual.toCorner('bottomLeft'),
  4: () => dual.toCorner('bottomRight'),
  '[': () => dual.resize(-1),
  ']': () => dual.resize(1),
  h: () => hardware?.toggle(),
  o: togglePower,
  '?': () => element('help').showModal(),
};

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // The simulator is no control of the camera: it stays when these are taken away.
  const action = key === 's' ? simulator?.toggle : controlsAreOpen() ? KEYS[key] : null;
  // A button or slider that was reached by the keyboard keeps the keys that operate it.
  const isOperated = event.target.matches?.('#controls :is(button, input):focus-visible, #screen button, #simulator *, #recovery button, #notice button, #stand-in button, #hardware *')
    && [' ', 'Enter'].includes(event.key);
  if (!action || isOperated || event.repeat && !REPEATED.includes(event.key)) return;
  event.preventDefault();
  action();
});

// Simulator

let isLoadingSimulator = false;
let phone = null;

/** The panel is loaded when the server first tells of a simulated phone: with a real camera it never does. */
async function takePhone(next) {
  phone = next;
  if (!simulator && !isLoadingSimulator) {
    isLoadingSimulator = true;
    const { Simulator } = await import('./simulator.js').catch(() => ({}));
    isLoadingSimulator = false;
    // The next state that is told tries again.
    if (!Simulator) return;
    simulator = new Simulator((action) => command('simulator', action), report);
    for (const part of document.querySelectorAll('.simulated')) part.hidden = false;
  }
  simulator?.setState(phone);
}

// The control on the device's edge

let isLoadingHardware = false;

/** Its form is loaded when the server first tells of one. */
async function takeHardware() {
  if (!hardware && !isLoadingHardware && state.hardware) {
    isLoadingHardware = true;
    const { Hardware } = await import('./hardware.js').catch(() => ({}));
    isLoadingHardware = false;
    if (!Hardware) return;
    hardware = new Hardware(report);
  }
  hardware?.setState(state.hardware ?? null);
}

// Connection

function renderConnection() {
  clearTimeout(lossTimer);
  const isLost = preview.status === 'lost' && !preview.refusal;
  if (!isLost) {
    element('connection').hidden = true;
    delete document.body.dataset.lost;
  } else {
    lossTimer = setTimeout(() => {
      element('connection').hidden = false;
      document.body.dataset.lost = '';
    }, LOSS_GRACE);
  }
  render();
}

let wasLost = false;
preview.addEventListener('status', () => {
  renderConnection();
  // The stream finds the server first; the events need not wait for their own turn.
  if (preview.status === 'open' && wasLost) {
    events.open();
    gallery.load();
  }
  wasLost = preview.status === 'lost';
});
preview.addEventListener('picture', render);
events.addEventListener('state', (event) => takeState(event.detail));
events.addEventListener('photo', (event) => gallery.setLast(event.detail));
events.addEventListener('movie', (event) => takeMovie(event.detail));
events.addEventListener('progress', (event) => recorder.setProgress(event.detail));
events.addEventListener('recovery', (event) => recovery.setState(event.detail));
events.addEventListener('figures', (event) => figures.setCamera(event.detail));
events.addEventListener('secondFigures', (event) => figures.setSecond(event.detail));
events.addEventListener('simulator', (event) => takePhone(event.detail));
events.addEventListener('scanner', (event) => scanMode.setState(event.detail));
events.addEventListener('text', (event) => scanMode.setText(event.detail));
events.addEventListener('failure', (event) => showToast(event.detail.message));
events.addEventListener('silence', () => {
  preview.reconnect();
  dual.reconnect();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') events.close();
  else events.open();
});

self.pinhole.state = () => state;
self.pinhole.secondFigures = () => dual.preview.painter.figures();
self.pinhole.resetSecondFigures = () => dual.preview.painter.resetFigures();
render();
renderConnection();
events.open();
gallery.load();

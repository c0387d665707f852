// The controls around the picture: one place takes the server's state and gives each part its share.

import { preview } from './preview.js';
import { CommandError, command } from './commands.js';
import { ServerEvents } from './events.js';
import { Screen, screenFor } from './screens.js';
import { Photos } from './photos.js';
import { Figures } from './figures.js';
import { Zoom } from './zoom.js';
import { Cameras } from './cameras.js';
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

const photos = new Photos();
const figures = new Figures(preview.painter);
const zoom = new Zoom(report);
const selectCamera = (id) => command('camera', { id }).catch(report);
const cameras = new Cameras(selectCamera);
const screen = new Screen({
  onRestart: () => command('restart').catch(report),
  onSelectCamera: selectCamera,
});
const events = new ServerEvents();

// What is shown

function render() {
  const shown = screenFor({ state, hasPicture: self.pinhole.pictureIsShown === true, refusal: preview.refusal });
  screen.show(shown, cameras.list);
  const controls = element('controls');
  controls.hidden = state === null;
  // Before a failed camera nothing but restarting it makes sense.
  controls.inert = shown !== null && shown.kind !== 'starting' && shown.kind !== 'disconnected';
  element('shutter').disabled = state?.phase !== 'live';
  renderStatus();
}

function renderStatus() {
  const status = element('status');
  status.dataset.phase = state?.phase ?? '';
  const camera = cameras.selected?.name ?? '';
  element('status-text').textContent = state?.phase === 'live' ? camera || 'Live' : state?.words.title ?? '';
}

function takeState(next) {
  state = next;
  cameras.setState(state.cameras);
  zoom.setState(state.zoom);
  figures.setCamera(state.figures);
  photos.setLast(state.lastPhoto);
  const torch = element('torch');
  torch.hidden = !state.torch;
  torch.setAttribute('aria-pressed', String(state.torch?.isOn ?? false));
  element('help-folder').textContent = state.photoFolder ? `Photos are kept in ${state.photoFolder}.` : '';
  element('stage').toggleAttribute('data-focuses', state.canFocusAtPoint);
  render();
}

// Commands

let photosUnderWay = 0;

async function takePhoto() {
  if (state?.phase !== 'live') return;
  const flash = element('flash');
  flash.classList.remove('fires');
  void flash.offsetWidth;
  flash.classList.add('fires');
  photosUnderWay += 1;
  element('shutter').toggleAttribute('data-busy', true);
  await command('photo').then((photo) => photos.setLast(photo), report);
  photosUnderWay -= 1;
  element('shutter').toggleAttribute('data-busy', photosUnderWay > 0);
}

function toggleTorch() {
  if (state?.torch) command('torch', { on: !state.torch.isOn }).catch(report);
}

function toggleGravity() {
  gravity = gravity === 'cover' ? 'contain' : 'cover';
  element('view').style.objectFit = gravity;
  element('fit').setAttribute('aria-pressed', String(gravity === 'contain'));
}

function focus(point) {
  const { lastFrame } = preview.painter;
  if (!state?.canFocusAtPoint || state.phase !== 'live' || !lastFrame) return;
  const stage = { width: innerWidth, height: innerHeight };
  const place = pointInPicture(point, stage, lastFrame, gravity, lastFrame.isMirrored);
  if (!place) return;
  const square = element('focus-square');
  square.style.left = `${point.x}px`;
  square.style.top = `${point.y}px`;
  square.hidden = true;
  void square.offsetWidth;
  square.hidden = false;
  command('focus', place).catch(report);
}

element('shutter').addEventListener('click', takePhoto);
element('torch').addEventListener('click', toggleTorch);
element('fit').addEventListener('click', toggleGravity);
element('help-open').addEventListener('click', () => element('help').showModal());
element('focus-square').addEventListener('animationend', (event) => {
  if (event.animationName === 'focus-fades') element('focus-square').hidden = true;
});
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

watchGestures(element('stage'), {
  tap: focus,
  pinchStart: () => { pinchFactor = zoom.factor; },
  pinch: (ratio) => zoom.set(pinchFactor * ratio, false),
  wheel: (ratio) => zoom.set(zoom.factor * ratio, false),
});

// Keyboard

// A button that was pressed with a pointer gives the focus back, so that the space bar stays the shutter.
addEventListener('click', (event) => {
  if (event.detail > 0) event.target.closest('#controls button')?.blur();
});

const KEYS = {
  ' ': takePhoto,
  Enter: takePhoto,
  c: () => cameras.next(),
  '+': () => zoom.step(1),
  '=': () => zoom.step(1),
  '-': () => zoom.step(-1),
  t: toggleTorch,
  w: toggleGravity,
  p: () => photos.open(),
  f: () => figures.toggle(),
  '?': () => element('help').showModal(),
};

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (element('controls').hidden || element('controls').inert) return;
  // A button or slider that was reached by the keyboard keeps the keys that operate it.
  const isOperated = event.target.matches?.('#controls :is(button, input):focus-visible, #screen button:focus-visible')
    && [' ', 'Enter'].includes(event.key);
  if (isOperated || event.repeat && !['+', '=', '-'].includes(event.key)) return;
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

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
    photos.loadEarlier();
  }
  wasLost = preview.status === 'lost';
});
preview.addEventListener('picture', render);
events.addEventListener('state', (event) => takeState(event.detail));
events.addEventListener('photo', (event) => photos.setLast(event.detail));
events.addEventListener('figures', (event) => figures.setCamera(event.detail));
events.addEventListener('silence', () => preview.reconnect());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') events.close();
  else events.open();
});

self.pinhole.state = () => state;
render();
renderConnection();
events.open();
photos.loadEarlier();

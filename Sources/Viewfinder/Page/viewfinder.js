// The controls around the picture: one place takes the server's state and gives each part its share.

import { preview } from './preview.js';
import { CommandError, command } from './commands.js';
import { setText } from './elements.js';
import { ServerEvents } from './events.js';
import { Screen, screenFor } from './screens.js';
import { Gallery } from './gallery.js';
import { Recorder } from './recorder.js';
import { Recovery } from './recovery.js';
import { ScanMode } from './scan-mode.js';
import { Figures } from './figures.js';
import { Zoom } from './zoom.js';
import { Focus } from './focus.js';
import { Cameras } from './cameras.js';
import { Dual } from './dual.js';
import { Connection } from './connection.js';
import { Preferences } from './preferences.js';
import { Settings, setSwitch } from './settings.js';
import { Transport } from './transport.js';
import { Countdown } from './countdown.js';
import { Grid } from './grid.js';
import { Sounds } from './sounds.js';
import { Announcer, hottest, pressureText } from './words.js';
import { watchGestures, watchSwipes } from './gestures.js';
import { watchShutter } from './shutter-gestures.js';
import { Burst } from './burst.js';
import { PhotoOptions } from './photo-options.js';
import { MovieFormat } from './movie-format.js';
import { pointInPicture } from './geometry.js';
import { keepOfflinePage } from './offline-page.js';
import { Outages, watchSleep } from './outages.js';

const TOAST_TIME = 6000;

const element = (id) => document.getElementById(id);

let state = null;
/** How the picture fills the stage. What is seen is what is saved, unless somebody wants the window filled. */
let gravity = 'contain';
let toastTimer = null;
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

const preferences = new Preferences();
const settings = new Settings(preferences, report);
const photoOptions = new PhotoOptions(preferences);
const movieFormat = new MovieFormat(report);
const sounds = new Sounds();
const grid = new Grid();
const countdown = new Countdown(() => sounds.play('second'));
const gallery = new Gallery({ onError: report, onNotice: showToast });
const announcer = new Announcer(element('announcer'));
const dual = new Dual({
  preferences,
  onError: report,
  onLayout: () => focus.hide(),
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
const focus = new Focus({ place: placeUnder, onError: report, onSay: (words) => announcer.say(words) });
const selectCamera = (id) => command('camera', { id }).catch(report);
const cameras = new Cameras(selectCamera, () => dual.swap(), showToast);
const screen = new Screen({ onCommand: (name) => command(name).catch(report), onSelectCamera: selectCamera });
const events = new ServerEvents();
const connection = new Connection({
  preview, isExpected: () => state?.phase === 'live' && shownScreen() === null, onChange: render,
});
/** The simulator's panel; null with a real camera. */
let simulator = null;
/** What stands in for the control on the device's edge; null where there is none. */
let hardware = null;

// What is shown

const shownScreen = () => screenFor({
  state, hasPicture: self.pinhole.pictureIsShown === true, refusal: preview.refusal, isLost: connection.isLost,
});

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
  recorder.setConnection(connection);
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
  setText(power, label);
  power.title = `${label} (O)`;
}

function renderShutter() {
  const label = countdown.isRunning ? 'Cancel the timer' : recorder.isScan ? 'Scan books' : 'Take photo';
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
  setSwitch(torch, state.torch?.isOn ?? false);
  photoOptions.setFeatures(state.photo);
  movieFormat.setState(state.recording);
  setText(element('photo-folder'), state.photoFolder);
  setText(element('movie-folder'), state.recording.folder);
  focus.setState(state, cameras.selected?.id);
  // Two pictures are never cut: what is shown is what the movie gets.
  element('fit').disabled = state.dual.isOn;
  grid.setDual(state.dual.isOn);
  for (const part of document.querySelectorAll('.with-dual')) part.hidden = !state.dual.isOffered;
  for (const part of document.querySelectorAll('.with-hardware')) part.hidden = !state.hardware;
  takeHardware();
  render();
}

// Commands

let photosUnderWay = 0;

const isStopped = () => state?.phase === 'stopped';

/** A shutter that is busy with the photo before takes this one right after it. What is not seen is not taken. */
const canTakePhoto = () => state?.phase === 'live' && state.controlsAreEnabled && state.shutter !== 'unavailable'
  && !connection.isLost && !connection.isStale;

/** Takes a photo when the timer is over, at once without one. Pressed again meanwhile, it is not taken. */
async function pressShutter() {
  if (countdown.isRunning) return countdown.cancel();
  if (!canTakePhoto()) return;
  const seconds = recorder.isScan ? 0 : preferences.get('timer');
  if (seconds > 0) announcer.say(`Photo in ${seconds} seconds`);
  const counting = countdown.run(seconds);
  renderShutter();
  const isOver = await counting;
  renderShutter();
  if (isOver) takePhoto();
}

/** Takes a photo for the folder, or one whose books are recognised; returns whether that came about. */
async function takePhoto() {
  if (!canTakePhoto()) return false;
  sounds.play('shutter');
  const flash = element('flash');
  flash.classList.remove('fires');
  void flash.offsetWidth;
  flash.classList.add('fires');
  photosUnderWay += 1;
  element('shutter').toggleAttribute('data-busy', true);
  const content = dual.photoContent;
  const wishes = { ...(content === 'large' ? {} : { content }), ...photoOptions.wishes };
  const answer = await (recorder.isScan ? command('scan') : command('photo', wishes)).catch(report);
  if (answer && !recorder.isScan) gallery.setLast(answer);
  photosUnderWay -= 1;
  element('shutter').toggleAttribute('data-busy', photosUnderWay > 0);
  return answer !== undefined;
}

const burst = new Burst(takePhoto, (count) => announcer.say(`${count} photos`));

/** Photos in a row, as long as the key is down. */
function pressForBurst() {
  if (recorder.isPhoto) burst.start();
  else press();
}

/** A movie as long as the shutter is held, or longer. */
async function recordWhileHeld(release) {
  const hint = element('hold-hint');
  hint.hidden = false;
  release.then(() => { hint.hidden = true; });
  await recorder.recordWhileHeld(release);
}

function togglePower() {
  command(isStopped() ? 'start' : 'stop').catch(report);
}

function toggleTorch() {
  if (state?.torch && state.phase === 'live') command('torch', { on: !state.torch.isOn }).catch(report);
}

/** Two pictures are always shown whole. */
function toggleGravity() {
  if (!dual.isOn) preferences.toggle('fills');
}

function setGravity(isFilled) {
  gravity = isFilled ? 'cover' : 'contain';
  element('view').style.objectFit = gravity;
  scanMode.setGravity(gravity);
  grid.setGravity(gravity);
}

/** Whether a picture whose camera looks at the user is shown as in a mirror. Photos never are. */
function setMirroring(isOn) {
  for (const { painter } of [preview, dual.preview]) painter.mirrors = isOn;
}

preferences.follow('fills', setGravity);
preferences.follow('mirrors', setMirroring);
preferences.follow('grid', (isOn) => grid.setOn(isOn));
preferences.follow('sounds', (isOn) => sounds.setOn(isOn));
new Transport(preferences, [preview, dual.preview]);

/** The place in the picture under a point of the stage; null beside it. */
function placeUnder(point) {
  const { lastFrame } = preview.painter;
  if (!lastFrame) return null;
  if (dual.isOn) return dual.pointInFirst(point, lastFrame);
  const { clientWidth: width, clientHeight: height } = element('stage');
  return pointInPicture(point, { width, height }, lastFrame, gravity, lastFrame.isMirrored);
}

/** What the big button does. */
function press() {
  if (recorder.isVideo) recorder.press();
  else pressShutter();
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
element('shutter').addEventListener('click', pressShutter);
element('photo-beside').addEventListener('click', takePhoto);
watchShutter(element('shutter'), {
  isOpen: () => recorder.isPhoto && canTakePhoto() && !countdown.isRunning,
  hold: recordWhileHeld,
  burst: () => burst.start(),
  burstEnd: () => burst.stop(),
});
watchSwipes(element('mode'), (by) => recorder.stepMode(by));
element('power').addEventListener('click', togglePower);
element('torch').addEventListener('click', toggleTorch);
element('help-open').addEventListener('click', () => element('help').showModal());
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

watchGestures(element('stage'), {
  tap: (point) => focus.tap(point),
  hold: (point) => focus.hold(point),
  drag: (way) => focus.drag(way),
  dragEnd: () => focus.endDrag(),
  swipe: (by) => recorder.stepMode(by),
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
const REPEATED = ['+', '=', '-', '[', ']', ',', '.'];

const KEYS = {
  ' ': press,
  Enter: press,
  v: () => recorder.nextMode(),
  b: () => recorder.setMode('scan'),
  q: () => scanMode.togglePanel(),
  Escape: () => {
    countdown.cancel();
    scanMode.closePanel();
  },
  i: () => settings.open(),
  r: () => recorder.pressFromAnywhere(),
  k: () => recorder.togglePause(),
  m: () => recorder.toggleSound(),
  x: () => { if (recorder.isOpen) takePhoto(); },
  g: () => gallery.openGrid(),
  c: () => cameras.next(),
  '+': () => zoom.step(1),
  '=': () => zoom.step(1),
  '-': () => zoom.step(-1),
  ',': () => focus.step(-1),
  '.': () => focus.step(1),
  j: () => focus.toggleLock(),
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
  const action = key === ' ' && event.shiftKey && controlsAreOpen() ? pressForBurst : key === 's' ? simulator?.toggle : controlsAreOpen() ? KEYS[key] : null;
  // A button or slider that was reached by the keyboard keeps the keys that operate it.
  const isOperated = event.target.matches?.('#controls :is(button, input):focus-visible, #screen button, #simulator *, #recovery button, #notice button, #stand-in button, #hardware *')
    && [' ', 'Enter'].includes(event.key);
  if (!action || isOperated || event.repeat && !REPEATED.includes(event.key)) return;
  event.preventDefault();
  action();
});

addEventListener('keyup', (event) => {
  if (event.key === ' ') burst.stop();
});
// Whoever goes to another window lifts the key there.
addEventListener('blur', () => burst.stop());

// Simulator

let isLoadingSimulator = false;
let phone = null;

/** A phone that nobody has turned yet is held as the window is: its picture fills it. */
function holdAsWindow(phone) {
  if (!phone.orientation || phone.isTurned) return;
  const isPortrait = matchMedia('(orientation: portrait)').matches;
  command('simulator', { action: 'turn', value: isPortrait ? 'portrait' : 'landscapeLeft' }).catch(report);
}

/** The panel is loaded when the server first tells of a simulated phone: with a real camera it never does. */
async function takePhone(next) {
  if (!phone) holdAsWindow(next);
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

const outages = new Outages();
let wasLost = false;
preview.addEventListener('status', () => {
  render();
  wasLost ||= preview.status === 'lost';
  if (preview.status === 'lost' && !preview.refusal) outages.lose(performance.now());
});
preview.addEventListener('opened', takeOpenedStream);

/** The stream finds the server first; nothing else need wait for its own turn. */
function takeOpenedStream() {
  const { words, isRestarted } = outages.connect(performance.now(), preview.serverRun);
  // It may run on another machine now, or on one that was started anew.
  if (isRestarted) preview.serverClock.forget();
  if (wasLost || isRestarted) {
    events.open();
    gallery.load();
  }
  wasLost = false;
  if (words) showToast(words);
}

// Connections from before a sleep may be dead without anybody noticing.
watchSleep((milliseconds) => {
  outages.sleep(milliseconds);
  preview.reconnect();
  dual.reconnect();
  events.open();
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
// The first stream may have begun before this was loaded.
if (preview.status === 'open') outages.connect(performance.now(), preview.serverRun);
render();
events.open();
gallery.load();
keepOfflinePage();

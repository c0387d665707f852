// The controls around the picture: one place takes the server's state and gives each part its share.

import { preview } from './preview.js';
import { command } from './commands.js';
import { ServerEvents } from './events.js';
import { routeEvents } from './event-routing.js';
import { Screen, screenFor } from './screens.js';
import { Gallery } from './gallery.js';
import { Recorder } from './recorder.js';
import { Recovery } from './recovery.js';
import { ScanMode } from './scan-mode.js';
import { Metrics } from './metrics.js';
import { Zoom } from './zoom.js';
import { Focus } from './focus.js';
import { Cameras } from './cameras.js';
import { CameraControl } from './camera-control.js';
import { CameraSwitches } from './camera-switches.js';
import { Dual } from './dual.js';
import { Connection } from './connection.js';
import { ServerLink } from './server-link.js';
import { Preferences } from './preferences.js';
import { Settings } from './settings.js';
import { Transport } from './transport.js';
import { Grid } from './grid.js';
import { Sounds } from './sounds.js';
import { Shutter } from './shutter.js';
import { SimulatedPhone } from './simulated-phone.js';
import { MovieNotice } from './movie-notice.js';
import { PictureFit } from './picture-fit.js';
import { PhotoFrame } from './photo-frame.js';
import { PhotoOptions } from './photo-options.js';
import { MovieFormat } from './movie-format.js';
import { Announcer } from './announcer.js';
import { showStatus } from './status-bar.js';
import { report, showToast } from './toast.js';
import { watchDialogs } from './dialogs.js';
import { watchKeyboard } from './keyboard.js';
import { watchStage } from './stage-gestures.js';
import { keepOfflinePage } from './offline-page.js';
import { hideLastPicture, keepLastPicture } from './last-picture.js';

const element = (id) => document.getElementById(id);

let state = null;

// Parts

const preferences = new Preferences();
const settings = new Settings(preferences, report);
const photoOptions = new PhotoOptions(preferences);
const movieFormat = new MovieFormat(report);
const sounds = new Sounds();
const grid = new Grid();
const photoFrame = new PhotoFrame();
const gallery = new Gallery({ onError: report, onNotice: showToast });
const announcer = new Announcer(element('announcer'));
const onSay = (words) => announcer.say(words);
const dual = new Dual({ preferences, onError: report, onLayout: () => focus.hide(), onNotice: () => announce(), onSay });
const recorder = new Recorder({
  onError: report, onNotice: showToast, wishes: () => (dual.separatesFiles ? { separateFiles: true } : {}),
});
const scanMode = new ScanMode({ onError: report, onSay, onOffer: () => recorder.offerScans() });
const recovery = new Recovery({ onError: report, onChange: () => gallery.load() });
const metrics = new Metrics((camera) => painterOf(camera));
const zoom = new Zoom(report);
const fit = new PictureFit({ preferences, preview, dual, followers: [scanMode, grid, photoFrame] });
const focus = new Focus({ place: (point) => fit.placeUnder(point), onError: report, onSay });
const selectCamera = (id) => command('camera', { id }).catch(report);
const cameras = new Cameras(selectCamera, () => dual.swap(), showToast);
const switches = new CameraSwitches(report);
const cameraControl = new CameraControl(report);
const phone = new SimulatedPhone(report);
const movieNotice = new MovieNotice((name) => gallery.openMovie(name));
const screen = new Screen({ onCommand: (name) => command(name).catch(report), onSelectCamera: selectCamera });
const events = new ServerEvents();
const connection = new Connection({
  preview, isExpected: isShownLive, onChange: render,
});
const shutter = new Shutter({
  preferences, sounds, connection, recorder, wishes: photoWishes, onPhoto: (answer) => gallery.setLast(answer), onError: report, onSay,
});

/** What is sent with a photo: only what is not as usual. */
function photoWishes() {
  const content = dual.photoContent;
  const shape = photoShape();
  return { ...(content === 'large' ? {} : { content }), ...(shape === 'full' ? {} : { shape }), ...photoOptions.wishes };
}

/** Cut is what is seen cut: neither movies nor two pictures are. */
function photoShape() {
  return recorder.isPhoto && !state?.dual.isOn ? preferences.get('shape') : 'full';
}

function showPhotoShape() {
  for (const part of [photoFrame, grid]) part.setShape(photoShape());
}

// What is shown

function painterOf(camera) {
  return (camera === 0 ? preview : dual.stream(camera)).painter;
}

const shownScreen = () => screenFor({
  state, hasPicture: self.pinhole.pictureIsShown === true, refusal: preview.refusal, isLost: connection.isLost,
});

function isShownLive() {
  return state?.phase === 'live' && shownScreen() === null;
}

function announce() {
  announcer.announce(state, shownScreen(), dual.words ?? cameras.selected?.name, dual.notice);
}

function render() {
  const shown = shownScreen();
  const controls = element('controls');
  controls.hidden = state === null;
  screen.show(shown, cameras.list);
  // A camera that failed has one way out; the overlay has taken all else away already.
  controls.inert = shown?.kind === 'failed' || shown?.kind === 'refused' || state?.controlsAreEnabled === false;
  if (state) dual.setState(state, shown === null);
  if (state && !['live', 'starting'].includes(state.phase)) hideLastPicture();
  zoom.setState(shown ? null : state?.zoom);
  shutter.render();
  recorder.setConnection(connection);
  showStatus(state, cameras.selected?.name);
  cameraControl.cover(shown === null);
  announce();
}

function applyState(next) {
  state = next;
  cameras.setState(state.cameras, state.dual.isOn);
  metrics.setState(state);
  gallery.setLast(state.lastPhoto);
  gallery.setLastMovie(state.lastMovie);
  recorder.setState(state);
  scanMode.setOn(recorder.isScan, cameras.selected?.id);
  shutter.setState(state);
  switches.setState(state);
  photoOptions.setFeatures(state.photo);
  movieFormat.setState(state.recording);
  settings.setState(state);
  focus.setState(state, cameras.selected?.id);
  fit.setState(state);
  grid.setDual(state.dual.isOn);
  showPhotoShape();
  for (const part of document.querySelectorAll('.with-dual')) part.hidden = !state.dual.isOffered;
  cameraControl.setState(state.hardware ?? null);
  render();
}

preferences.follow('grid', (isOn) => grid.setOn(isOn));
preferences.follow('shape', showPhotoShape);
preferences.follow('sounds', (isOn) => sounds.setOn(isOn));
const transport = new Transport(preferences);
transport.add(preview);
dual.forEachStream((stream) => transport.add(stream));
watchDialogs();
watchStage({ focus, zoom, recorder, dual });
watchKeyboard({ shutter, recorder, scanMode, settings, gallery, cameras, zoom, focus, switches, fit, metrics, dual, cameraControl, phone });

keepLastPicture(() => isShownLive() && !connection.isLost);
preview.addEventListener('status', render);
preview.addEventListener('picture', render);
new ServerLink({ preview, dual, events, onReturn: () => gallery.load(), onNotice: showToast });

routeEvents(events, { applyState, gallery, movieNotice, recorder, recovery, metrics, phone, scanMode, onNotice: showToast });

self.pinhole.state = () => state;
self.pinhole.metrics = (camera = 0) => painterOf(camera).metrics();
self.pinhole.resetMetrics = (camera = 0) => painterOf(camera).resetMetrics();
render();
events.open();
gallery.load();
keepOfflinePage();

// The picture, what lies upon it, which camera it comes from, and what stands in its place when there is none.

import { Announcer } from './announcer.js';
import { CameraControl } from './camera-control.js';
import { Cameras } from './cameras.js';
import { command } from './commands.js';
import { Connection } from './connection.js';
import { Dual } from './dual.js';
import { Focus } from './focus.js';
import { Grid } from './grid.js';
import { hideLastPicture, keepLastPicture } from './last-picture.js';
import { Metrics } from './metrics.js';
import { PhotoFrame } from './photo-frame.js';
import { PictureFit } from './picture-fit.js';
import { preview } from './preview.js';
import { Screen, screenFor } from './screens.js';
import { SimulatedPhone } from './simulated-phone.js';
import { showStatus } from './status-bar.js';
import { report, showToast } from './toast.js';
import { Transport } from './transport.js';
import { Zoom } from './zoom.js';

const element = (id) => document.getElementById(id);
const selectCamera = (id) => command('camera', { id }).catch(report);

export class Viewing {
  #state = null;
  #announcer = new Announcer(element('announcer'));
  #screen = new Screen({ onCommand: (name) => command(name).catch(report), onSelectCamera: selectCamera });
  #grid = new Grid();
  #photoFrame = new PhotoFrame();
  /** Tells whoever does not see the page. */
  onSay = (words) => this.#announcer.say(words);
  metrics = new Metrics((camera) => this.painterOf(camera));
  zoom = new Zoom(report, selectCamera);
  cameraControl = new CameraControl(report);
  phone = new SimulatedPhone(report);
  cameras = new Cameras(selectCamera, () => this.dual.swap(), showToast);
  dual;
  fit;
  focus;
  connection;

  /** `onChange()` is called when something else is to be shown though the server has told nothing. */
  constructor({ preferences, onChange }) {
    const onSay = this.onSay;
    this.dual = new Dual({
      preferences, onError: report, onLayout: () => this.focus.hide(), onNotice: () => this.#announce(), onSay,
    });
    this.fit = new PictureFit({ preferences, preview, dual: this.dual, followers: [this.#grid, this.#photoFrame] });
    this.focus = new Focus({ place: (point) => this.fit.placeUnder(point), onError: report, onSay });
    this.connection = new Connection({ preview, isExpected: () => this.#isShownLive, onChange });
    preferences.follow('grid', (isOn) => this.#grid.setOn(isOn));
    const transport = new Transport(preferences);
    transport.add(preview);
    this.dual.forEachStream((stream) => transport.add(stream));
    keepLastPicture(() => this.#isShownLive && !this.connection.isLost);
    preview.addEventListener('status', onChange);
    preview.addEventListener('picture', onChange);
  }

  /** What paints the picture of the camera with an index. */
  painterOf(camera) {
    return (camera === 0 ? preview : this.dual.stream(camera)).painter;
  }

  setState(state) {
    this.#state = state;
    this.cameras.setState(state);
    this.metrics.setState(state);
    this.focus.setState(state, this.cameras.selected?.id);
    this.fit.setState(state);
    this.#grid.setDual(state.dual.isOn);
    for (const part of document.querySelectorAll('.with-dual')) part.hidden = !state.dual.isOffered;
    this.cameraControl.setState(state.hardware ?? null);
  }

  /** The part of the picture that photos show: `full`, or a ratio. */
  setPhotoShape(shape) {
    for (const part of [this.#photoFrame, this.#grid]) part.setShape(shape);
  }

  /** Shows the picture, or what stands in its place, and the controls that are of use then. */
  render() {
    const state = this.#state;
    const shown = this.#shownScreen;
    const controls = element('controls');
    controls.hidden = state === null;
    this.#screen.show(shown, this.cameras.others);
    // A camera that failed has one way out; the overlay has taken all else away already.
    controls.inert = shown?.kind === 'failed' || shown?.kind === 'refused' || state?.controlsAreEnabled === false;
    if (state) this.dual.setState(state, shown === null);
    if (state && !['live', 'starting'].includes(state.phase)) hideLastPicture();
    this.zoom.setState(shown ? null : state?.controls?.zoom?.factor ?? null, state?.rules.zoom);
    showStatus(state, this.cameras.selected?.name);
    this.cameraControl.cover(shown === null);
    this.#announce();
  }

  get #shownScreen() {
    return screenFor({
      state: this.#state, hasPicture: self.pinhole.pictureIsShown === true, refusal: preview.refusal, isLost: this.connection.isLost,
    });
  }

  get #isShownLive() {
    return this.#state?.phase === 'live' && this.#shownScreen === null;
  }

  #announce() {
    this.#announcer.announce(this.#state, this.#shownScreen, this.dual.message ?? this.cameras.selected?.name, this.dual.notice);
  }
}

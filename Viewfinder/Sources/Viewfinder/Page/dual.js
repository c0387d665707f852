// Several cameras at once: what the user does, and which part shows it.

import { clamped, inCorner, order, placeText, resized, rules, snapped, takeRules } from './arrangement.js';
import { noteOf } from './camera-views.js';
import { command } from './commands.js';
import { renderBar, renderNames, renderSmallPicture } from './dual-bar.js';
import { DualStage } from './dual-stage.js';
import { cameraName, camerasText, dualView, obstacleText, widthText } from './dual-view.js';
import { FurtherPreviews } from './further-previews.js';
import { SharedArrangement } from './shared-arrangement.js';
import { watchSmallPicture } from './small-picture.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

export class Dual {
  #view = dualView(null);
  #stage = new DualStage();
  #arrangement;
  #previews = new FurtherPreviews(() => this.#renderNotes());
  #isAnimating = false;
  #isOnScreen = false;
  #preferences;
  /** What photos show when each camera takes none. */
  #contentOfOne = 'large';
  /** Why pictures are not to be seen, by the camera's index; null for one that is. */
  #notes = [];
  #onError;
  #onLayout;
  #onNotice;
  #onSay;

  /**
   * `onLayout` is called when the pictures come to stand elsewhere, `onNotice` when something is the matter with a picture
   * or is no more, and `onSay(message)` with what a key has done, for whoever does not see it.
   */
  constructor({ preferences, onError, onLayout, onNotice, onSay }) {
    this.#preferences = preferences;
    this.#onError = onError;
    this.#onLayout = onLayout;
    this.#onNotice = onNotice;
    this.#onSay = onSay;
    this.#arrangement = new SharedArrangement({ onError, onChange: () => this.#arrangementChanged() });
    preferences.follow('content', (content) => {
      if (content !== 'each') this.#contentOfOne = content;
      this.#renderBar();
    });
    element('dual').addEventListener('click', () => this.toggle());
    element('dual-retry').addEventListener('click', () => this.#set(true));
    element('dual-dismiss').addEventListener('click', () => this.#set(false));
    element('separate').addEventListener('click', () => this.toggleSeparateFiles());
    for (const radio of document.querySelectorAll('#layouts input')) {
      radio.addEventListener('change', () => this.setLayout(radio.value));
    }
    this.#watchSmallPicture();
    new ResizeObserver(() => this.#place()).observe(element('stage'));
  }

  /** The stream of a further camera. */
  stream(camera) {
    return this.#previews.stream(camera);
  }

  /** Calls `action` with each further camera's stream, also with those that come. */
  forEachStream(action) {
    this.#previews.forEachStream(action);
  }

  get isOn() {
    return this.#view.isOn;
  }

  /** What a photo shows: the picture that is `large`, `each` camera's, in a file each, or both as they are `shown`. */
  get photoContent() {
    return this.#view.isOn ? this.#preferences.get('content') : 'large';
  }

  /** Whether each camera is recorded to a file of its own, beside the movie of both. */
  get separatesFiles() {
    return this.photoContent === 'each';
  }

  /** `isOnScreen` is whether the live picture is what the user sees. */
  setState(state, isOnScreen) {
    const wasOn = this.#view.isOn;
    takeRules(state.rules.arrangement);
    this.#view = dualView(state);
    this.#isOnScreen = isOnScreen;
    this.#stage.firstCamera = state.dual.cameras.find(({ index }) => index === 0);
    this.#arrangement.setCameras(this.#view.cameras, !wasOn);
    this.#arrangement.report(state.dual.arrangement, !wasOn);
    // Ready before it is wanted: how its frames come is settled when it is opened.
    if (this.#view.isOffered) this.#previews.stream(1);
    this.#previews.setCameras(this.#view.isOn ? this.#view.cameras : []);
    this.#render();
  }

  // What the user wants

  toggle() {
    if (this.#view.isOffered) this.#set(!this.#view.isWanted);
  }

  setLayout(layout) {
    if (this.#view.isOn) this.#arrangement.change({ layout });
  }

  nextLayout() {
    if (!this.#view.isOn) return;
    const { layouts } = rules;
    const index = layouts.indexOf(this.#arrangement.value.layout);
    this.setLayout(layouts[(index + 1) % layouts.length]);
  }

  swap() {
    if (this.#view.isOn) this.#arrangement.swap();
  }

  toCorner(name) {
    if (!this.#hasSmallPicture) return;
    this.#arrangement.change({ pip: inCorner(name, this.#arrangement.value.pip.width) });
    this.#announcePlace();
  }

  /** Makes the small picture larger or smaller. */
  resize(direction) {
    if (!this.#hasSmallPicture) return;
    this.#resizeTo(this.#arrangement.value.pip.width + direction * rules.sizeStep);
    this.#onSay(say('Small picture: %@', widthText(this.#arrangement.value.pip)));
  }

  toggleSeparateFiles() {
    const { isOn, isScan, isRecording } = this.#view;
    if (!isOn || isScan || isRecording) return;
    this.#preferences.set('content', this.separatesFiles ? this.#contentOfOne : 'each');
  }

  /** The place in the first camera's picture, each coordinate from 0 to 1, under a point of the stage; null elsewhere. */
  pointInFirst(point, lastFrame) {
    return this.#stage.pointInFirst(point, this.#arrangement.placements(performance.now()), lastFrame);
  }

  /** What runs, for whoever does not see it; null with one camera. */
  get message() {
    return this.#view.isOn ? camerasText(this.#view, this.#arrangement.value) : null;
  }

  /** What is the matter with one of several cameras, in words; null when nothing is. */
  get notice() {
    const { obstacle, isWanted } = this.#view;
    if (isWanted && obstacle) return obstacleText(obstacle);
    return this.#notes.find((note) => note?.isTrouble)?.message ?? null;
  }

  /** Opens the further cameras' streams anew. */
  reconnect() {
    this.#previews.reconnect();
  }

  #set(isOn) {
    return command('dual', { on: isOn }).catch(this.#onError);
  }

  // The small picture in the hand

  get #hasSmallPicture() {
    return this.#view.isOn && this.#arrangement.value.layout === 'pictureInPicture';
  }

  #watchSmallPicture() {
    const pip = () => this.#arrangement.value.pip;
    watchSmallPicture(element('pip'), {
      area: () => this.#stage.area(),
      pip,
      hold: () => this.#arrangement.hold(),
      drag: (moved) => this.#arrangement.drag(clamped(moved)),
      letGo: (hasMoved) => this.#arrangement.letGo(hasMoved ? snapped(pip()) : null),
      swap: () => this.swap(),
      resize: (width) => this.#resizeTo(width),
      toSide: (x, y) => {
        const right = x === 0 ? pip().x >= 0.5 : x > 0;
        const bottom = y === 0 ? pip().y >= 0.5 : y > 0;
        this.toCorner(`${bottom ? 'bottom' : 'top'}${right ? 'Right' : 'Left'}`);
      },
    });
  }

  #resizeTo(width) {
    const { pip } = this.#arrangement.value;
    const next = resized(pip, width);
    if (next.width !== pip.width) this.#arrangement.change({ pip: next });
  }

  #announcePlace() {
    this.#onSay(say('Small picture: %@', placeText(this.#arrangement.value.pip)));
  }

  // Showing

  #arrangementChanged() {
    this.#renderBar();
    this.#animate();
  }

  #render() {
    renderNames(this.#view, this.#arrangement.value, this.#isOnScreen);
    this.#renderNotes();
    this.#renderBar();
    this.#animate();
  }

  #renderBar() {
    renderBar(this.#view, this.#arrangement.value, this.#preferences.get('content'));
    renderSmallPicture(this.#view, this.#arrangement.value, this.#hasSmallPicture && this.#isOnScreen);
  }

  /** Says in the place of each picture why it is missing. Called for each of their frames, which takes the words away at once. */
  #renderNotes() {
    let hasChanged = false;
    for (let camera = 1; camera <= Math.max(...this.#view.cameras, this.#notes.length - 1); camera += 1) {
      hasChanged = this.#renderNote(camera) || hasChanged;
    }
    if (!hasChanged) return;
    this.#place();
    this.#onNotice();
  }

  /** Tells whether something else is said of a camera than before. */
  #renderNote(camera) {
    const former = this.#notes[camera] ?? null;
    const note = this.#isOnScreen ? this.#previews.missing(camera, cameraName(this.#view, camera)) : null;
    this.#notes[camera] = note;
    if (note?.message === former?.message) return false;
    noteOf(camera).hidden = note === null;
    noteOf(camera).textContent = note?.message ?? '';
    return true;
  }

  #animate() {
    this.#place();
    if (this.#isAnimating) return;
    const step = () => {
      this.#isAnimating = this.#arrangement.isMoving(performance.now());
      this.#place();
      if (this.#isAnimating) requestAnimationFrame(step);
    };
    if (this.#arrangement.isMoving(performance.now())) {
      this.#isAnimating = true;
      requestAnimationFrame(step);
    }
  }

  /** Puts all pictures where they belong now. */
  #place() {
    if (!this.#view.isOn) {
      if (this.#stage.clear()) this.#onLayout();
      return;
    }
    const small = this.#hasSmallPicture ? order(this.#arrangement.value, this.#view.cameras)[1] : null;
    this.#stage.place(this.#arrangement.placements(performance.now()), small);
    this.#onLayout();
  }
}

// Two cameras at once: both pictures in their places, the small one under the hand, and the buttons for all of it.

import { LAYOUTS, Animator, WIDTHS, clamped, inCorner, placeWords, resized, snapped } from './arrangement.js';
import { LatestCommand, command } from './commands.js';
import { Preview, preview } from './preview.js';
import { pictureRectangle, pointInPicture } from './geometry.js';
import { watchSmallPicture } from './small-picture.js';

/** What the whole picture looks like before the first frame. */
const USUAL_CANVAS = { width: 16, height: 9 };
/** While a picture is dragged the server hears of it this often, in milliseconds. */
const TELLING = 80;
/** After an answer, news of what it was about come within this time, or there are none, in milliseconds. */
const NEWS_TIME = 300;
/** A second camera without a picture for so long is spoken of, in milliseconds. */
const STALL = 2000;
const LOOK_INTERVAL = 500;
const KEY_STEP = 0.02;
const SIZE_STEP = 0.03;
const SEPARATE = 'pinhole.separateFiles';

const LAYOUT_WORDS = { pictureInPicture: 'picture in picture', sideBySide: 'side by side', topAndBottom: 'one above the other' };

const element = (id) => document.getElementById(id);
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What the state leaves open: pure, for whoever wants to look it up. */
export function dualView(state) {
  const dual = state?.dual;
  const isRecording = (state?.recording.phase ?? 'idle') !== 'idle';
  return {
    isOffered: dual?.isOffered === true || dual?.isWanted === true,
    isWanted: dual?.isWanted === true,
    isOn: dual?.isOn === true,
    obstacle: dual?.isOn ? null : dual?.obstacle ?? null,
    isVideo: state?.mode === 'video' || isRecording,
    isRecording,
  };
}

export class Dual {
  /** The second camera's picture. */
  preview = new Preview(element('second-view'), 'stream?camera=second', preview.serverClock);

  #state = null;
  #view = dualView(null);
  #arrangement = { layout: 'pictureInPicture', isSwapped: false, pip: inCorner('bottomRight', 0.3) };
  #animator = new Animator(this.#arrangement);
  #isAnimating = false;
  #isHeld = false;
  #isOnScreen = false;
  #isRunning = false;
  /** Browsers open six connections to a server and no more. Two windows with two cameras would take them all, and no command
   * would ever get through: of several windows, the one that was used last has the second picture. */
  #windows = new BroadcastChannel('pinhole.second');
  #isOwner = false;
  #isElsewhere = false;
  #separatesFiles = false;
  #lastTold = 0;
  #teller = null;
  #reconciler = null;
  #swapsUnderWay = 0;
  #watch = null;
  /** Since when the second picture has been expected, on the page's clock. */
  #expectedSince = 0;
  /** Why the second picture is not to be seen; null while it is. */
  #note = null;
  #onError;
  #onLayout;
  #onNotice;
  #onSay;
  #command;
  #views = { first: element('view'), second: element('second-view') };

  /**
   * `onLayout` is called when the pictures come to stand elsewhere, `onNotice` when something is the matter with the second picture
   * or is no more, and `onSay(words)` with what a key has done, for whoever does not see it.
   */
  constructor({ onError, onLayout, onNotice, onSay }) {
    this.#onError = onError;
    this.#onLayout = onLayout;
    this.#onNotice = onNotice;
    this.#onSay = onSay;
    this.#command = new LatestCommand('arrangement', onError);
    try {
      this.#separatesFiles = localStorage.getItem(SEPARATE) === 'yes';
    } catch {
      // A browser that keeps nothing for this page begins with one file.
    }
    element('dual').addEventListener('click', () => this.toggle());
    element('dual-retry').addEventListener('click', () => this.#set(true));
    element('dual-dismiss').addEventListener('click', () => this.#set(false));
    element('separate').addEventListener('click', () => this.toggleSeparateFiles());
    for (const radio of document.querySelectorAll('#layouts input')) {
      radio.addEventListener('change', () => this.setLayout(radio.value));
    }
    this.#watchSmallPicture();
    new ResizeObserver(() => this.#place()).observe(element('stage'));
    this.preview.addEventListener('status', () => this.#renderNote());
    // The first frame takes the words away at once.
    this.preview.painter.onPaint = () => { if (this.#note !== null) this.#renderNote(); };
    document.addEventListener('visibilitychange', () => { this.#expectedSince = performance.now(); });
    this.#windows.addEventListener('message', () => this.#yield());
    for (const use of ['focus', 'pointerdown', 'keydown']) addEventListener(use, () => this.#claim(), { capture: true });
  }

  get isOn() {
    return this.#view.isOn;
  }

  /** Whether a recording also keeps each camera's picture in a file of its own. */
  get separatesFiles() {
    return this.#view.isOn && this.#separatesFiles;
  }

  /** `isOnScreen` is whether the live picture is what the user sees. */
  setState(state, isOnScreen) {
    const wasOn = this.#view.isOn;
    this.#state = state;
    this.#view = dualView(state);
    this.#isOnScreen = isOnScreen;
    if (this.#isAtRest) this.#take(state.dual.arrangement, !wasOn || isStill());
    if (!this.#view.isOn) this.#isOwner = this.#isElsewhere = false;
    // Who looks at several windows shall not have to click first.
    if (this.#view.isOn && !wasOn && document.hasFocus()) this.#claim();
    this.#run();
    this.#render();
  }

  // What the user wants

  toggle() {
    if (this.#view.isOffered) this.#set(!this.#view.isWanted);
  }

  setLayout(layout) {
    if (this.#view.isOn) this.#change({ layout });
  }

  nextLayout() {
    const index = LAYOUTS.indexOf(this.#arrangement.layout);
    this.setLayout(LAYOUTS[(index + 1) % LAYOUTS.length]);
  }

  swap() {
    if (!this.#view.isOn) return;
    this.#take({ ...this.#arrangement, isSwapped: !this.#arrangement.isSwapped }, isStill());
    this.#swapsUnderWay += 1;
    command('swap').catch(this.#onError).finally(() => {
      this.#swapsUnderWay -= 1;
      this.#reconcileSoon();
    });
  }

  toCorner(name) {
    if (!this.#showsSmallPicture) return;
    this.#change({ pip: inCorner(name, this.#arrangement.pip.width) });
    this.#sayPlace();
  }

  /** Makes the small picture larger or smaller. */
  resize(direction) {
    if (!this.#showsSmallPicture) return;
    this.#resizeTo(this.#arrangement.pip.width + direction * SIZE_STEP);
    this.#onSay(`Small picture: ${widthWords(this.#arrangement.pip)}`);
  }

  toggleSeparateFiles() {
    const { isOn, isVideo, isRecording } = this.#view;
    if (!isOn || !isVideo || isRecording) return;
    this.#separatesFiles = !this.#separatesFiles;
    try {
      localStorage.setItem(SEPARATE, this.#separatesFiles ? 'yes' : 'no');
    } catch {
      // It holds as long as the page is open.
    }
    this.#render();
  }

  /** The place in the first camera's picture, each coordinate from 0 to 1, under a point of the stage; null elsewhere. */
  pointInFirst(point, lastFrame) {
    const area = this.#area();
    const place = this.#animator.placements(performance.now()).findLast((candidate) => {
      const box = inPixels(candidate, area);
      return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
    });
    if (place?.camera !== 'first') return null;
    const box = inPixels(place, area);
    return pointInPicture({ x: point.x - box.x, y: point.y - box.y }, box, lastFrame, 'cover', lastFrame.isMirrored);
  }

  /** What runs, for whoever does not see it; null with one camera. */
  get words() {
    if (!this.#view.isOn) return null;
    const names = [this.#name('first'), this.#name('second')];
    if (this.#arrangement.isSwapped) names.reverse();
    return `${names.join(' and ')}, ${LAYOUT_WORDS[this.#arrangement.layout]}`;
  }

  /** What is the matter with one of two cameras, in words; null when nothing is. */
  get notice() {
    const { obstacle, isWanted } = this.#view;
    if (isWanted && obstacle) return obstacleWords(obstacle);
    return this.#note?.isTrouble ? this.#note.words : null;
  }

  /** Opens the second camera's stream anew. */
  reconnect() {
    this.preview.reconnect();
  }

  #name(camera) {
    return this.#state?.dual[camera]?.name ?? `the ${camera} camera`;
  }

  get #isAtRest() {
    return !this.#isHeld && this.#command.isIdle && this.#swapsUnderWay === 0;
  }

  #set(isOn) {
    return command('dual', { on: isOn }).catch(this.#onError);
  }

  /** Changes a part of the arrangement, here at once, and there as soon as possible. */
  #change(part) {
    this.#take({ ...this.#arrangement, ...part }, isStill());
    this.#tell(part);
  }

  #resizeTo(width) {
    const { pip } = this.#arrangement;
    const next = resized(pip, width);
    if (next.width !== pip.width) this.#change({ pip: next });
  }

  #tell(part) {
    clearTimeout(this.#teller);
    this.#teller = null;
    this.#lastTold = performance.now();
    this.#command.send(part).finally(() => this.#reconcileSoon());
  }

  /** Tells now and then where the small picture is while it is in the hand. */
  #tellSoon() {
    if (this.#teller !== null) return;
    const wait = Math.max(0, this.#lastTold + TELLING - performance.now());
    this.#teller = setTimeout(() => this.#tell({ pip: this.#arrangement.pip }), wait);
  }

  /** An answer may overtake the news of what it was about; what the page was told before would take the pictures back. */
  #reconcileSoon() {
    clearTimeout(this.#reconciler);
    this.#reconciler = setTimeout(() => this.#reconcile(), NEWS_TIME);
  }

  /** What the server says holds again, once nothing is under way. */
  #reconcile() {
    if (this.#state && this.#isAtRest) this.#take(this.#state.dual.arrangement, isStill());
  }

  #take(arrangement, isInstant) {
    this.#arrangement = arrangement;
    this.#animator.move(arrangement, performance.now(), isInstant);
    this.#renderBar();
    this.#animate();
  }

  // The small picture in the hand

  get #showsSmallPicture() {
    return this.#view.isOn && this.#arrangement.layout === 'pictureInPicture';
  }

  #watchSmallPicture() {
    watchSmallPicture(element('pip'), {
      area: () => this.#area(),
      pip: () => this.#arrangement.pip,
      hold: () => { this.#isHeld = true; },
      drag: (pip) => {
        this.#take({ ...this.#arrangement, pip: clamped(pip) }, true);
        this.#tellSoon();
      },
      letGo: (hasMoved) => {
        this.#isHeld = false;
        if (hasMoved) this.#change({ pip: snapped(this.#arrangement.pip) });
        else this.#reconcile();
      },
      swap: () => this.swap(),
      resize: (width) => this.#resizeTo(width),
      step: (x, y) => {
        const { pip } = this.#arrangement;
        this.#change({ pip: clamped({ ...pip, x: pip.x + x * KEY_STEP, y: pip.y + y * KEY_STEP }) });
        this.#sayPlace();
      },
      toSide: (x, y) => {
        const { pip } = this.#arrangement;
        const right = x === 0 ? pip.x >= 0.5 : x > 0;
        const bottom = y === 0 ? pip.y >= 0.5 : y > 0;
        this.toCorner(`${bottom ? 'bottom' : 'top'}${right ? 'Right' : 'Left'}`);
      },
    });
  }

  // Showing

  /** Another window was used after this one. */
  #yield() {
    this.#isOwner = false;
    this.#isElsewhere = true;
    this.#run();
    this.#renderNote();
  }

  /** This window is the one that is used. */
  #claim() {
    if (!this.#view.isOn || this.#isOwner) return;
    this.#isOwner = true;
    this.#isElsewhere = false;
    this.#windows.postMessage('used');
    this.#run();
    this.#renderNote();
  }

  #run() {
    const runs = this.#view.isOn && !this.#isElsewhere;
    if (runs === this.#isRunning) return;
    this.#isRunning = runs;
    clearInterval(this.#watch);
    if (runs) {
      this.#expectedSince = performance.now();
      this.preview.run();
      this.#watch = setInterval(() => this.#renderNote(), LOOK_INTERVAL);
    } else {
      this.preview.stop();
      this.preview.painter.forget();
    }
  }

  /** Why there is no second picture where one should be; it is no trouble as long as it may just be on its way. */
  #missing() {
    // Without the server both are missing, which is said elsewhere.
    if (!this.#view.isOn || !this.#isOnScreen || preview.status === 'lost') return null;
    const { refusal, status, painter } = this.preview;
    const name = this.#name('second');
    if (this.#isElsewhere) return { words: `${name} is shown in the window that was used last. Click here to see it.`, isTrouble: false };
    if (refusal) return { words: `${name} cannot be shown. ${refusal}`, isTrouble: true };
    const isOverdue = performance.now() - Math.max(painter.lastPainted, this.#expectedSince) > STALL;
    if (isOverdue) return { words: `${name} sends no picture.`, isTrouble: true };
    if (painter.lastFrame === null) return { words: `Waiting for ${name}`, isTrouble: false };
    return status === 'lost' ? { words: `Connecting to ${name} again`, isTrouble: false } : null;
  }

  #renderNote() {
    const note = this.#missing();
    const hasChanged = note?.words !== this.#note?.words;
    this.#note = note;
    element('second-note').hidden = note === null;
    if (!hasChanged) return;
    element('second-note').textContent = note?.words ?? '';
    this.#place();
    this.#onNotice();
  }

  #sayPlace() {
    this.#onSay(`Small picture: ${placeWords(this.#arrangement.pip)}`);
  }

  #render() {
    const { isOn, isWanted, obstacle } = this.#view;
    document.body.toggleAttribute('data-dual', isOn);
    // Elsewhere the screen before the picture says what is the matter.
    element('dual-obstacle').hidden = !isWanted || !obstacle || !this.#isOnScreen;
    element('dual-obstacle-text').textContent = obstacle ? obstacleWords(obstacle) : '';
    const badge = element('multicam');
    badge.hidden = !isOn;
    badge.title = this.words ?? '';
    badge.setAttribute('aria-label', `2 cameras: ${badge.title}`);
    this.#views.first.setAttribute('aria-label', `Live picture of ${isOn ? this.#name('first') : 'the camera'}`);
    this.#views.second.setAttribute('aria-label', `Live picture of ${this.#name('second')}`);
    this.#renderNote();
    this.#renderBar();
    this.#animate();
  }

  #renderBar() {
    const { isOn, isOffered, isWanted, isVideo, isRecording } = this.#view;
    element('dual-bar').hidden = !isOffered;
    const button = element('dual');
    button.setAttribute('aria-pressed', String(isWanted));
    button.toggleAttribute('data-waiting', isWanted && !isOn);
    button.title = `${isWanted ? 'One camera' : 'Two cameras'} (D)`;
    element('layouts').hidden = !isOn;
    for (const radio of document.querySelectorAll('#layouts input')) radio.checked = radio.value === this.#arrangement.layout;
    const separate = element('separate');
    separate.hidden = !isOn || !isVideo;
    separate.disabled = isRecording;
    separate.setAttribute('aria-pressed', String(this.#separatesFiles));
    separate.title = `${this.#separatesFiles ? 'A file for each camera as well' : 'One file with both cameras'} (E)`;
    this.#renderSmallPicture();
  }

  #renderSmallPicture() {
    const pip = element('pip');
    pip.hidden = !this.#showsSmallPicture || !this.#isOnScreen;
    if (pip.hidden) return;
    const { pip: place, isSwapped } = this.#arrangement;
    const small = this.#name(isSwapped ? 'first' : 'second');
    element('pip-move').setAttribute('aria-label', `Small picture: ${small}, ${placeWords(place)}`);
    const size = element('pip-size');
    size.setAttribute('aria-valuemin', String(WIDTHS.minimum * 100));
    size.setAttribute('aria-valuemax', String(WIDTHS.maximum * 100));
    size.setAttribute('aria-valuenow', String(Math.round(place.width * 100)));
    size.setAttribute('aria-valuetext', widthWords(place));
    // The handle is at the corner that looks to the middle of the picture.
    pip.dataset.handle = `${place.y < 0.5 ? 'bottom' : 'top'}-${place.x < 0.5 ? 'right' : 'left'}`;
  }

  #animate() {
    this.#place();
    if (this.#isAnimating) return;
    const step = () => {
      this.#isAnimating = this.#animator.isMoving(performance.now());
      this.#place();
      if (this.#isAnimating) requestAnimationFrame(step);
    };
    if (this.#animator.isMoving(performance.now())) {
      this.#isAnimating = true;
      requestAnimationFrame(step);
    }
  }

  /** The rectangle of the whole picture on the stage. It is never cut: what is shown is what the movie gets. */
  #area() {
    const { clientWidth: width, clientHeight: height } = element('stage');
    return pictureRectangle({ width, height }, this.#canvas(), 'contain');
  }

  #canvas() {
    const { lastFrame } = preview.painter;
    if (lastFrame) return { width: lastFrame.width, height: lastFrame.height };
    const first = this.#state?.dual.first;
    return first?.width > 0 && first.height > 0 ? first : USUAL_CANVAS;
  }

  /** Puts both pictures where they belong now. */
  #place() {
    if (!this.#view.isOn) return this.#putAway();
    const area = this.#area();
    const places = this.#animator.placements(performance.now());
    for (const [camera, view] of Object.entries(this.#views)) {
      const index = places.findIndex((place) => place.camera === camera);
      view.toggleAttribute('data-placed', true);
      view.hidden = index < 0;
      if (index < 0) continue;
      const box = inPixels(places[index], area);
      setBox(view, box);
      view.style.zIndex = String(index);
      view.style.borderRadius = `${box.radius}px`;
      if (camera === 'second') this.#placeNote(box, index);
      if (places[index].border > 0 && this.#showsSmallPicture) this.#placeFrame(box, area);
    }
    this.#onLayout();
  }

  /** Right upon the second picture. */
  #placeNote(box, index) {
    const note = element('second-note');
    setBox(note, box);
    note.style.zIndex = String(index);
    // Small letters fit into a small picture.
    note.style.fontSize = `${Math.min(15, Math.max(9, box.width / 14))}px`;
    note.style.borderRadius = `${box.radius}px`;
  }

  #placeFrame(box, area) {
    const pip = element('pip');
    setBox(pip, box);
    pip.style.borderRadius = `${box.radius}px`;
    pip.style.borderWidth = `${Math.max(1, box.border)}px`;
    pip.dataset.area = `${Math.round(area.width)}`;
  }

  #putAway() {
    if (!this.#views.first.hasAttribute('data-placed')) return;
    for (const view of Object.values(this.#views)) {
      view.removeAttribute('data-placed');
      for (const key of PLACED) view.style[key] = '';
    }
    this.#views.first.hidden = false;
    this.#views.second.hidden = true;
    element('pip').hidden = true;
    this.#onLayout();
  }
}

function obstacleWords({ title, advice }) {
  return `${title}. ${advice}`;
}

function widthWords({ width }) {
  return `${Math.round(width * 100)} percent of the width`;
}

/** A place in the coordinates of the stage. */
function inPixels(place, area) {
  return {
    x: area.x + place.x * area.width,
    y: area.y + place.y * area.height,
    width: place.width * area.width,
    height: place.height * area.height,
    radius: place.cornerRadius * area.height,
    border: place.border * area.height,
  };
}

const PLACED = ['left', 'top', 'width', 'height', 'zIndex', 'borderRadius'];

function setBox(view, box) {
  Object.assign(view.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
}

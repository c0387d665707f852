// The mode (photos, movies, scans), and the recording of movies: the button, the time, the sound, the room on the disk.

import { CommandError, command } from './commands.js';
import { duration, fileSize, spokenDuration } from './format.js';
import { Meter } from './meter.js';
import { say, told } from './text.js';

const element = (id) => document.getElementById(id);

/** Why there is no sound, in few words. */
const SOUND_WORDS = {
  off: say('No sound'), denied: say('Microphone not allowed'), noMicrophone: say('No microphone'), inUse: say('Microphone in use'),
  lost: say('Microphone unplugged'), refused: say('Microphone not usable'),
};
const MUTED = 'pinhole.muted';
const LEAVING = say('The recording goes on without this page, and is here when you come back. To end it, stop it first.');

/** The modes that are offered, in their order. */
function modes() {
  return [...document.querySelectorAll('#mode label:not([hidden]) input')].map((radio) => radio.value);
}

/** Which controls a state leaves open. A recording can be ended though its picture stands still, but not without the server. */
export function recorderView(state, { isLost = false, isStale = false } = {}) {
  const recording = state?.recording;
  const phase = recording?.phase ?? 'idle';
  const isUnderWay = phase !== 'idle';
  const isOpen = phase === 'recording' || phase === 'paused';
  const isVideo = state?.mode === 'video' || isUnderWay;
  return {
    mode: isVideo ? 'video' : state?.mode ?? 'photo',
    isVideo,
    isUnderWay,
    isOpen,
    isPaused: phase === 'paused',
    canPress: !isLost && (isOpen || phase === 'idle' && !recording?.obstacle && state?.controlsAreEnabled === true && !isStale),
    canPause: !isLost && isOpen,
    canSwitchMode: !isUnderWay,
    obstacle: phase === 'idle' ? recording?.obstacle ?? null : null,
    label: isOpen ? say('Stop recording') : phase === 'finishing' ? say('Finishing the movie') : say('Start recording'),
  };
}

export class Recorder {
  #state = null;
  #view = recorderView(null);
  #connection = {};
  #progress = null;
  #onError;
  #onNotice;
  #requestOptions;
  #isMuted = false;
  /** What the last press asked for, until the server has answered. */
  #asked = null;
  #meter = new Meter(element('meter'));

  /** `onNotice` gets words that the user has to see; `requestOptions()` is what else a recording is begun with. */
  constructor({ onError, onNotice, requestOptions = () => ({}) }) {
    this.#onError = onError;
    this.#requestOptions = requestOptions;
    this.#onNotice = onNotice;
    try {
      this.#isMuted = localStorage.getItem(MUTED) === 'yes';
    } catch {
      // A browser that keeps nothing for this page begins with sound.
    }
    for (const radio of document.querySelectorAll('#mode input')) {
      radio.addEventListener('change', () => this.setMode(radio.value));
    }
    element('record').addEventListener('click', () => this.press());
    element('pause').addEventListener('click', () => this.togglePause());
    element('sound').addEventListener('click', () => this.toggleSound());
    addEventListener('beforeunload', (event) => {
      if (!this.#view.isOpen) return;
      event.preventDefault();
      this.#onNotice(LEAVING);
    });
  }

  get isVideo() {
    return this.#view.isVideo;
  }

  get isScan() {
    return this.#view.mode === 'scan';
  }

  get isPhoto() {
    return this.#view.mode === 'photo';
  }

  get isOpen() {
    return this.#view.isOpen;
  }

  setState(state) {
    this.#state = state;
    this.#view = recorderView(state, this.#connection);
    this.#progress = state.recording.progress;
    this.#render();
  }

  /** `connection` says whether the server is out of reach (`isLost`), and whether the picture stands still (`isStale`). */
  setConnection({ isLost, isStale }) {
    this.#connection = { isLost, isStale };
    if (!this.#state) return;
    this.#view = recorderView(this.#state, this.#connection);
    this.#renderButton();
  }

  setProgress(progress) {
    this.#progress = progress;
    this.#renderProgress();
  }

  /** Offers scans, besides photos and movies. */
  offerScans() {
    element('mode-scan').hidden = false;
    for (const part of document.querySelectorAll('.with-scans')) part.hidden = false;
  }

  /** Goes to another mode; the server says when that is so. */
  setMode(mode) {
    if (!this.#view.canSwitchMode || !modes().includes(mode)) return;
    this.#send('mode', { mode }).finally(() => this.#renderMode());
  }

  /** The mode after the present one (1) or before it (-1), if there is one. */
  stepMode(by) {
    const offered = modes();
    const mode = offered[offered.indexOf(this.#view.mode) + by];
    if (mode) this.setMode(mode);
  }

  nextMode() {
    const offered = modes();
    this.setMode(offered[(offered.indexOf(this.#view.mode) + 1) % offered.length]);
  }

  /** The big button, for movies. */
  async press() {
    if (!this.#view.canPress || this.#isWaiting) return;
    const asked = { open: !this.#view.isOpen };
    this.#asked = asked;
    this.#renderButton();
    await (asked.open ? this.#send('startRecording', { sound: !this.#isMuted, ...this.#requestOptions() }) : this.#send('stopRecording'));
    if (this.#asked === asked) this.#asked = null;
    this.#renderButton();
  }

  /** The state often comes before the answer; whoever sees the button changed may press it again. */
  get #isWaiting() {
    return this.#asked !== null && this.#asked.open !== this.#view.isOpen;
  }

  /** Begins or ends a recording, whatever the big button is for. */
  async pressFromAnywhere() {
    if (this.#view.isVideo) return this.press();
    if (this.#state?.recording.obstacle) return this.#onError(new CommandError(told(this.#state.recording.obstacle)));
    await this.#send('mode', { mode: 'video' });
    return this.press();
  }

  /**
   * Records as long as a finger holds the shutter, and then takes photos again. `release` resolves when the finger goes: to whether the
   * recording goes on.
   */
  async recordWhileHeld(release) {
    const { obstacle } = this.#state.recording;
    if (obstacle) return this.#onError(new CommandError(told(obstacle)));
    if (!await this.#send('mode', { mode: 'video' })) return;
    const isStarted = await this.#send('startRecording', { sound: !this.#isMuted, ...this.#requestOptions() });
    if (isStarted && await release) return;
    if (isStarted) await this.#send('stopRecording');
    await this.#send('mode', { mode: 'photo' });
  }

  togglePause() {
    if (this.#view.canPause) this.#send(this.#view.isPaused ? 'resumeRecording' : 'pauseRecording');
  }

  /** Whether the next movie gets sound. */
  toggleSound() {
    if (this.#view.isUnderWay || !this.#view.isVideo) return;
    this.#isMuted = !this.#isMuted;
    try {
      localStorage.setItem(MUTED, this.#isMuted ? 'yes' : 'no');
    } catch {
      // It holds as long as the page is open.
    }
    this.#renderSound();
    this.#renderProgress();
  }

  #send(name, body) {
    return command(name, body).catch(this.#onError);
  }

  // Showing

  #render() {
    this.#renderMode();
    this.#renderButton();
    this.#renderSound();
    this.#renderProgress();
  }

  #renderMode() {
    const { mode, isVideo, isUnderWay, isPaused, canSwitchMode } = this.#view;
    document.body.dataset.mode = mode;
    document.body.dataset.recording = isPaused ? 'paused' : isUnderWay ? 'yes' : '';
    for (const radio of document.querySelectorAll('#mode input')) {
      radio.checked = radio.value === mode;
      radio.disabled = !canSwitchMode;
    }
    element('shutter').hidden = isVideo;
    element('record').hidden = !isVideo;
    element('recording-facts').hidden = !isVideo;
    element('pause').hidden = !isUnderWay;
    element('photo-beside').hidden = !isUnderWay;
  }

  #renderButton() {
    const { isOpen, isPaused, canPause, canPress, label } = this.#view;
    const obstacle = told(this.#view.obstacle);
    const record = element('record');
    record.disabled = !canPress || this.#isWaiting;
    record.toggleAttribute('data-recording', isOpen);
    record.toggleAttribute('data-busy', this.#isWaiting || this.#state?.recording.phase === 'finishing');
    record.setAttribute('aria-label', label);
    record.title = obstacle || say('%@ (Space)', label);
    element('record-obstacle').textContent = obstacle;
    // Elsewhere the screen before the picture says what is the matter.
    element('record-obstacle').hidden = !obstacle || this.#state?.phase !== 'live';
    const pause = element('pause');
    pause.disabled = !canPause;
    pause.setAttribute('aria-label', say(isPaused ? 'Resume recording' : 'Pause recording'));
    pause.title = `${say(isPaused ? 'Resume' : 'Pause')} (K)`;
    pause.querySelector('use').setAttribute('href', isPaused ? '#icon-resume' : '#icon-pause-small');
  }

  #renderSound() {
    const { sound, hasAudio } = this.#state.recording;
    const { isUnderWay } = this.#view;
    const isHeard = sound.status === 'on' && !(isUnderWay ? !hasAudio : this.#isMuted);
    const isMuted = !isHeard && !(isUnderWay && sound.status === 'on') && this.#isMuted && ['on', 'off'].includes(sound.status);
    const message = isHeard ? sound.name ?? say('Microphone')
      : isMuted ? say('Muted')
      : sound.status === 'on' ? say('Without sound') : SOUND_WORDS[sound.status];
    const button = element('sound');
    button.dataset.status = isHeard ? 'on' : sound.status === 'on' || sound.status === 'off' ? 'muted' : 'missing';
    button.disabled = isUnderWay;
    button.setAttribute('aria-pressed', String(!this.#isMuted));
    button.setAttribute('aria-label', say('Sound: %@', message));
    button.title = isHeard || isMuted ? `${say('Sound')} (M)` : told(sound.message);
    button.querySelector('use').setAttribute('href', isHeard ? '#icon-microphone' : '#icon-no-microphone');
    element('sound-name').textContent = message;
    this.#isHeard = isHeard;
  }

  #isHeard = false;

  #renderProgress() {
    const progress = this.#progress;
    const { isUnderWay, isPaused, isVideo } = this.#view;
    const timer = element('timer');
    timer.hidden = !isUnderWay;
    if (!isVideo || !progress) return;
    element('timer-time').textContent = duration(progress.seconds);
    element('timer-size').textContent = progress.bytes > 0 ? fileSize(progress.bytes) : '';
    element('timer-drops').textContent = progress.droppedFrames > 0 ? say('%lld lost', progress.droppedFrames) : '';
    element('timer-drops').hidden = !(progress.droppedFrames > 0);
    element('timer-paused').hidden = !isPaused;
    timer.setAttribute('aria-label', say(isPaused ? 'Paused at %@' : 'Recorded %@', spokenDuration(progress.seconds)));
    const storage = element('storage');
    const { freeBytes, isSpaceLow } = progress;
    storage.hidden = freeBytes === undefined || isUnderWay && !isSpaceLow;
    storage.toggleAttribute('data-low', isSpaceLow === true);
    storage.textContent = storage.hidden ? '' : say(isSpaceLow ? 'Only %@ left' : '%@ free', fileSize(freeBytes));
    this.#meter.show(this.#isHeard ? progress.levels ?? [] : []);
  }
}

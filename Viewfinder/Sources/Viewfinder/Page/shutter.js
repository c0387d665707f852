// The shutter: a photo, at once or when the timer is over, photos in a row, and a movie as long as it is held.

import { Burst } from './burst.js';
import { command } from './commands.js';
import { Countdown } from './countdown.js';
import { watchShutter } from './shutter-gestures.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

export class Shutter {
  #state = null;
  #underWay = 0;
  #button = element('shutter');
  #countdown;
  #burst;
  #parts;

  /**
   * `parts` are the `preferences`, the `sounds`, the `connection`, the `recorder`, and `requestOptions()`, what is wanted of a photo;
   * `onPhoto(answer)` gets the server's answer, `onError(error)` why there is none, `onSay(message)` tells whoever does not see the page.
   */
  constructor(parts) {
    this.#parts = parts;
    this.#countdown = new Countdown(() => parts.sounds.play('second'));
    this.#burst = new Burst(() => this.takePhoto(), (count) => parts.onSay(say('%lld photos', count)));
    this.#button.addEventListener('click', () => this.#pressForPhoto());
    element('photo-beside').addEventListener('click', () => this.takePhoto());
    watchShutter(this.#button, {
      isOpen: () => parts.recorder.isPhoto && this.#isOpen && !this.#countdown.isRunning,
      hold: (release) => this.#recordWhileHeld(release),
      burst: () => this.#burst.start(),
      burstEnd: () => this.#burst.stop(),
    });
  }

  setState(state) {
    this.#state = state;
    this.#renderLabel();
  }

  /** Shows whether a photo can be taken now. */
  render() {
    this.#button.disabled = !this.#isOpen;
    element('photo-beside').disabled = !this.#isOpen;
  }

  /** What the big button does. */
  press() {
    if (this.#parts.recorder.isVideo) this.#parts.recorder.press();
    else this.#pressForPhoto();
  }

  /** Photos in a row, until `endBurst`. */
  pressForBurst() {
    if (this.#parts.recorder.isPhoto) this.#burst.start();
    else this.press();
  }

  endBurst() {
    this.#burst.stop();
  }

  cancelTimer() {
    this.#countdown.cancel();
  }

  /** Takes a photo for the folder, or one whose books are recognised; returns whether that came about. */
  async takePhoto() {
    if (!this.#isOpen) return false;
    const { recorder, sounds, requestOptions, onPhoto, onError } = this.#parts;
    sounds.play('shutter');
    this.#fireFlash();
    this.#setUnderWay(1);
    const answer = await (recorder.isScan ? command('scan') : command('photo', requestOptions())).catch(onError);
    if (answer && !recorder.isScan) onPhoto(answer);
    this.#setUnderWay(-1);
    return answer !== undefined;
  }

  /** A shutter that is busy with the photo before takes this one right after it. What is not seen is not taken. */
  get #isOpen() {
    const { connection } = this.#parts;
    const state = this.#state;
    return self.pinhole.pictureIsShown === true && state?.phase === 'live' && state.controlsAreEnabled && state.shutter !== 'unavailable'
      && !connection.isLost && !connection.isStale;
  }

  /** Takes a photo when the timer is over, at once without one. Pressed again meanwhile, it is not taken. */
  async #pressForPhoto() {
    if (this.#countdown.isRunning) return this.#countdown.cancel();
    if (!this.#isOpen) return;
    const seconds = this.#parts.recorder.isScan ? 0 : this.#parts.preferences.get('timer');
    if (seconds > 0) this.#parts.onSay(say('Photo in %lld seconds', seconds));
    const counting = this.#countdown.run(seconds);
    this.#renderLabel();
    const isOver = await counting;
    this.#renderLabel();
    if (isOver) this.takePhoto();
  }

  /** A movie as long as the shutter is held, or longer. */
  async #recordWhileHeld(release) {
    const hint = element('hold-hint');
    hint.hidden = false;
    release.then(() => { hint.hidden = true; });
    await this.#parts.recorder.recordWhileHeld(release);
  }

  #fireFlash() {
    const flash = element('flash');
    flash.classList.remove('fires');
    // The animation begins anew only so.
    void flash.offsetWidth;
    flash.classList.add('fires');
  }

  #setUnderWay(change) {
    this.#underWay += change;
    this.#button.toggleAttribute('data-busy', this.#underWay > 0);
  }

  #renderLabel() {
    const { isScan } = this.#parts.recorder;
    const label = this.#countdown.isRunning ? say('Cancel the timer') : say(isScan ? 'Scan books' : 'Take photo');
    this.#button.setAttribute('aria-label', label);
    this.#button.title = say('%@ (Space)', label);
    this.#button.querySelector('svg').toggleAttribute('hidden', !isScan);
  }
}

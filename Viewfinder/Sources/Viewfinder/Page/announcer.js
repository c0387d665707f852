// What is said besides the words that the server sends.

import { say, told } from './text.js';

const LEVELS = { fair: say('fair'), serious: say('serious'), critical: say('critical'), shutdown: say('too high') };

/** What a recorder does, for whoever does not see it. */
const DOING = { recording: say('Recording'), paused: say('Recording is paused'), finishing: say('Finishing the movie') };

/** The pressure in a few words: `Heat: serious · 20 fps`; empty when there is none. */
export function pressureText(pressure) {
  const facts = pressureFacts(pressure);
  return facts && say('Heat: %@', facts);
}

/** The same without a title: `serious · 20 fps`. */
export function pressureFacts(pressure) {
  const level = LEVELS[pressure?.level];
  if (!level) return '';
  const limit = pressure.frameRateLimit && pressure.level !== 'shutdown' ? ` · ${Math.round(pressure.frameRateLimit)} fps` : '';
  return `${level}${limit}`;
}

const HEAT = ['nominal', 'fair', 'serious', 'critical', 'shutdown'];

/** The pressure to show: that of the camera which is pressed hardest, with its name when several run. */
export function hottest(state) {
  const { cameras: all = [], isOn } = state?.dual ?? {};
  const cameras = all.filter(({ isLost }) => !isLost);
  if (!isOn || cameras.length < 2) return { pressure: state?.pressure, name: null };
  const heat = ({ pressure }) => HEAT.indexOf(pressure.level);
  const camera = cameras.reduce((hotter, other) => (heat(other) > heat(hotter) ? other : hotter));
  const { level } = camera.pressure;
  return { pressure: camera.pressure, name: level === 'nominal' ? null : camera.name };
}

/** Tells people who do not see the page what has changed, once. */
export class Announcer {
  #region;
  #said = null;

  constructor(region) {
    this.#region = region;
  }

  /** `cameraText` say which camera runs, or which ones; `notice` what is the matter with one of several. */
  announce(state, screen, cameraText, notice = null) {
    // The overlay takes the focus, and is read for that reason. A short start is not worth a word.
    const isSilent = state === null || screen?.kind === 'failed' || screen?.isDelayed || !screen && state.phase === 'starting';
    if (isSilent) return;
    const what = screen ? `${told(screen.message.title)}. ${told(screen.message.advice)}`
      : `${DOING[state.recording.phase] ?? say('Live')}: ${cameraText ?? say('camera')}.`;
    const { pressure, name } = hottest(state);
    const heat = pressureText(pressure);
    const message = [what, heat && `${name ? `${name}: ` : ''}${heat}.`, !screen && notice].filter(Boolean).join(' ');
    if (message === this.#said) return;
    this.#said = message;
    this.#region.textContent = message;
  }

  /** Tells of something that the user has just done by a key. */
  say(message) {
    this.#region.textContent = message;
  }
}

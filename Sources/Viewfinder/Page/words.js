// What is said besides the words that the server sends.

const LEVELS = { fair: 'fair', serious: 'serious', critical: 'critical', shutdown: 'too high' };

/** What a recorder does, for whoever does not see it. */
const DOING = { recording: 'Recording', paused: 'Recording is paused', finishing: 'Finishing the movie' };

/** The pressure in a few words: `Heat: serious · 20 fps`; empty when there is none. */
export function pressureText(pressure) {
  const level = LEVELS[pressure?.level];
  if (!level) return '';
  const limit = pressure.frameRateLimit && pressure.level !== 'shutdown' ? ` · ${Math.round(pressure.frameRateLimit)} fps` : '';
  return `Heat: ${level}${limit}`;
}

/** Tells people who do not see the page what has changed, once. */
export class Announcer {
  #region;
  #said = null;

  constructor(region) {
    this.#region = region;
  }

  tell(state, screen, cameraName) {
    // The overlay takes the focus, and is read for that reason. A short start is not worth a word.
    const isSilent = state === null || screen?.kind === 'failed' || screen?.isDelayed || !screen && state.phase === 'starting';
    if (isSilent) return;
    const what = screen ? `${screen.words.title}. ${screen.words.advice}` : `${DOING[state.recording.phase] ?? 'Live'}: ${cameraName ?? 'camera'}.`;
    const pressure = pressureText(state.pressure);
    const words = pressure ? `${what} ${pressure}.` : what;
    if (words === this.#said) return;
    this.#said = words;
    this.#region.textContent = words;
  }
}

// What is switched on and off in the camera itself: its power, and its torch.

import { command } from './commands.js';
import { setText } from './elements.js';
import { setSwitch } from './settings.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

export class CameraSwitches {
  #state = null;
  #power = element('power');
  #torch = element('torch');
  #onError;

  /** `onError(error)` shows why a command failed. */
  constructor(onError) {
    this.#onError = onError;
    this.#power.addEventListener('click', () => this.togglePower());
    this.#torch.addEventListener('click', () => this.toggleTorch());
  }

  setState(state) {
    this.#state = state;
    const label = say(this.#isStopped ? 'Start the camera' : 'Stop the camera');
    setText(this.#power, label);
    this.#power.title = `${label} (O)`;
    this.#torch.hidden = !state.controls?.torch;
    this.#torch.disabled = state.phase !== 'live';
    setSwitch(this.#torch, state.controls?.torch?.isOn ?? false);
  }

  togglePower() {
    command(this.#isStopped ? 'start' : 'stop').catch(this.#onError);
  }

  toggleTorch() {
    const { controls, phase } = this.#state ?? {};
    const torch = controls?.torch;
    if (torch && phase === 'live') command('torch', { on: !torch.isOn }).catch(this.#onError);
  }

  get #isStopped() {
    return this.#state?.phase === 'stopped';
  }
}

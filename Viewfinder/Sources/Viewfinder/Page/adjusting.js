// What is chosen beforehand: what the browser remembers, the sheet with all settings, and what is set in the camera itself.

import { CameraSwitches } from './camera-switches.js';
import { MovieFormat } from './movie-format.js';
import { PhotoOptions } from './photo-options.js';
import { Preferences } from './preferences.js';
import { Settings } from './settings.js';
import { Sounds } from './sounds.js';
import { report } from './toast.js';

export class Adjusting {
  preferences = new Preferences();
  settings = new Settings(this.preferences, report);
  photoOptions = new PhotoOptions(this.preferences);
  movieFormat = new MovieFormat(report);
  switches = new CameraSwitches(report);
  sounds = new Sounds();

  constructor() {
    this.preferences.follow('sounds', (isOn) => this.sounds.setOn(isOn));
  }

  setState(state) {
    this.switches.setState(state);
    this.photoOptions.setState(state);
    this.movieFormat.setState(state.recording);
    this.settings.setState(state);
  }
}

// What is heard of the shutter, and of the time before a photo. Made here: nothing is loaded.

/** Each sound is a list of [start, length] in seconds, a frequency in Hz (0 is noise), and a loudness. */
const SOUNDS = {
  shutter: [[0, 0.03, 0, 0.3], [0.06, 0.05, 0, 0.2]],
  second: [[0, 0.06, 880, 0.12]],
};

export class Sounds {
  #context = null;
  #noise = null;
  #isOn = true;

  setOn(isOn) {
    this.#isOn = isOn;
  }

  play(name) {
    if (!this.#isOn) return;
    try {
      this.#context ??= new AudioContext();
    } catch {
      // A machine without sound takes photos as well.
      return;
    }
    // Browsers let a page be heard once its user has pressed something.
    if (this.#context.state === 'suspended') this.#context.resume().catch(() => {});
    for (const part of SOUNDS[name]) this.#playPart(...part);
  }

  #playPart(start, length, frequency, loudness) {
    const context = this.#context;
    const from = context.currentTime + start;
    const source = frequency > 0 ? new OscillatorNode(context, { frequency }) : new AudioBufferSourceNode(context, { buffer: this.#noiseBuffer() });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(loudness, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + length);
    source.connect(gain).connect(context.destination);
    source.start(from);
    source.stop(from + length);
  }

  #noiseBuffer() {
    if (this.#noise) return this.#noise;
    const { sampleRate } = this.#context;
    this.#noise = new AudioBuffer({ length: Math.ceil(sampleRate / 10), sampleRate });
    const samples = this.#noise.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    return this.#noise;
  }
}

// @ts-check
// Short sounds, made here: nothing is fetched. One setting turns them off.

import { recall } from "./settings.js";

/** The notes of each sound: pitch in hertz, one after another. */
const TUNES = { message: [660, 880], turn: [440, 550, 660], grave: [330, 262] };

/** @type {AudioContext | undefined} */
let voice;

/** @param {keyof typeof TUNES} name */
export function play(name) {
  // A page without a click or a key so far may not make a sound.
  if (!recall("sound", true) || !navigator.userActivation?.hasBeenActive) return;
  voice ??= new AudioContext();
  const { currentTime, destination } = voice;
  TUNES[name].forEach((pitch, index) => {
    if (!voice) return;
    const [tone, volume] = [voice.createOscillator(), voice.createGain()];
    const at = currentTime + index * 0.11;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.22);
    tone.connect(volume).connect(destination);
    tone.start(at);
    tone.stop(at + 0.24);
  });
}

/** Short dry sounds, made here: paper, wood, felt and one small bell. */
import { settings } from "./settings.svelte.ts";

export type Sound = "choose" | "move" | "coins" | "turn" | "refuse";

let audio: AudioContext | null = null;

export function play(sound: Sound, loud = 1): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  if (sound === "turn") [330, 247].forEach((pitch, n) => tone(pitch, now + n * 0.16, 0.5, 0.08 * loud));
  else if (sound === "coins") [900, 720].forEach((pitch, n) => tone(pitch, now + n * 0.07, 0.06, 0.05 * loud));
  else if (sound === "refuse") tone(90, now, 0.12, 0.16 * loud);
  else rustle(now, sound === "choose" ? 0.14 : 0.09, 0.05 * loud, sound === "choose" ? 2400 : 1500);
}

function tone(pitch: number, at: number, length: number, loud: number): void {
  const context = audio as AudioContext;
  const [wave, gain] = [context.createOscillator(), context.createGain()];
  wave.type = "sine";
  wave.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  wave.connect(gain).connect(context.destination);
  wave.start(at);
  wave.stop(at + length);
}

function rustle(at: number, length: number, loud: number, pitch: number): void {
  const context = audio as AudioContext;
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const data = noise.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length);
  const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

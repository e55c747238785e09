import { BEAT_MS, SILENCE_MS } from "@/lib/shared/frame/limits";

export type Heartbeat = { pong(id: number): void; stop(): void };

/**
 * Pings a frame regularly and calls `onSilence` if it does not answer for too long. Only time in which this
 * page itself ran and was visible counts, so sleep does not.
 */
export function startHeartbeat(ping: (id: number) => void, onSilence: () => void): Heartbeat {
  let id = 0;
  let lastPong = 0;
  let silent = 0;
  let at = performance.now();
  const beat = () => {
    const time = performance.now();
    const passed = time - at;
    at = time;
    if (lastPong === id || document.hidden) silent = 0;
    else silent += Math.min(passed, BEAT_MS * 2);
    if (silent >= SILENCE_MS) {
      stop();
      onSilence();
    } else if (lastPong === id) ping(++id);
  };
  const timer = setInterval(beat, BEAT_MS);
  const stop = () => clearInterval(timer);
  return {
    pong: (answered) => {
      if (answered === id) lastPong = id;
    },
    stop,
  };
}

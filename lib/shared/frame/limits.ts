/** Limits of a frame's messages. Easel's runtime never exceeds them, so a frame that does is compromised. */
export const LIMITS = {
  /** Maximum characters of one message. */
  message: 1_000_000,
  /** Maximum messages per second over a longer time, and in a short burst. */
  rate: 400,
  burst: 1_200,
  /** Maximum number of state keys that one frame may watch. */
  keys: 200,
  /** Maximum characters of one chat message of a component. */
  text: 20_000,
  /** Maximum chat messages of a component per minute. */
  says: 6,
  /** Maximum live queries of one frame, parameters of a query, and rows of a change. */
  queries: 20,
  params: 1_000,
  rows: 1_000,
  /** Maximum pending calls of tools, files and changes. */
  waiting: 50,
  /** Maximum height in pixels. Taller content scrolls inside the frame. */
  height: 6_000,
} as const;

/** Heartbeat interval, and the time without an answer after which the frame is terminated. */
export const BEAT_MS = 400;
export const SILENCE_MS = 2_800;

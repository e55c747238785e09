/** What a frame may send. Its own runtime keeps below all of it, so whoever does not is no runtime of ours. */
export const LIMITS = {
  /** Characters of one message. */
  message: 1_000_000,
  /** Messages a second for as long as it likes, and at once. */
  rate: 400,
  burst: 1_200,
  /** State keys that one frame may follow. */
  keys: 200,
  /** Characters of one text that a component sends into the chat. */
  text: 20_000,
  /** Texts a minute that a component may send into the chat. */
  says: 6,
  /** Queries that one frame may follow, parameters of one, and rows of one change. */
  queries: 20,
  params: 1_000,
  rows: 1_000,
  /** Calls of tools, files and changes of one frame that wait for an answer. */
  waiting: 50,
  /** Pixels of height. What is higher scrolls inside. */
  height: 6_000,
} as const;

/** The heartbeat: how often it is asked for, and how long an answer may take before the frame is given up. */
export const BEAT_MS = 400;
export const SILENCE_MS = 2_800;

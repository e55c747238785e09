import * as z from "zod/mini";

/** Maximum bytes of a recording, which providers accept too, and its length in ms. */
export const MAX_RECORDING = 25_000_000;
export const MAX_RECORDING_MS = 10 * 60_000;
/** Maximum characters of one request for speech. Longer texts are spoken in pieces. */
export const MAX_SPOKEN = 4_000;

export const transcript = z.object({ text: z.string() });

/** The functions that a model is set up for. */
export type VoiceSupport = { dictation: boolean; speech: boolean };

import { z } from "zod";
import { Refused } from "./format.ts";

/** OpenAI's endpoints for speech. */
export const AUDIO = /^\/v1\/audio\/(?<does>transcriptions|speech)$/;

const RATE = 8_000;
const SAYS = "SAYS:";

type Answer = { user: string; json: unknown } | { user: string; wav: Buffer };

/** Answers a request. The transcript of a recording is a part of its bytes, see `recording`. */
export async function audio(does: string, body: unknown): Promise<Answer> {
  if (does === "speech") {
    const { input } = z
      .looseObject({ model: z.string().min(1), input: z.string().min(1).max(4_096), voice: z.string() })
      .parse(body);
    return { user: input, wav: recording("") };
  }
  const fields = body instanceof FormData ? body : new FormData();
  const file = fields.get("file");
  if (!fields.get("model") || !(file instanceof Blob))
    throw new Refused("Missing required parameter: 'file'.");
  const text = Buffer.from(await file.arrayBuffer()).toString("utf8");
  const said = text.includes(SAYS) ? text.slice(text.indexOf(SAYS) + SAYS.length).split("\0")[0] : "Hello.";
  return { user: said ?? "", json: { text: said } };
}

/** Returns a WAV file of a quiet tone, with its transcript after its samples. */
export function recording(says: string): Buffer {
  const samples = Buffer.alloc(RATE / 5);
  for (let at = 0; at < samples.length; at++) samples[at] = 128 + Math.round(8 * Math.sin(at / 3));
  const note = Buffer.from(says === "" ? "" : `${SAYS}${says}\0`);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + samples.length + note.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples, note]);
}

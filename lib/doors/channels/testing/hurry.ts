import { afterAll } from "vitest";
import type { ChannelDefinition } from "../define";

/**
 * Reduces the delay between messages in a chat until the end of the test file. Returns a function that
 * restores it.
 */
export function hurry({ pace }: Pick<ChannelDefinition, "pace">): () => void {
  const real = { ...pace };
  const slowDown = () => void Object.assign(pace, real);
  Object.assign(pace, { privateMs: 20, groupMs: 20 });
  afterAll(slowDown);
  return slowDown;
}

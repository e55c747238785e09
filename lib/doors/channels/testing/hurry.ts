import { afterAll } from "vitest";
import type { ChannelDefinition } from "../define";

/** Until the end of the test file, messages in one chat wait for each other and not for time. Gives what brings the real pace back. */
export function hurry({ pace }: Pick<ChannelDefinition, "pace">): () => void {
  const real = { ...pace };
  const slowDown = () => void Object.assign(pace, real);
  Object.assign(pace, { privateMs: 20, groupMs: 20 });
  afterAll(slowDown);
  return slowDown;
}

import { onTestFinished } from "vitest";
import { stage } from "./ways";

export const caller = { agentId: "a" };

/** A stage that is taken down with the test. */
export async function staged(...given: Parameters<typeof stage>) {
  const it = await stage(...given);
  onTestFinished(it.close);
  return it;
}

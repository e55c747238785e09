import { onTestFinished } from "vitest";
import { stage } from "./ways";

export const caller = { agentId: "a" };

/** Creates a stage that is closed after the test. */
export async function staged(...given: Parameters<typeof stage>) {
  const it = await stage(...given);
  onTestFinished(it.close);
  return it;
}

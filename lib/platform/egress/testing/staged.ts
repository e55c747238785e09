import { onTestFinished } from "vitest";
import { stage } from "./ways";

export const caller = { agentId: "a" };

export async function staged(...given: Parameters<typeof stage>) {
  const it = await stage(...given);
  onTestFinished(it.close);
  return it;
}

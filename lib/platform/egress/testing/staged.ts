import { onTestFinished } from "vitest";
import { stage } from "./fake-network";

export const caller = { agentId: "a" };

export async function staged(...args: Parameters<typeof stage>) {
  const it = await stage(...args);
  onTestFinished(it.close);
  return it;
}

import { randomUUID } from "node:crypto";
import { directive } from "../provider/directive.ts";
import type { Turn } from "../provider/turn.ts";

export type Reading = {
  firstMs: number;
  totalMs: number;
  /** Wall clock in ms, with fractions. */
  endedAt: number;
  deltas: { at: number; tokens: number }[];
};

export async function say(url: string, turns: Turn[]): Promise<Reading> {
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text: directive(...turns) }] };
  return post(url, { id: randomUUID(), message });
}

export async function post(url: string, body: unknown): Promise<Reading> {
  const began = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body)
    throw new Error(`${url} said ${response.status}: ${await response.text()}`);
  const deltas: Reading["deltas"] = [];
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const at = performance.now();
    const events = (rest + text).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (!event.startsWith('data: {"type":"text-delta"')) continue;
      const { delta } = JSON.parse(event.slice(6)) as { delta: string };
      deltas.push({ at, tokens: delta.match(/w\d+/g)?.length ?? 1 });
    }
  }
  const ended = performance.now();
  const firstMs = (deltas[0]?.at ?? ended) - began;
  return { firstMs, totalMs: ended - began, endedAt: performance.timeOrigin + ended, deltas };
}

export const tokensIn = ({ deltas }: Reading): number => deltas.reduce((sum, { tokens }) => sum + tokens, 0);

export const quantile = (values: number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};

export const median = (values: number[]): number => quantile(values, 0.5);

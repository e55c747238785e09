import { once } from "node:events";
import { countCalls, deltasOf } from "./deltas.ts";
import type { Format, Incoming, Sink } from "./format.ts";
import { aborted, type Gates } from "./gates.ts";
import type { Part, Turn, Usage } from "./turn.ts";
import { breakOff, type Wire } from "./wire.ts";

export type Stage = {
  format: Format;
  incoming: Incoming;
  wire: Wire;
  gates: Gates;
  signal: AbortSignal;
  /** Whether a part with `fails` breaks this time. */
  breaks(part: Part, index: number): boolean;
};

/** Answers a request with the turn. The first byte is sent with the first output. */
export async function play(turn: Turn, stage: Stage): Promise<"answered" | "failed" | "closed"> {
  const { format, incoming, wire, gates, signal } = stage;
  const parts = Array.isArray(turn) ? turn : [turn];
  let sink: Sink | undefined;
  let [events, calls] = [0, 0];
  for (const [index, part] of parts.entries()) {
    if (part.split !== undefined) wire.split(part.split);
    if (part.delayMs || part.gate !== undefined) wire.flush();
    if (part.delayMs) await Promise.race([sleep(part.delayMs), aborted(signal)]);
    if (part.gate !== undefined) await gates.pass(part.gate, signal);
    if (wire.broken) return "failed";
    if (signal.aborted) return "closed";

    const breaks = stage.breaks(part, index);
    if (part.status !== undefined && breaks) {
      const { status, message = `The script asks for ${status}`, code, retryAfter } = part;
      format.refuse(wire.response, { status, message, code, retryAfter });
      return "failed";
    }
    sink ??= format.open(wire, incoming);
    if (part.cutAt !== undefined && breaks) wire.cutAt(part.cutAt);
    const maxBytes = (breaks ? part.cut : undefined) ?? Number.POSITIVE_INFINITY;
    events += await speak(part, calls, maxBytes, sink, stage);
    calls += countCalls(part);
    if (wire.broken) return "failed";
    if (signal.aborted) return "closed";
    if (!breaks) continue;
    if (part.cut !== undefined) {
      wire.flush();
      await breakOff(wire.response);
      return "failed";
    }
    if (part.ends) {
      wire.end();
      return "failed";
    }
    if (part.error !== undefined) {
      sink.error(part.error, part.code);
      return "failed";
    }
    if (part.hang) {
      wire.flush();
      const pings = part.pingMs && setInterval(() => wire.write(": ping\n\n"), part.pingMs);
      await aborted(signal);
      if (pings) clearInterval(pings);
      return "closed";
    }
  }
  if (parts.some((part) => part.holds)) wire.hold();
  const finish = parts.findLast((part) => part.finish)?.finish ?? (calls > 0 ? "tool_calls" : "stop");
  sink?.finish(finish, parts.findLast((part) => part.usage)?.usage ?? guess(incoming, events));
  return wire.broken ? "failed" : "answered";
}

/** Writes the events of a part at its rate. A late token does not delay the next one. */
async function speak(
  part: Part,
  calls: number,
  maxBytes: number,
  sink: Sink,
  { wire, signal }: Stage,
): Promise<number> {
  const gap = part.rate ? 1000 / part.rate : 0;
  const start = performance.now();
  let sent = 0;
  for (const delta of deltasOf(part, calls)) {
    if (sent >= maxBytes || signal.aborted || wire.broken) break;
    const early = gap * sent - (gap && performance.now() - start);
    if (early > 0.5) await sleep(early);
    if (!sink.write(delta)) await Promise.race([once(wire.response, "drain"), aborted(signal)]);
    sent++;
  }
  return sent;
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.round(ms)));

function guess({ messages }: Incoming, output: number): Usage {
  const chars = messages.reduce((sum, { text }) => sum + text.length, 0);
  return { input: Math.ceil(chars / 4), output };
}

import { randomUUID } from "node:crypto";
import type { Control } from "../provider/client.ts";
import type { Turn } from "../provider/turn.ts";
import { median, post, quantile, type Reading, say, tokensIn } from "./client.ts";
import { cpuMs, memoryMb } from "./processes.ts";
import type { Row } from "./report.ts";

/** A system under measurement: its chat URL, and the processes whose CPU and memory count. */
export type Subject = { name: string; chat: string; provider: Control; pids(): number[] };
export type Figures = Record<string, number>;
type Measure = (subject: Subject) => Promise<Figures>;

const STEPS = 10;
const CHATS = 100;
const RATE = 50;

/**
 * Asks for an answer of one word. Measures the time to the model's request, the time to the word, and the time from
 * the end of the model's response to the end of the stream.
 */
const firstToken: Measure = async ({ chat, provider }) => {
  const marker = randomUUID();
  const sent = performance.timeOrigin + performance.now();
  const { firstMs, endedAt } = await say(chat, [{ text: marker }]);
  const [request] = await provider.requests({ containing: marker, ended: true, atLeast: 1 });
  const { at = Number.NaN, endedAt: modelEnded = Number.NaN } = request ?? {};
  return { ms: firstMs, "until the model is asked, ms": at - sent, "tail ms": endedAt - modelEnded };
};

const flatOut: Measure = async (subject) => {
  const before = cpu(subject);
  const reading = whole(await say(subject.chat, [{ tokens: 2000 }]), 2000);
  return { wallMs: reading.totalMs, cpuMs: cpu(subject) - before };
};

const toolSteps: Measure = async ({ chat }) => {
  const calls: Turn[] = Array.from({ length: STEPS }, () => ({ tool: "get_state", input: { key: "bench" } }));
  const { totalMs } = await say(chat, [...calls, { text: "done" }]);
  return { msPerStep: totalMs / (STEPS + 1) };
};

/** Runs a hundred chats at once, each with 200 tokens at 50 a second. */
const manyChats: Measure = async (subject) => {
  const before = cpu(subject);
  const readings = await Promise.all(
    Array.from({ length: CHATS }, () => say(subject.chat, [{ tokens: 200, rate: RATE }])),
  );
  const late = readings.flatMap(lateness);
  return {
    totalP50Ms: median(readings.map((r) => whole(r, 200).totalMs)),
    latenessP95Ms: quantile(late, 0.95),
    cpuMs: cpu(subject) - before,
    "memory at their end, MB": memory(subject),
  };
};

/** Sends a hundred messages at once, and measures the time until the provider gets each request. */
const manyAtOnce: Measure = async ({ chat, provider }) => {
  await provider.clear();
  const sent = new Map<string, number>();
  const one = () => {
    const marker = randomUUID();
    sent.set(marker, performance.timeOrigin + performance.now());
    return say(chat, [{ text: marker }]);
  };
  await Promise.all(Array.from({ length: CHATS }, one));
  const requests = await provider.requests({ atLeast: CHATS });
  const waits = [...sent].map(
    ([marker, at]) => (requests.find(({ user }) => user.includes(marker))?.at ?? Number.NaN) - at,
  );
  return { "before the model p50 ms": median(waits) };
};

/** Aims by figure. */
export type Aims = Record<string, Pick<Row, "aim" | "aimRatio">>;
/** `atRest` measures the idle system some time after the last round. */
type Measured = {
  run: Measure;
  rounds: number;
  aims: Aims;
  atRest?: (subject: Subject) => Figures;
};

export const measures: Record<string, Measured> = {
  "first token": {
    run: firstToken,
    rounds: 60,
    aims: { ms: { aimRatio: 1.3 }, "until the model is asked, ms": { aim: 3.5 }, "tail ms": { aim: 3 } },
  },
  "2,000 tokens": { run: flatOut, rounds: 25, aims: { wallMs: { aimRatio: 0.4 } } },
  "tool step": { run: toolSteps, rounds: 25, aims: { msPerStep: { aimRatio: 1.4 } } },
  "100 chats": {
    run: manyChats,
    rounds: 3,
    aims: { totalP50Ms: { aimRatio: 1 } },
    atRest: (subject) => ({ "memory at rest, MB": memory(subject) }),
  },
  "100 at once": { run: manyAtOnce, rounds: 7, aims: { "before the model p50 ms": { aimRatio: 1.2 } } },
};

export async function answerToRequest(
  chat: string,
  conversation: string,
  provider: Control,
): Promise<number> {
  await provider.clear();
  const sent = performance.timeOrigin + performance.now();
  await post(chat, { id: conversation, answer: { toolCallId: "call_1", output: { answer: "this one" } } });
  const [request] = await provider.requests({ atLeast: 1 });
  if (!request) throw new Error("The provider was not asked");
  return request.at - sent;
}

export async function readMs(url: string): Promise<number> {
  const began = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - began;
}

export async function tripsBeforeModel(
  chat: string,
  provider: Control,
  trips: () => number,
): Promise<number> {
  await provider.clear();
  const gate = randomUUID();
  const before = trips();
  const answer = say(chat, [{ gate, text: "hello" }]);
  await provider.reached(gate);
  const count = trips() - before;
  await provider.open(gate);
  await answer;
  return count;
}

const memory = ({ pids }: Subject) => pids().reduce((sum, pid) => sum + memoryMb(pid), 0);

const cpu = ({ pids }: Subject) => pids().reduce((sum, pid) => sum + cpuMs(pid), 0);

function whole(reading: Reading, tokens: number): Reading {
  if (tokensIn(reading) !== tokens) throw new Error(`${tokensIn(reading)} of ${tokens} tokens came`);
  return reading;
}

/** Delay of each token in ms after the time at which it is due by the arrival of the first token and the rate. */
function lateness({ deltas }: Reading): number[] {
  const [first] = deltas;
  let index = 0;
  return deltas.flatMap(({ at, tokens }) =>
    Array.from({ length: tokens }, () => Math.max(0, at - (first?.at ?? at) - (index++ * 1000) / RATE)),
  );
}

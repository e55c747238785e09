import { z } from "zod";
import type { SandboxLimits } from "./limits";

export type ToProcess =
  | { type: "start"; script: string; memoryMb: number }
  | {
      type: "run";
      id: number;
      owner: string;
      code: string;
      args: string;
      limits: SandboxLimits;
      isCheck: boolean;
    }
  | { type: "answer"; id: number; call: number; isDone: boolean; text: string; name?: string };

const MAX_TEXT_CHARS = 4_000_000;
const text = z.string().max(MAX_TEXT_CHARS);
const id = z.number().int();
const line = z.string().max(20_000);
const lines = z.array(line).max(300);

const place = z.strictObject({ line: z.number().int(), column: z.number().int() });

const outcome = z.strictObject({
  kind: z.enum(["done", "threw", "syntax", "result", "large", "calls", "stuck", "cpu", "memory"]),
  text,
  name: z.string().max(1_000),
  stack: z.string().max(20_000),
  place: place.optional(),
});

/** Messages from the process, which is not trusted. */
export const fromProcess = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("began"), id }),
  z.strictObject({ type: z.literal("slow"), id }),
  z.strictObject({ type: z.literal("log"), id, lines }),
  z.strictObject({ type: z.literal("call"), id, call: id, op: z.string().max(100), args: text }),
  z.strictObject({ type: z.literal("end"), id, outcome, lines, isReady: z.boolean() }),
]);

export type SandboxMessage = z.infer<typeof fromProcess>;

type ReportedOutcome = z.infer<typeof outcome>;

export type SandboxOutcome = Pick<ReportedOutcome, "text" | "name" | "stack" | "place"> & {
  kind: ReportedOutcome["kind"] | "wall" | "died";
};

export const sandboxOutcomeOf = (kind: SandboxOutcome["kind"]): SandboxOutcome => ({
  kind,
  text: "",
  name: "",
  stack: "",
});

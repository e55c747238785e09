import { z } from "zod";
import type { BlockType, blocks } from "@/lib/shared/blocks/index";
import { resultOfCall, type ScriptedCall, type Transcript } from "./transcript";
import { type DemoTurn, fenced, type Requested, requestedCall } from "./turn";

/**
 * A small play. `play` is asked once a step and sees only the transcript, so it can go on anywhere. A last step without
 * calls is its end; on a tour the question where to go next follows.
 */
export type Scene = {
  /** What the person chooses it by; the answer that says exactly this plays it. */
  title: string;
  /** Words, or beginnings of words, that lead here from free text. */
  about: RegExp;
  /** It deals with failed calls itself. */
  failsWell?: true;
  play(transcript: Transcript): DemoTurn;
};

const answered = z.object({ answer: z.string() });
const closed = z.discriminatedUnion("action", [
  z.object({ action: z.literal("submit"), data: z.record(z.string(), z.unknown()) }),
  z.object({ action: z.literal("dismiss") }),
  z.object({ action: z.literal("message"), text: z.string() }),
  z.object({ action: z.literal("cancelled") }),
]);

/** What the person replied to the nth question, if they did. */
export function reply(transcript: Transcript, nth = 0): string | undefined {
  return answered.safeParse(resultOfCall(transcript, "ask_user", nth)).data?.answer;
}

/** How the person closed the nth canvas, if they did. */
export function canvasClosing(transcript: Transcript, nth = 0): z.infer<typeof closed> | undefined {
  return closed.safeParse(resultOfCall(transcript, "render_blocks", nth)).data;
}

type Block = z.input<(typeof blocks)[BlockType]["schema"]>;

/** A canvas whose blocks the compiler has checked. */
export const paint = (input: { title: string; blocks: Block[] }): Requested =>
  requestedCall("render_blocks", input);

/** Ends a scene that met an error or a person who would rather stop; nothing if it can go on. */
export function brokenOffTurn({ steps }: Transcript, scene: Scene): DemoTurn | undefined {
  const last = steps.at(-1) ?? [];
  const failed = last.find(({ result }) => result && !result.ok);
  if (failed && !scene.failsWell) return { text: sorry(failed) };
  for (const { result } of last) {
    const { action } =
      z.object({ action: z.string() }).safeParse(result?.ok ? result.value : undefined).data ?? {};
    if (action === "cancelled") return { text: "Stopped. Say the word and I play it again." };
    if (action === "message") {
      return {
        text: "The canvas is closed and what it showed is kept. A script cannot follow a change of mind; a model would.",
      };
    }
  }
}

/** The script introduces itself once a conversation. */
export const opening = ({ before }: Transcript, text: string) =>
  before.length === 0
    ? `I am a script, not a language model, but everything you see here really happens. ${text}`
    : text;

function sorry({ toolName, result }: ScriptedCall): string {
  const text = result && !result.ok ? result.text : "";
  return `\`${toolName}\` did not work:\n\n${fenced(text)}\n\nA model would look for another way. I am a script, so this scene ends here.`;
}

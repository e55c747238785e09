import { z } from "zod";
import type { BlockType, blocks } from "@/lib/shared/blocks/index";
import { resultOfCall, type ScriptedCall, type Transcript } from "./transcript";
import { type DemoTurn, fenced, type Requested, requestedCall } from "./turn";

/**
 * A scene of the demo. `play` is called once for each step and reads only the transcript, so a scene can
 * continue after a restart. The scene ends with a step without calls. The page then offers the next scenes.
 */
export type Scene = {
  /** The name that the user sees. A message or answer with exactly this text plays the scene. */
  title: string;
  /** Matches words, or beginnings of words, in a message that chooses this scene. */
  about: RegExp;
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

export function reply(transcript: Transcript, nth = 0): string | undefined {
  return answered.safeParse(resultOfCall(transcript, "ask_user", nth)).data?.answer;
}

export function canvasClosing(transcript: Transcript, nth = 0): z.infer<typeof closed> | undefined {
  return closed.safeParse(resultOfCall(transcript, "render_blocks", nth)).data;
}

type Block = z.input<(typeof blocks)[BlockType]["schema"]>;

export const paint = (input: { title: string; blocks: Block[] }): Requested =>
  requestedCall("render_blocks", input);

export function brokenOffTurn({ steps }: Transcript, scene: Scene): DemoTurn | undefined {
  const last = steps.at(-1) ?? [];
  const failed = last.find(({ result }) => result && !result.ok);
  if (failed && !scene.failsWell) return { text: sorry(failed) };
  for (const { result } of last) {
    const { action } =
      z.object({ action: z.string() }).safeParse(result?.ok ? result.value : undefined).data ?? {};
    if (action === "cancelled") return { text: "Stopped. Ask again and I play it from the start." };
    if (action === "message") {
      return {
        text: "The canvas is closed and what it showed is kept. A script cannot react to new wishes; a model would.",
      };
    }
  }
}

function sorry({ toolName, result }: ScriptedCall): string {
  const text = result && !result.ok ? result.text : "";
  return `\`${toolName}\` did not work:\n\n${fenced(text)}\n\nA model would look for another way. I am a script, so this scene ends here.`;
}

import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { drawable } from "@/lib/shared/blocks/partial";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { drawBlock } from "./blocks";
import { CodeText, pretty } from "./code-text";
import { ComponentFacts } from "./component";
import { type Context, html } from "./pieces";

/** What stood on the canvas, with what came back from it. `level` is that of the heading, if it has one of its own. */
export async function* drawSurface(
  surface: Surface,
  context: Context,
  { level, id }: { level: 2 | 3; id: string },
): AsyncGenerator<string> {
  const Heading = `h${level}` as const;
  yield '<section class="sheet">';
  yield html(
    <header>
      <Heading>{surface.title}</Heading>
      <p className="quiet">{STATES[surface.state]}</p>
    </header>,
  );
  yield* drawBlocks(surface, context, { below: level, id });
  yield "</section>";
}

/** What is on it alone. */
export async function* drawBlocks(
  surface: Surface,
  context: Context,
  { below, id }: { below: number; id: string },
): AsyncGenerator<string> {
  const { input, state, isAsked, answer, kind } = surface;
  if (kind === "component" || kind === "app") {
    if (context.isForOthers) return;
    yield html(<ComponentFacts surface={surface} />);
    return;
  }
  const blocks = readBlocks(input, state);
  if (!blocks) {
    yield html(<CodeText text={pretty(input)} language="json" />);
    return;
  }
  const outcome = isAsked || state === "writing" ? undefined : (answer ?? null);
  for (const [index, block] of blocks.entries()) {
    await context.breathe();
    const place = { id: `${id}-${index}`, below, answer: outcome };
    yield '<div class="block">';
    yield* drawBlock(block.type, block, place, context);
    yield "</div>";
  }
}

/** Undefined for what an older release has stored and the schema no longer takes. */
function readBlocks(input: unknown, state: Surface["state"]) {
  const parsed = renderBlocksInput.safeParse(input);
  if (parsed.success) return parsed.data.blocks;
  return state === "writing" ? drawable(input).blocks.map(({ block }) => block) : undefined;
}

const STATES: Record<Surface["state"], string> = {
  writing: "Was being painted",
  waiting: "Waiting for an answer",
  open: "Open",
  answered: "Answered",
  read: "Read",
  closed: "Closed without an answer",
};

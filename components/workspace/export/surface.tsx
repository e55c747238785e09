import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { drawable } from "@/lib/shared/blocks/partial";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { drawBlock } from "./blocks";
import { CodeText, pretty } from "./code-text";
import { type Context, html } from "./pieces";

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

/** Returns undefined for input of an older release that the schema rejects. */
function readBlocks(input: unknown, state: Surface["state"]) {
  const parsed = renderBlocksInput.safeParse(input);
  if (parsed.success) return parsed.data.blocks;
  return state === "writing" ? drawable(input).blocks.map(({ block }) => block) : undefined;
}

const STATES: Record<Surface["state"], string> = {
  writing: "Was being created",
  waiting: "Waiting for an answer",
  open: "Open",
  answered: "Answered",
  read: "Read",
  closed: "Closed without an answer",
};

function ComponentFacts({ surface: { input, component, answer, state } }: { surface: Surface }) {
  const name = component?.name ?? field(input, "component");
  const code = field(input, "code");
  const app = component?.app;
  const props = app ? input : isRecord(input) ? input.props : undefined;
  return (
    <>
      <p>
        {app ? (
          <>
            An app of the server <code>{app.server}</code>
          </>
        ) : name ? (
          <>
            The component <code>{name}</code>
            {component?.version !== undefined && `, version ${component.version}`}
          </>
        ) : (
          "A component that was written for this"
        )}
      </p>
      {isRecord(props) && Object.keys(props).length > 0 && (
        <Details summary="Its input" text={pretty(props)} language="json" />
      )}
      {code && !app && <Details summary="Its code" text={code} language="tsx" />}
      {/* A call that only shows a component also has an output, which is no answer. */}
      {answer !== undefined && answer !== null && (app || state !== "open") && (
        <Details summary="Its answer" text={pretty(answer)} language="json" isOpen />
      )}
    </>
  );
}

type DetailsProps = { summary: string; text: string; language: string; isOpen?: boolean };

function Details({ summary, text, language, isOpen }: DetailsProps) {
  return (
    <details className="call" open={isOpen}>
      <summary>{summary}</summary>
      <CodeText text={text} language={language} />
    </details>
  );
}

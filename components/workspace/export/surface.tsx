import type { ReactNode } from "react";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { drawable } from "@/lib/shared/blocks/partial";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/export";
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
      {!context.isForOthers && <p className="quiet">{STATES[surface.state]}</p>}
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
    if (!context.isForOthers) yield html(<ComponentFacts surface={surface} />);
    else if (context.frameOf) yield html(<ComponentFrame frame={context.frameOf(surface)} />);
    return;
  }
  const blocks = readBlocks(input, state);
  if (!blocks && context.isForOthers) return yield html(<p className="quiet">{t("unreadable")}</p>);
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
  get writing() {
    return t("beingCreated");
  },
  get waiting() {
    return t("waiting");
  },
  get open() {
    return t("open");
  },
  get answered() {
    return t("answered");
  },
  get read() {
    return t("read");
  },
  get closed() {
    return t("closed");
  },
};

/** The place into which the script of the page puts the frame of a component. */
const ComponentFrame = ({ frame }: { frame: number | undefined }) =>
  frame === undefined ? (
    <p className="quiet">{t("componentMissing")}</p>
  ) : (
    <div className="frame" data-frame={frame} />
  );

const code = (chunks: ReactNode) => <code>{chunks}</code>;

function ComponentFacts({ surface: { input, component, answer, state } }: { surface: Surface }) {
  const name = component?.name ?? field(input, "component");
  const source = field(input, "code");
  const app = component?.app;
  const props = app ? input : isRecord(input) ? input.props : undefined;
  return (
    <>
      <p>
        {app
          ? t.rich("app", { code, server: app.server })
          : name
            ? t.rich(component?.version === undefined ? "component" : "componentVersion", {
                code,
                name,
                version: component?.version ?? 0,
              })
            : t("oneOff")}
      </p>
      {isRecord(props) && Object.keys(props).length > 0 && (
        <Details summary={t("input")} text={pretty(props)} language="json" />
      )}
      {source && !app && <Details summary={common("code")} text={source} language="tsx" />}
      {/* A call that only shows a component also has an output, which is no answer. */}
      {answer !== undefined && answer !== null && (app || state !== "open") && (
        <Details summary={t("answer")} text={pretty(answer)} language="json" isOpen />
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

"use client";

import { CircleAlert } from "lucide-react";
import { useMemo } from "react";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { drawable, type PartialBlocks } from "@/lib/shared/blocks/partial";
import { BlockView } from "./block-view";
import { Coming } from "./coming";
import { JsonTree } from "./json-tree";
import type { Ask } from "./props";
import { SubmitRow } from "./submit-row";
import { useSend } from "./use-send";

type BlocksProps = Ask & {
  /** The tool call's input; while `streaming`, as far as it has come. */
  input: unknown;
};

/** The body of a `render_blocks` surface: its blocks, and what the person does with them. */
export function Blocks({ input, ...ask }: BlocksProps) {
  const { blocks, coming, unreadable } = useMemo(() => read(input, ask.state), [input, ask.state]);
  const hasForm = blocks.some(({ block }) => block.type === "form");
  return (
    <div className="flex min-w-0 flex-col gap-5 px-(--pad) pt-4 pb-(--pad) [--pad:20px] max-md:[--pad:16px]">
      {blocks.map(({ index, block, growing }) => (
        <div key={index} className="group/block @container min-w-0">
          <BlockView block={block} growing={growing} ask={{ ...ask, draftKey: `${ask.draftKey}:${index}` }} />
        </div>
      ))}
      {coming && <Coming type={coming} />}
      {unreadable && <Unreadable input={input} />}
      {ask.state === "waiting" && !hasForm && <Done ask={ask} />}
    </div>
  );
}

function Done({ ask }: { ask: Ask }) {
  const { send, error, busy } = useSend(ask);
  return <SubmitRow label="Done" busy={busy} error={error} onClick={() => send({ action: "dismiss" })} />;
}

/** An input of an older release that the schema no longer takes. */
function Unreadable({ input }: { input: unknown }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-ui text-ink">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
        These blocks could not be read. Here is what they hold:
      </p>
      <JsonTree data={input} />
    </div>
  );
}

function read(input: unknown, state: Ask["state"]): PartialBlocks & { unreadable?: boolean } {
  if (state === "streaming") return drawable(input);
  const parsed = renderBlocksInput.safeParse(input);
  if (!parsed.success) return { blocks: [], unreadable: true };
  return { blocks: parsed.data.blocks.map((block, index) => ({ index, block, growing: false })) };
}

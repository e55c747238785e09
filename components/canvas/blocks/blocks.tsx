"use client";

import { CircleAlert } from "lucide-react";
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef } from "react";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { type Drawable, drawable, type Finished, type PartialBlocks } from "@/lib/shared/blocks/partial";
import { BlockView } from "./block-view";
import { Coming } from "./coming";
import type { Ask } from "./props";
import { RawData } from "./raw-data";
import { SubmitRow } from "./submit-row";
import { useSend } from "./use-send";

type BlocksProps = Ask & {
  /** The tool call's input; while `streaming`, as far as it has come. */
  input: unknown;
};

/** The body of a `render_blocks` surface: its blocks, and what the person does with them. */
export function Blocks({ input, state, title, answer, draftKey, onAnswer }: BlocksProps) {
  const finished = useRef<Finished>(new Map());
  // While the call is being written, drawing what has come yields to whatever the person does meanwhile.
  const now = useMemo(() => ({ input, state }), [input, state]);
  const calm = useDeferredValue(now);
  const come = state === "streaming" ? calm : now;
  const { blocks, coming, unreadable } = useMemo(
    () => read(come.input, come.state, finished.current),
    [come],
  );
  // The caller's function may be another one at every word; the blocks need not be drawn again for that.
  const latest = useRef(onAnswer);
  useLayoutEffect(() => {
    latest.current = onAnswer;
  });
  const ask = useMemo<Ask>(
    () => ({
      state,
      title,
      answer,
      draftKey,
      onAnswer: async (output) => {
        if (!latest.current) throw new Error("This cannot be answered here.");
        await latest.current(output);
      },
    }),
    [state, title, answer, draftKey],
  );
  const hasForm = blocks.some(({ block }) => block.type === "form");
  return (
    <div className="flex min-w-0 flex-col gap-5 px-(--pad) pt-4 pb-(--pad) [--pad:20px] max-md:[--pad:16px]">
      {blocks.map((drawn) => (
        <Item key={drawn.index} {...drawn} ask={ask} />
      ))}
      {coming && <Coming type={coming} />}
      {unreadable && <Unreadable input={input} />}
      {state === "waiting" && !hasForm && <Done ask={ask} />}
    </div>
  );
}

const Item = memo(function Item({ index, block, growing, ask }: Drawable & { ask: Ask }) {
  return (
    <div className="group/block @container min-w-0">
      <BlockView block={block} growing={growing} ask={{ ...ask, draftKey: `${ask.draftKey}:${index}` }} />
    </div>
  );
});

function Done({ ask }: { ask: Ask }) {
  const { send, error, phase } = useSend(ask);
  return <SubmitRow label="Done" phase={phase} error={error} onClick={() => send({ action: "dismiss" })} />;
}

/** An input of an older release that the schema no longer takes. */
function Unreadable({ input }: { input: unknown }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-ui text-ink">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
        These blocks could not be read. Here is what they hold:
      </p>
      <RawData data={input} />
    </div>
  );
}

function read(
  input: unknown,
  state: Ask["state"],
  finished: Finished,
): PartialBlocks & { unreadable?: boolean } {
  if (state === "streaming") return drawable(input, finished);
  const parsed = renderBlocksInput.safeParse(input);
  if (!parsed.success) return { blocks: [], unreadable: true };
  return { blocks: parsed.data.blocks.map((block, index) => ({ index, block, growing: false })) };
}

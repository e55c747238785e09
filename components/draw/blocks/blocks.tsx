"use client";

import { CircleAlert } from "lucide-react";
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef } from "react";
import type { SurfaceState } from "@/components/client/surface-state";
import { leafBlocks, renderBlocksInput } from "@/lib/shared/blocks";
import { innerPath, leavesOf, nestedPlace, placeOf } from "@/lib/shared/blocks/leaves";
import { type Drawable, drawable, type Finished, type PartialBlocks } from "@/lib/shared/blocks/partial";
import { editsEntry, formEntry, tableEntry } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { BlockView } from "./block-view";
import { Coming } from "./coming";
import { RawData } from "./json/raw-data";
import { dropEdits, recordedEdits, unreportedEdits } from "./live/recorded-edits";
import type { Ask } from "./props";
import { SubmitRow } from "./submit-row";
import { useSend } from "./use-send";

type BlocksProps = Omit<Ask, "kept"> & {
  sheet?: SurfaceState;
  /** The input of the tool call; partial while `streaming`. */
  input: unknown;
};

export function Blocks({ input, state, title, call, answer, sheet: surface, onAnswer, onTool }: BlocksProps) {
  const finished = useRef<Finished>(new Map());
  // Deferred, so that rendering a growing call does not delay the user's input.
  const now = useMemo(() => ({ input, state }), [input, state]);
  const calm = useDeferredValue(now);
  const come = state === "streaming" ? calm : now;
  const { blocks, coming, unreadable } = useMemo(
    () => read(come.input, come.state, finished.current),
    [come],
  );
  // The caller may pass a new function at every word; keep it in a ref, so that the blocks are not rendered again.
  const latest = useRef(onAnswer);
  useLayoutEffect(() => {
    latest.current = onAnswer;
  });
  const ask = useMemo<Ask>(
    () => ({
      state,
      title,
      call,
      answer,
      onTool,
      onAnswer: async (output) => {
        if (!latest.current) throw new Error(t("notHere"));
        await surface?.ready();
        const leaves = leavesOf(blocks.map(({ index: place, block }) => ({ ...block, place })));
        const entries = leaves.map(({ place }) => surface?.entry(editsEntry(place)));
        const edits = unreportedEdits(entries.flatMap(recordedEdits), answer);
        await latest.current({ ...output, ...(edits.length > 0 && { edits }) });
        entries.forEach(dropEdits);
      },
    }),
    [state, title, call, answer, surface, blocks, onTool],
  );
  const types = new Set(leafBlocks(blocks.map(({ block }) => block)).map(({ block }) => block.type));
  return (
    <div className="flex min-w-0 flex-col gap-5 px-(--pad) pt-4 pb-(--pad) [--pad:20px] max-md:[--pad:16px]">
      {blocks.map((drawn, at) => (
        <Item key={drawn.index} {...drawn} at={at} place={`${drawn.index}`} ask={ask} sheet={surface} />
      ))}
      {coming && <Coming type={coming} />}
      {unreadable && <Unreadable input={input} />}
      {state === "waiting" && !types.has("form") && (
        <Done ask={ask} label={types.has("choice") ? t("chooseNone") : common("done")} />
      )}
    </div>
  );
}

type ItemProps = Omit<Drawable, "index"> & {
  place: string;
  /** Index of the block among the current blocks. `inner` is the path of a nested block inside that block. */
  at: number;
  inner?: string;
  ask: Ask;
  sheet: SurfaceState | undefined;
};

const Item = memo(function Item({ place, at, inner, block, growing, ask, sheet: surface }: ItemProps) {
  const { type } = block;
  const stored = useMemo(
    () => surface?.entry((type === "form" ? formEntry : tableEntry)(place)),
    [surface, type, place],
  );
  const edits = useMemo(() => surface?.entry(editsEntry(place)), [surface, place]);
  const nested: Ask["nested"] = (leaf, part, index) => {
    const own = nestedPlace(place, part, placeOf(leaf, index));
    const path = type === "columns" || type === "tabs" ? innerPath(type, part, index) : undefined;
    const itemProps = { place: own, at, inner: path, block: leaf, growing: false, ask, sheet: surface };
    return <Item key={own} {...itemProps} />;
  };
  return (
    <div data-block={at} data-inner={inner} data-type={type} className="group/block @container min-w-0">
      <BlockView block={block} growing={growing} ask={{ ...ask, stored, edits, nested }} />
    </div>
  );
});

function Done({ ask, label }: { ask: Ask; label: string }) {
  const { send, error, phase } = useSend(ask);
  return (
    <SubmitRow
      label={label}
      variant="outline"
      phase={phase}
      error={error}
      onClick={() => send({ action: "dismiss" })}
    />
  );
}

/** Shown for an input of an older release that the schema no longer accepts. */
function Unreadable({ input }: { input: unknown }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-ui text-ink">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
        {t("unreadable")}
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
  const blocks = parsed.data.blocks.map((block, index) => ({
    index: placeOf(block, index),
    block,
    growing: false,
  }));
  return { blocks };
}

"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useHits } from "../use-hits";
import { JsonFind } from "./json-find";
import { JsonLine } from "./json-line";
import { above, isLarger, type JsonNode, linesOf, pathOf, ROOT } from "./json-nodes";

const LINE = 20;
const SMALL = 16;

/**
 * JSON value as a tree that can be folded and searched, with buttons that copy paths and values. Only visible
 * lines are rendered.
 */
export function JsonTree({ data }: { data: unknown }) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [active, setActive] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(data, { has: (id) => opened.get(id) }), [data, opened]);
  const found = Math.max(
    0,
    lines.findIndex(({ id }) => id === active),
  );
  const node = active === undefined ? undefined : lines[found];

  // Keep the function identical for the same lines, because the virtualizer measures all lines again when it changes.
  const getItemKey = useCallback((index: number) => lines[index]?.id ?? index, [lines]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    getItemKey,
    overscan: 10,
    initialRect: { width: 560, height: 480 },
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), found])].sort((a, b) => a - b),
  });

  const goTo = (id: string) => {
    setOpened((before) => new Map([...before, ...above(id).map((each) => [each, true] as const)]));
    setActive(id);
  };
  const search = useSearch(data, active, goTo);

  // Scrolls to the active node in an effect, because its ancestors must be rendered open first.
  const bring = useEffectEvent(() => virtual.scrollToIndex(found, { align: "auto" }));
  useEffect(() => {
    if (active !== undefined) bring();
  }, [active]);

  const choose = (to: JsonNode | undefined, fold?: boolean) => {
    if (!to) return;
    setActive(to.id);
    if (fold !== undefined && to.folds) setOpened((before) => new Map(before).set(to.id, fold));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [to, fold] = step(event.key, lines, found);
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(to, fold);
    requestAnimationFrame(() => {
      const at = `[data-index="${lines.indexOf(to)}"]`;
      scroller.current?.querySelector<HTMLElement>(at)?.focus({ preventScroll: true });
    });
  };

  return (
    <div className="rounded-in bg-fill font-mono text-meta/5">
      <TreeHead node={node} data={data} />
      {isLarger(data, SMALL) && (
        <JsonFind
          query={search.words}
          hits={search.hits}
          at={search.at}
          onQuery={search.setWords}
          onGo={search.go}
        />
      )}
      <div
        ref={scroller}
        role="tree"
        aria-label={common("json")}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="max-h-120 overflow-auto px-2 pb-2 outline-none group-data-full/sheet:max-h-[calc(100dvh-220px)]"
      >
        <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const line = lines[index];
            return (
              line && (
                <JsonLine
                  key={key}
                  ref={virtual.measureElement}
                  node={line}
                  index={index}
                  top={start}
                  isActive={index === found}
                  isChosen={line.id === active}
                  query={search.wanted || undefined}
                  onChoose={() => choose(line, !line.isOpen)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

type TreeHeadProps = {
  node: JsonNode | undefined;
  data: unknown;
};

function TreeHead({ node, data }: TreeHeadProps) {
  const isWhole = !node || node.id === ROOT;
  return (
    <div className="flex h-9 items-center gap-1 pr-1 pl-3 text-ink-3 max-md:h-11">
      <span className="min-w-0 flex-1 truncate font-sans" title={node && pathOf(node)}>
        {isWhole ? "JSON" : <bdi className="font-mono">{pathOf(node)}</bdi>}
      </span>
      {!isWhole && (
        <CopyButton named label={t("copyPath")} text={() => pathOf(node)} className="font-sans text-meta" />
      )}
      <CopyButton
        named
        className="font-sans text-meta"
        label={isWhole ? t("copyJson") : t("copyValue")}
        text={() => textOf(node ? node.value : data)}
      />
    </div>
  );
}

function useSearch(data: unknown, active: string | undefined, goTo: (id: string) => void) {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const hits = useHits(data, wanted);
  const [at, setAt] = useState(0);
  const go = (by: 1 | -1) => {
    const count = hits?.ids.length ?? 0;
    if (count === 0) return;
    // The first call moves to the first hit, unless that hit is selected already.
    const next = hits?.ids[at] === active ? (at + by + count) % count : at;
    setAt(next);
    goTo(hits?.ids[next] ?? ROOT);
  };
  return {
    words: query,
    wanted,
    hits,
    at,
    go,
    setWords: (next: string) => {
      setQuery(next);
      setAt(0);
    },
  };
}

/** Returns the node that a key moves to, and whether it opens or folds, as in any ARIA tree. */
function step(key: string, lines: JsonNode[], at: number): [JsonNode | undefined, boolean?] {
  const node = lines[at];
  switch (key) {
    case "ArrowDown":
      return [lines[at + 1]];
    case "ArrowUp":
      return [lines[at - 1]];
    case "Home":
      return [lines[0]];
    case "End":
      return [lines.at(-1)];
    case "ArrowRight":
      return node?.folds && !node.isOpen ? [node, true] : [node?.size ? lines[at + 1] : undefined];
    case "ArrowLeft":
      return node?.isOpen ? [node, false] : [node?.parent && lines.find(({ id }) => id === node.parent?.id)];
    case "Enter":
    case " ":
      return [node, !node?.isOpen];
    default:
      return [undefined];
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null");

import { ChevronRight } from "lucide-react";
import type { Ref } from "react";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { JsonNode } from "./json-nodes";

type JsonLineProps = {
  ref: Ref<HTMLDivElement>;
  node: JsonNode;
  index: number;
  top: number;
  isActive: boolean;
  isChosen: boolean;
  query: string | undefined;
  onChoose: () => void;
};

/** Maximum characters of a string that are shown while it is folded. */
const MAX_CLOSED_CHARS = 100;
const MAX_OPEN_CHARS = 100_000;

export function JsonLine({ ref, node, index, top, isActive, isChosen, query, onChoose }: JsonLineProps) {
  const { name, depth, folds, isOpen, place, of } = node;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it handles keys
    <div
      ref={ref}
      role="treeitem"
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-level={depth + 1}
      aria-setsize={of}
      aria-posinset={place}
      aria-expanded={folds ? isOpen : undefined}
      aria-selected={isChosen}
      onClick={onChoose}
      style={{ top, paddingLeft: 4 + depth * 16 }}
      className={cn(
        "absolute inset-x-0 flex min-h-5 items-start rounded-[4px] pr-2 -outline-offset-2 hover:bg-fill-hover max-md:min-h-8 max-md:items-center",
        isChosen && "bg-fill-press hover:bg-fill-press [&_.text-ink-3]:text-ink-2",
      )}
    >
      <ChevronRight
        aria-hidden
        className={cn(
          "mt-0.5 mr-1 size-4 shrink-0 text-ink-3 transition-transform",
          isOpen && "rotate-90",
          !folds && "invisible",
        )}
      />
      {name !== undefined && (
        <span className={cn("mr-2 shrink-0", typeof name === "number" ? "text-ink-3" : "text-code-word")}>
          <Marked text={String(name)} query={typeof name === "number" ? undefined : query} />:
        </span>
      )}
      <Value node={node} query={query} />
    </div>
  );
}

function Value({ node: { value, size, isOpen }, query }: Pick<JsonLineProps, "node" | "query">) {
  if (size !== undefined) {
    const isList = Array.isArray(value);
    const counted = isList ? t("items", { count: size }) : t("keys", { count: size });
    return (
      <span className="text-ink-3">
        {isList ? "[" : "{"}
        {isOpen ? "" : size > 0 && ` ${counted} `}
        {!isOpen && (isList ? "]" : "}")}
      </span>
    );
  }
  if (typeof value !== "string")
    return (
      <span className={typeof value === "number" ? "text-code-number" : "text-ink-2"}>
        <Marked text={String(value)} query={query} />
      </span>
    );
  const maxChars = isOpen ? MAX_OPEN_CHARS : MAX_CLOSED_CHARS;
  const text = JSON.stringify(value.length > maxChars ? `${value.slice(0, maxChars)}…` : value);
  return (
    <span
      className={cn("min-w-0 text-code-string", isOpen ? "wrap-anywhere whitespace-pre-wrap" : "truncate")}
    >
      <Marked text={text} query={query} />
    </span>
  );
}

function Marked({ text, query }: { text: string; query: string | undefined }) {
  const at = query ? text.toLowerCase().indexOf(query) : -1;
  if (at < 0 || !query) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-[2px] bg-warning-wash text-ink outline outline-1 outline-line-strong">
        {text.slice(at, at + query.length)}
      </mark>
      {text.slice(at + query.length)}
    </>
  );
}

"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { ScrollArea } from "@/components/ui/scroll-area";

/** So many children are shown at once, and so many characters of a text. */
const SOME = 100;
const SOME_TEXT = 300;

/** A JSON value as a tree. Only what is open exists, so a large value costs no more than what is seen of it. */
export function JsonTree({ data }: { data: unknown }) {
  return (
    <div className="relative rounded-in bg-fill py-2 pr-10 pl-2 font-mono text-meta/[18px]">
      <CopyButton
        label="Copy JSON"
        text={() => JSON.stringify(data, null, 2) ?? "null"}
        className="absolute top-1 right-1"
      />
      <ScrollArea label="JSON" className="max-h-120">
        <ul>
          <Item value={data} depth={0} />
        </ul>
      </ScrollArea>
    </div>
  );
}

type ItemProps = { name?: string; value: unknown; depth: number; inList?: boolean };

function Item({ name, value, depth, inList = false }: ItemProps) {
  const children = childrenOf(value);
  const [open, setOpen] = useState(depth < 2 && (children?.length ?? 0) <= 20);
  const [most, setMost] = useState(SOME);
  if (!children)
    return (
      <li className="flex items-baseline pl-5">
        <Name name={name} faint={inList} />
        <Scalar value={value} />
      </li>
    );
  const isList = Array.isArray(value);
  const [left, right] = isList ? "[]" : "{}";
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        disabled={children.length === 0}
        onClick={() => setOpen(!open)}
        className="flex min-h-[18px] max-w-full items-center rounded-[4px] text-left not-disabled:hover:bg-fill-hover max-md:min-h-8"
      >
        <ChevronRight
          aria-hidden
          className={cn(
            "mr-1 size-4 shrink-0 text-ink-3 transition-transform",
            open && "rotate-90",
            children.length === 0 && "invisible",
          )}
        />
        <Name name={name} faint={inList} />
        <span className="text-ink-3">
          {left}
          {children.length > 0 && !open && ` ${counted(children.length, isList)} `}
          {(!open || children.length === 0) && right}
        </span>
      </button>
      {open && children.length > 0 && (
        <>
          <ul className="ml-2 border-line border-l pl-2">
            {children.slice(0, most).map(([key, child]) => (
              <Item key={key} name={key} value={child} depth={depth + 1} inList={isList} />
            ))}
            {children.length > most && (
              <li className="pl-5">
                <button
                  type="button"
                  onClick={() => setMost(most + SOME)}
                  className="font-sans text-ink-2 underline decoration-line-control underline-offset-4"
                >
                  Show {Math.min(SOME, children.length - most)} more of {children.length}
                </button>
              </li>
            )}
          </ul>
          <span className="pl-5 text-ink-3">{right}</span>
        </>
      )}
    </li>
  );
}

function Name({ name, faint }: { name?: string; faint: boolean }) {
  if (name === undefined) return null;
  return <span className={cn("mr-2 shrink-0", faint ? "text-ink-3" : "text-code-word")}>{name}:</span>;
}

function Scalar({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false);
  if (typeof value !== "string")
    return (
      <span className={typeof value === "number" ? "text-code-number" : "text-ink-2"}>{String(value)}</span>
    );
  const shown = whole || value.length <= SOME_TEXT ? value : `${value.slice(0, SOME_TEXT)}…`;
  return (
    <span className="text-code-string wrap-anywhere whitespace-pre-wrap">
      {JSON.stringify(shown)}
      {shown !== value && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="ml-2 font-sans text-ink-2 underline decoration-line-control underline-offset-4"
        >
          Show all {value.length.toLocaleString("en")} characters
        </button>
      )}
    </span>
  );
}

function childrenOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

function counted(count: number, list: boolean): string {
  return `${count} ${list ? "item" : "key"}${count === 1 ? "" : "s"}`;
}

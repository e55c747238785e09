import type { ReactNode } from "react";
import type { Block } from "@/lib/shared/blocks";
import { formatCell } from "./format";

/* Blocks of a published sheet that need no library. */

export const SheetView = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto flex w-full max-w-4xl flex-col gap-6 p-5 max-md:p-4">{children}</main>
);

export const TileView = ({ title, children }: { title: string; children: ReactNode }) => (
  <section
    aria-label={title}
    className="flex min-w-0 flex-col gap-4 rounded-[12px] border border-line p-5 max-md:p-4"
  >
    <h2 className="font-medium wrap-anywhere">{title}</h2>
    {children}
  </section>
);

/** Columns of the board's grid, one below the other on a phone. */
export const BoardView = ({ children }: { children: ReactNode }) => (
  <main className="grid w-full gap-4 p-5 max-md:p-4 md:grid-cols-2">{children}</main>
);

export const ColumnsView = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-5">{children}</div>
);

export const PartView = ({ label, children }: { label?: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-5">
    {label !== undefined && <h3 className="font-medium">{label}</h3>}
    {children}
  </section>
);

export const MetricsView = ({ block }: { block: Block<"metrics"> }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-4">
    {block.items.map(({ label, value, currency, unit, change, since }) => (
      <div key={label} className="flex flex-col">
        <dt className="text-meta text-ink-2">{label}</dt>
        <dd className="text-title font-semibold tabular-nums">
          {formatCell(value, { kind: currency ? "currency" : "number", currency, unit })}
        </dd>
        {change !== undefined && (
          <dd className="text-meta text-ink-2">
            {formatCell(change, { kind: "percent" })} {since}
          </dd>
        )}
      </div>
    ))}
  </dl>
);

export const CodeView = ({ text }: { text: string }) => (
  <pre className="overflow-x-auto rounded-in bg-fill p-3 font-mono text-meta">{text}</pre>
);

export const ImageView = ({ block: { url, alt = "" } }: { block: Block<"image"> }) => (
  // biome-ignore lint/performance/noImgElement: a published app has no image server
  <img src={url} alt={alt} className="max-w-full rounded-in" />
);

export const TimelineView = ({ block }: { block: Block<"timeline"> }) => (
  <ol className="flex flex-col gap-3 border-s border-line ps-4">
    {block.items.map(({ at, title, text }) => (
      <li key={`${at} ${title}`} className="flex flex-col">
        <span className="text-meta text-ink-3">{at}</span>
        <span className="font-medium">{title}</span>
        {text !== undefined && <span className="text-ink-2">{text}</span>}
      </li>
    ))}
  </ol>
);

export const MissingView = ({ text }: { text: string }) => <p className="text-meta text-ink-3">{text}</p>;

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { Query } from "@/lib/shared/blocks/live";
import type { Cell } from "@/lib/shared/data/cell";

/**
 * A document comes in pieces, so that a long one neither freezes the page nor has to be one string. Everything that
 * somebody wrote goes through `html`, where React escapes it; the text around is ours.
 */
export type Pieces = AsyncIterable<string> | Iterable<string>;

export const html = (node: ReactNode): string => renderToStaticMarkup(node);

/** A chart as SVG, for wide windows and for those of a phone: one of both is shown. */
export type DrawnSvg = { wide: string; narrow: string };

export type Context = {
  timeZone: string;
  /** Undefined where it could not be drawn. */
  drawChart(block: DrawnChart): Promise<DrawnSvg | undefined>;
  /** A diagram as the address of a picture that holds it; undefined where it could not be drawn. */
  drawDiagram(source: string): Promise<string | undefined>;
  /** What a live block's query gives now; undefined where it could not be read. */
  query(query: Query): Promise<{ columns: string[]; rows: Cell[][]; truncated: boolean } | undefined>;
  /** Others read it: it tells neither what the person answered nor the text of queries, and no component's source. */
  isForOthers?: boolean;
  /** Lets the page work when it has waited long enough; throws when the person has cancelled. */
  breathe(): Promise<void>;
};

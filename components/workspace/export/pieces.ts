import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { Query } from "@/lib/shared/blocks/live";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Cell } from "@/lib/shared/data/cell";

/**
 * Pieces of a document, so that a long one neither blocks the page nor must fit into one string. All user
 * and model content passes through `html`, where React escapes it. Only constant markup may be yielded
 * directly.
 */
export type Pieces = AsyncIterable<string> | Iterable<string>;

export const html = (node: ReactNode): string => renderToStaticMarkup(node);

/** A chart as SVG for wide windows and phones. CSS shows one of them. */
export type DrawnSvg = { wide: string; narrow: string };

export type Context = {
  timeZone: string;
  /** Resolves to undefined if the chart could not be rendered. */
  drawChart(block: DrawnChart): Promise<DrawnSvg | undefined>;
  /** Resolves to a diagram as data URL, or undefined if it could not be rendered. */
  drawDiagram(source: string): Promise<string | undefined>;
  /** Runs a live block's query. Resolves to undefined if it failed. */
  query(query: Query): Promise<{ columns: string[]; rows: Cell[][]; truncated: boolean } | undefined>;
  /** The file is meant for other people: omit the user's answers, query texts and component sources. */
  isForOthers?: boolean;
  /** For a copy of a conversation: the author's name for its readers, which may be empty. */
  author?: string;
  /** The number of a component's frame in the page of a copy; undefined if it has none. */
  frameOf?(surface: Surface): number | undefined;
  /** Yields to the event loop if the page was blocked too long. Throws if the user cancelled. */
  breathe(): Promise<void>;
};

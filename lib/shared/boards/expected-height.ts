import { isRecord } from "@/lib/shared/chat/parts";

/** Padding around blocks and gap between them on a phone, in px. */
const AROUND = 32;
const BETWEEN = 20;
const LINE = 24;
const CHARACTERS = 40;
const ROW = 33;

/**
 * Estimates the height in px of a surface's content in the phone column before it renders. Returns undefined
 * if it cannot be estimated.
 */
export function expectedHeight(input: unknown): number | undefined {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  const heights = blocks.map((block) => (isRecord(block) ? heightOf(block) : undefined));
  if (heights.length === 0) return undefined;
  return heights.reduce<number | undefined>(
    (sum, height) => (sum === undefined || height === undefined ? undefined : sum + height + BETWEEN),
    AROUND - BETWEEN,
  );
}

function heightOf({
  type,
  content,
  data,
  items,
  metrics,
  fields,
  chartType,
}: Record<string, unknown>): number | undefined {
  if (type === "markdown") return typeof content === "string" ? linesOf(content) * LINE : undefined;
  if (type === "chart")
    return chartType === "heatmap" && isRecord(data) ? 64 + listOf(data.series).length * 36 : 280;
  const figures = listOf(items ?? metrics);
  if (type === "metrics" && figures.length > 0) return Math.ceil(figures.length / 2) * 66;
  const seen = listOf(fields).filter((field) => isRecord(field) && field.type !== "hidden");
  if (type === "form" && seen.length > 0) return 68 + seen.length * 94;
  return type === "table" && Array.isArray(data) ? Math.min(520, (data.length + 1) * ROW) + 40 : undefined;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const linesOf = (text: string): number =>
  text.split("\n").reduce((sum, line) => sum + Math.ceil(line.length / CHARACTERS), 0);

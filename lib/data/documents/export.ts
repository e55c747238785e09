import { csvLine } from "@/lib/shared/data/csv";
import { AppError } from "@/lib/shared/errors";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import type { By } from "@/lib/store/revisions";
import { assertMay } from "./access";
import { allEvents, SCHEDULE } from "./calendar";
import { calendarText } from "./ical";
import { candidateSource } from "./sources";
import type { StoredDocument } from "./values";
import { cardOf } from "./vcard";

/** vCard formats apply to contacts only, and iCalendar to schedule only. */
export const FORMATS = ["json", "csv", "vcard3", "vcard4", "icalendar"] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Yields a collection as a file, in pieces. May include documents written during the export. Throws an
 * AppError if the agent may not read the collection.
 */
export function exported(agentId: string, collection: string, format: Format, by: By) {
  assertMay("find", collection);
  const batches = () => candidateSource({ agentId, by }, collection, {}).batches();
  if (format === "json") return asJson(batches());
  if (format === "csv") return asCsv(batches);
  if (format === "icalendar") {
    if (collection !== SCHEDULE) throw new AppError("invalid", "Only schedule can be exported as iCalendar.");
    return asCalendar(agentId);
  }
  if (collection !== "contacts") throw new AppError("invalid", "Only contacts can be exported as vCards.");
  return asCards(batches(), format === "vcard3" ? "3.0" : "4.0");
}

async function* asCalendar(agentId: string): AsyncGenerator<Uint8Array> {
  yield* calendarPieces(agentId, timeZoneOf(await readSettings(agentId)));
}

/** Yields the schedule as an iCalendar file. `timeZone` applies to events without a zone. */
export async function* calendarPieces(
  agentId: string,
  timeZone: string,
  isWanted: (event: StoredDocument) => boolean = () => true,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const events = (await allEvents(agentId)).filter(isWanted);
  for await (const piece of calendarText(events, timeZone)) yield encoder.encode(piece);
}

async function* asCards(
  batches: AsyncIterable<string[]>,
  version: "3.0" | "4.0",
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const some of batches)
    yield encoder.encode(some.map((text) => cardOf(JSON.parse(text), version)).join(""));
}

async function* asJson(batches: AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = "[\n";
  for await (const some of batches) {
    if (some.length === 0) continue;
    yield encoder.encode(before + some.join(",\n"));
    before = ",\n";
  }
  yield encoder.encode(before === ",\n" ? "\n]\n" : "[]\n");
}

/**
 * Writes one column per top-level field, in order of first occurrence. Values that are not scalars are JSON.
 */
async function* asCsv(batches: () => AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const names = new Set<string>();
  for await (const some of batches())
    for (const text of some) for (const name of Object.keys(JSON.parse(text))) names.add(name);
  yield encoder.encode(`\ufeff${csvLine([...names])}`);
  for await (const some of batches()) {
    const lines = some.map((text) => {
      const document: Record<string, unknown> = JSON.parse(text);
      return csvLine([...names].map((name) => cellOf(Object.hasOwn(document, name) ? document[name] : null)));
    });
    yield encoder.encode(lines.join(""));
  }
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return value;
  if (typeof value === "object" && "$date" in value && typeof value.$date === "string") return value.$date;
  return JSON.stringify(value) ?? null;
}

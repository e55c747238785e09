/**
 * The system message. What never changes in a conversation stands first, so that providers can cache it; what moves
 * comes after, the clock last. Empty parts say nothing.
 */
export function instructions({ identity, tools, now, timeZone }: Moving): string {
  return [identity, tools && `# Tools\n\n${tools}`, `It is ${clock(now, timeZone)}.`]
    .filter(Boolean)
    .join("\n\n");
}

type Moving = { identity: string; tools: string; now: Date; timeZone: string };

/** Making a formatter costs more than the rest of the prompt, so each zone's is kept. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clock(now: Date, timeZone: string): string {
  let format = clocks.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone });
    clocks.set(timeZone, format);
  }
  return `${format.format(now)} (${timeZone})`;
}

export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

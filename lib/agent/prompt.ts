/**
 * The system message. What never changes in a conversation stands first, so that providers can cache it; what moves
 * comes after, the clock last. Empty parts say nothing.
 */
export function instructions({ identity, tools, now, timeZone }: Moving): string {
  return [identity, tools && `# Tools\n\n${tools}`, `It is ${clock(now, timeZone)}.`].filter(Boolean).join("\n\n");
}

type Moving = { identity: string; tools: string; now: Date; timeZone: string };

const clock = (now: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone }).format(now)} (${timeZone})`;

export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

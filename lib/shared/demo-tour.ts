import { openings } from "./openings";

/** The scenes of the demo's tour in their order, by the message that plays each. */
export const STOPS = [
  "Plan a bake with a form",
  "Look at a month of sales",
  "Change a number and watch",
  "Sort ideas on a board",
  "Make a tool and use it",
  "Be terser from now on",
  "Remember something",
  "See something go wrong",
  "Interrupt me while I write",
  "Change what you said",
  "Find your way",
  "Let me ask you first",
  "Connect a real model",
] as const;
export type Stop = (typeof STOPS)[number];

export const TOUR = "Show me around";
export const END_TOUR = "End the tour";

/** The scenes that the suggestions on the first page play. Their texts are in the language of the page. */
const STOP_OF = {
  bake: "Plan a bake with a form",
  sales: "Look at a month of sales",
  tool: "Make a tool and use it",
} as const satisfies Record<(typeof openings)[number]["id"], Stop>;

const stopOf = (text: string): string => {
  const opening = openings.find((one) => one.text === text);
  return opening ? STOP_OF[opening.id] : text;
};

const AT_ONCE = 3;

/**
 * Returns messages that continue a conversation with the demo, given the user's earlier messages: up to three
 * scenes that were not played and the end of the tour. Returns none after the end.
 */
export function nextStops(said: readonly string[]): string[] {
  if (said.length === 0 || said.at(-1) === END_TOUR) return [];
  const played = new Set(said.map(stopOf));
  return [...STOPS.filter((stop) => !played.has(stop)).slice(0, AT_ONCE), END_TOUR];
}

/** Availability of a toolset: offered to the model, offered by name until loaded, or hidden. */
export const MODES = ["on", "on_demand", "off"] as const;
export type Mode = (typeof MODES)[number];

/** What happens when the model calls a tool: it runs, the user is asked first, or the call is refused. */
export const POLICIES = ["allow", "ask", "deny"] as const;
export type Policy = (typeof POLICIES)[number];

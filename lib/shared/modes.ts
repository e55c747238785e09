/** Availability of a toolset: offered to the model, offered by name until loaded, or hidden. */
export const MODES = ["on", "on_demand", "off"] as const;
export type Mode = (typeof MODES)[number];

/** The result of a tool call by the model: it runs, the user is asked first, or it is refused. */
export const POLICIES = ["allow", "ask", "deny"] as const;
export type Policy = (typeof POLICIES)[number];

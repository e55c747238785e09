/* JSON columns are `json`, not `jsonb`: text of users and models may contain U+0000 or lone surrogates,
   which jsonb rejects. No query looks inside these columns. */

export * from "./agents";
export * from "./apps";
export * from "./authored";
export * from "./boards";
export * from "./budgets";
export * from "./calendars";
export * from "./channels";
export * from "./comments";
export * from "./conversations";
export * from "./data";
export * from "./documents";
export * from "./executions";
export * from "./gallery";
export * from "./jobs";
export * from "./mcp";
export * from "./mcp-apps";
export * from "./mcp-tokens";
export * from "./member-shares";
export * from "./member-shares";
export * from "./members";
export * from "./members";
export * from "./memory";
export * from "./password";
export * from "./projects";
export * from "./push";
export * from "./requests";
export * from "./responses";
export * from "./runs";
export * from "./search";
export * from "./sessions";
export * from "./settings";
export * from "./shares";
export * from "./subagents";
export * from "./told-sites";
export * from "./trusts";

/*
 * JSON columns are `json`, not `jsonb`: what people and models write may hold U+0000 or lone surrogates,
 * which jsonb refuses, and nothing here is queried inside the document.
 */

export * from "./agents";
export * from "./authored";
export * from "./boards";
export * from "./budgets";
export * from "./channels";
export * from "./conversations";
export * from "./data";
export * from "./documents";
export * from "./executions";
export * from "./helpers";
export * from "./jobs";
export * from "./kept";
export * from "./mcp";
export * from "./mcp-apps";
export * from "./mcp-tokens";
export * from "./memory";
export * from "./push";
export * from "./requests";
export * from "./runs";
export * from "./search";
export * from "./sessions";
export * from "./shares";

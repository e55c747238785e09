import { describeRuntime } from "@/lib/compile/index";

/** For the model: how a component is written, and what it finds in its frame. */
export const describeComponents = (): string => `${RULES}\n\n${describeRuntime()}`.trim();

const RULES =
  "A component is one module in TSX that export defaults a React component; it gets the props. It runs in a sandboxed frame without network. callTool(action, payload) ends the wait: the result is { action, ...payload }, so give every way out a button that calls it.";

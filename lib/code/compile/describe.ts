import { MODULES } from "../../../components/draw/runtime/modules.ts";
import { modules, primitives } from "./imports";

/**
 * Describes for the model what a component finds in its frame, from the built runtime. The text is in every
 * request to the model, so it is short: models know shadcn/ui, and the compiler reports wrong names.
 */
export function describeRuntime(): string {
  const others = modules().filter((name) => !IN_SCOPE.has(name));
  return `Available by name or import:
- React and its hooks, recharts, lucide-react's icons, cn (@/lib/utils), sonner's toast; useAgentState(key, initial) (the agent's state, live), useSheetState(key, initial) (this surface's, for what the user changes), callTool(action, payload), sendMessage(text) (into the chat), importModule(name); useQuery, useTable, callAgentTool, useFile, useRoom, askModel (see describe_blocks).
- All of shadcn/ui, each from @/components/ui/<name>, and ${newer().join(", ")}.
By import: ${others.map(describeModule).join(", ")}. Nothing else.
Classes: Tailwind CSS 4, compiled from the code: names from props or state do not work. Colours of shadcn/ui (bg-card, var(--chart-1) to 6 …), success, warning, danger.
No network or other storage. Downloads and links need a click, charts a height (not 100vh).
Larger ones in files, each below \`// @filename: rows.tsx\`, imported as ./rows; JSON and CSS too.`;
}

const newer = () => primitives().filter((name) => !SHADCN.has(name));

/** Names of the primitives that the prompt offers as "all of shadcn/ui" instead of one by one. */
export const SHADCN: ReadonlySet<string> = new Set(
  "accordion alert alert-dialog aspect-ratio avatar badge breadcrumb button calendar card carousel chart checkbox collapsible command context-menu dialog drawer dropdown-menu form hover-card input input-otp label menubar navigation-menu pagination popover progress radio-group resizable scroll-area select separator sheet sidebar skeleton slider sonner switch table tabs textarea toggle toggle-group tooltip".split(
    " ",
  ),
);

const IN_SCOPE = new Set(["react", "recharts", "lucide-react", "@/lib/utils", "sonner"]);

function describeModule(name: string): string {
  const { about } = MODULES[name] ?? {};
  return about ? `${name} (${about})` : name;
}

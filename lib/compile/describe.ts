import { MODULES } from "../../components/runtime/modules.ts";
import { modules, primitives } from "./imports";

/**
 * For the model: what a component finds in its frame. From the built runtime, so it is asked for when it is needed. It
 * goes with every call of the model: what is shadcn/ui's is known to it by name, and a wrong part is told by the compiler.
 */
export function describeRuntime(): string {
  const others = modules().filter((name) => !IN_SCOPE.has(name));
  return `It finds, by name alone or by import:
- React and its hooks, recharts, lucide-react's icons, cn (@/lib/utils), toast; useAgentState(key, initial) (useState on the agent's state: live both ways, and kept), callTool(action, payload), sendMessage(text) (into the chat), importModule(name) (loads a module later).
- shadcn/ui, from @/components/ui/<name>: ${primitives().join(", ")}.
By import: ${others.map(describeModule).join(", ")}. Nothing else.
Classes: all of Tailwind CSS 4, with variants and arbitrary values, compiled from the code: one template literal (\`bg-\${colour}-500\`) works, names that come by props or state do not. Colours that follow light and dark: background, foreground, card, popover, primary, secondary, muted, accent, destructive (each with -foreground), border, input, ring, chart-1 to chart-6, success, warning, danger; in CSS var(--chart-1).
There is no storage: what must last goes into useAgentState.`;
}

/** Said before the others. */
const IN_SCOPE = new Set(["react", "recharts", "lucide-react", "@/lib/utils", "sonner"]);

function describeModule(name: string): string {
  const { about } = MODULES[name] ?? {};
  return about ? `${name} (${about})` : name;
}

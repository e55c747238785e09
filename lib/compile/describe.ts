import { MODULES } from "../../components/runtime/modules.ts";
import { modules, primitives } from "./imports";
import { runtime } from "./runtime";

/** What is worth a model's attention: components, hooks, styles. */
const TELLING = /^[A-Z]|^use[A-Z]|Variants$/;

/** For the model: what a component finds in its frame. From the built runtime, so it is asked for when it is needed. */
export function describeRuntime(): string {
  const { exports } = runtime();
  const parts = primitives().map((name) => {
    const names = (exports[`@/components/ui/${name}`] ?? []).filter((each) => TELLING.test(each));
    return `${name} (${names.join(", ")})`;
  });
  return `What a component finds:
- By import, or by name alone: React with all its hooks, the primitives below, cn, recharts, lucide-react's icons, useAgentState(key, initial) (like useState, but the agent's own state: live in both directions and kept), callTool(action, payload) (answers the agent), sendMessage(text) (says something in the chat), importModule(name) (a module when it is needed).
- Modules: ${modules().map(describeModule).join(", ")}. Nothing else can be imported: no other file, no address.
- Primitives, shadcn/ui's by name, parts and props, each from @/components/ui/<name>: ${parts.join("; ")}.
- Classes: every utility of Tailwind CSS 4 with its whole theme and all variants (hover:, md:, dark:, group-, data-, arbitrary values such as w-[37px]), made when the code is compiled. A class put together from a variable works in one template literal, such as \`bg-\${colour}-500\`; one that comes in whole by props or state does not. Colours that follow the workspace, light and dark: background, foreground, card, popover, primary, secondary, muted, accent, destructive (each with -foreground), border, input, ring, chart-1 to chart-6, success, warning, danger; as CSS too, such as var(--chart-1).
- TypeScript, JSX, top-level await. One file. No network, no storage, no other frame: keep what must last with useAgentState.`;
}

function describeModule(name: string): string {
  const { about } = MODULES[name] ?? {};
  return about ? `${name} (${about})` : name;
}

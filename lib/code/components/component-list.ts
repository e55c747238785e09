import { isRecord } from "@/lib/shared/chat/parts";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { MAX_NAMED, type NamedComponent, newestComponents } from "@/lib/store/agents/components";

/** Maximum characters of the list. The model gets the other components from list_ui_components. */
const MAX_CHARS = 1_500;
const MAX_PROPS = 12;

/**
 * Lists the agent's components for its prompt, by name and props, the latest changed first. Omits those that
 * may contain web content: only a conversation that calls list_ui_components should read that.
 */
export async function componentsText(agentId: string): Promise<string> {
  return describeComponentList(await newestComponents(agentId));
}

export function describeComponentList(components: readonly NamedComponent[]): string {
  if (components.length === 0) return "";
  const lines: string[] = [];
  let remaining = MAX_CHARS;
  for (const { name, props_schema, origins } of components) {
    if (origins?.length) continue;
    const line = `${name}(${describeProps(props_schema)})`;
    remaining -= line.length + 2;
    if (remaining < 0) break;
    lines.push(line);
  }
  const isAll = lines.length === components.length && components.length < MAX_NAMED;
  const others = lines.length === 0 ? "list_ui_components lists them" : "list_ui_components lists the others";
  return `Your components: ${[...lines, ...(isAll ? [] : [others])].join("; ")}`;
}

/** Formats props as "title string, ideas string[]?". Optional ones have a question mark. */
export function describeProps(schema: PropsSchema | null): string {
  const { properties, required } = schema ?? {};
  if (!isRecord(properties)) return "";
  const needed = new Set(Array.isArray(required) ? required : []);
  const all = Object.entries(properties);
  const parts = all
    .slice(0, MAX_PROPS)
    .map(([name, one]) => `${name} ${typeOf(one)}${needed.has(name) ? "" : "?"}`);
  if (all.length > MAX_PROPS) parts.push("…");
  return parts.join(", ");
}

function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return "any";
  const { type, items } = schema;
  if (type === "array") return `${typeOf(items)}[]`;
  if (typeof type === "string") return type;
  return Array.isArray(type) ? type.join("|") : "any";
}

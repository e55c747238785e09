import type { Shown } from "@/lib/shared/components/shown";
import { AppError } from "@/lib/shared/errors";
import { listComponents, readComponent } from "@/lib/store/components";
import { bundleOf } from "./bundles";
import { problemOfProps } from "./props";

export type RenderInput = { component?: string; code?: string; props?: Record<string, unknown> };

const MOST_NAMED = 30;

/** Makes ready what a call of render_and_wait shows: a stored component as it is now, or code that was written for it. */
export async function render(agentId: string, { component, code, props = {} }: RenderInput): Promise<Shown> {
  if (component === undefined) return { bundle: await bundleOf(code ?? "") };
  const stored = await readComponent(agentId, component);
  if (!stored) throw new AppError("not_found", await unknown(agentId, component));
  const { name, version, props_schema } = stored;
  const problem = props_schema && problemOfProps(props_schema, props);
  if (problem)
    throw new AppError(
      "invalid",
      `The props do not fit the props_schema of "${name}". Mend them and call again.\n${problem}`,
    );
  return { bundle: await bundleOf(stored.code), name, version };
}

async function unknown(agentId: string, component: string): Promise<string> {
  const names = (await listComponents(agentId)).map(({ name }) => name);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `There is no component "${component}". ${
    names.length > 0
      ? `There are: ${names.slice(0, MOST_NAMED).join(", ")}${more}.`
      : "None is stored yet: create one with create_ui_component, or give its code."
  }`;
}

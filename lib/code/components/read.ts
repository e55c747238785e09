import { type Component, componentContent } from "@/lib/shared/components/contract";
import { AppError } from "@/lib/shared/errors";
import { readComponent } from "@/lib/store/agents/components";
import { readVersion } from "@/lib/store/revisions";
import { noComponent } from "./save";

export async function storedComponentOf(agentId: string, name: string): Promise<Component> {
  const live = await readComponent(agentId, name);
  if (!live) throw noComponent(name);
  return live;
}

export async function readForTool(agentId: string, name: string, version?: number) {
  if (version === undefined) {
    const { updatedAt: _, ...component } = await storedComponentOf(agentId, name);
    return component;
  }
  const revision = await readVersion({ agentId, kind: "component", name }, version);
  if (!revision) throw new AppError("not_found", `There is no version ${version} of a component "${name}".`);
  if (revision.deleted)
    throw new AppError(
      "not_found",
      `Version ${version} deleted the component "${name}". Read an earlier version.`,
    );
  const { description, code, props_schema } = componentContent.parse(revision.content);
  return { name, description, code, props_schema, version };
}

import { checkTool } from "@/lib/agent-tools/check";
import { compile } from "@/lib/compile/index";
import { problemOfPropsSchema } from "@/lib/components/props";
import { toolContent } from "@/lib/shared/agent-tools/contract";
import { componentContent } from "@/lib/shared/components/contract";
import { isAppError } from "@/lib/shared/errors";
import type { FileThing } from "./agent-file";
import { type Path, refuse } from "./file-problem";

/** Throws what of a file's live tools and components does not compile. */
export async function assertWorking(things: FileThing[]): Promise<void> {
  for (const { kind, name, live, place = [] } of things) {
    if (kind === "tool" && live) await assertTool(name, live.content, place);
    if (kind === "component" && live) await assertComponent(live.content, place);
  }
}

async function assertTool(name: string, content: unknown, place: Path): Promise<void> {
  try {
    await checkTool(name, toolContent.parse(content));
  } catch (error) {
    if (isAppError(error) && error.code === "invalid") throw refuse(place, error.message);
    throw error;
  }
}

async function assertComponent(content: unknown, place: Path): Promise<void> {
  const { code, props_schema } = componentContent.parse(content);
  const problem = props_schema && problemOfPropsSchema(props_schema);
  if (problem) throw refuse([...place, "props_schema"], problem);
  const compiled = await compile(code);
  if (compiled.ok) return;
  const { message, line, column, frame } = compiled.error;
  throw refuse([...place, "code"], `${message} (line ${line}, column ${column})\n\n${frame}`);
}

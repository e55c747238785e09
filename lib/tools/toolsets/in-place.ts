import { editedBlocks } from "@/lib/shared/blocks/block-edit";
import { type RenderBlocksCall, type RenderBlocksInput, renderBlocksInput } from "@/lib/shared/blocks/index";
import { explain } from "@/lib/shared/blocks/issues";
import { componentCode } from "@/lib/shared/components/fields";
import { editedCode } from "@/lib/shared/edited-code";
import { AppError } from "@/lib/shared/errors";
import type { TextEdit } from "@/lib/shared/text/text-edits";
import type { SurfaceOnCanvas, ToolContext } from "./context";

/* Computes the whole surface after a call that changes a part of it. */

export async function blocksAfter(call: RenderBlocksCall, context: ToolContext): Promise<RenderBlocksInput> {
  const { surface, edits, blocks = [], title } = call;
  if (surface === undefined) return { blocks, ...titled(title) };
  const target = await surfaceOf(surface, context);
  if (target.kind === "component") throw otherKind(surface, "a component", "render_and_wait");
  const whole = titled(title ?? textOf(target.input.title));
  if (!edits) return { blocks, ...whole };
  const before = renderBlocksInput.parse(target.input).blocks;
  const input = { blocks: editedBlocks(before, edits), ...whole };
  const { data, error } = renderBlocksInput.safeParse(input);
  if (!error) return data;
  throw new AppError(
    "invalid",
    `The edits would make the surface invalid, so nothing was changed.\n${explain(error, input)}`,
  );
}

export type ComponentCall = {
  surface?: string;
  edits?: TextEdit[];
  component?: string;
  code?: string;
  props?: Record<string, unknown>;
  title?: string;
};
type ComponentInput = Omit<ComponentCall, "surface" | "edits">;

/** Returns the component after the call. Fields that the call omits keep their values, including the props. */
export async function componentAfter(call: ComponentCall, context: ToolContext): Promise<ComponentInput> {
  const { surface, edits, component, code, props, title } = call;
  if (surface === undefined) return { component, code, props, title };
  const target = await surfaceOf(surface, context);
  if (target.kind === "blocks") throw otherKind(surface, "blocks", "render_blocks");
  const before = target.input as ComponentInput;
  const rest = { props: props ?? before.props, title: title ?? before.title };
  if (component !== undefined || code !== undefined) return { component, code, ...rest };
  if (!edits) return { component: before.component, code: before.code, ...rest };
  if (before.code === undefined)
    throw new AppError(
      "invalid",
      `The surface ${surface} shows the stored component "${before.component}", so nothing was changed. Change it with update_ui_component, then show it here by component.`,
    );
  const of = { name: `surface ${surface}`, schema: componentCode };
  return { code: editedCode(before.code, edits, of), ...rest };
}

export async function codeOnSurface(surface: string, context: Pick<ToolContext, "sheet">): Promise<string> {
  const { input, kind } = await surfaceOf(surface, context);
  if (kind === "component" && typeof input.code === "string") return input.code;
  throw new AppError(
    "invalid",
    kind === "blocks"
      ? `The surface ${surface} shows blocks, not a component. Pass code.`
      : `The surface ${surface} already shows the stored component "${input.component}".`,
  );
}

function surfaceOf(surface: string, { sheet: target }: Pick<ToolContext, "sheet">): Promise<SurfaceOnCanvas> {
  if (!target)
    throw new AppError("invalid", "There is no canvas here. Omit surface and pass the full content.");
  return target(surface);
}

const otherKind = (surface: string, what: string, tool: string) =>
  new AppError("invalid", `The surface ${surface} shows ${what}: change it with ${tool}.`);

const titled = (title: string | undefined) => (title === undefined ? {} : { title });
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

import { type ComponentChange, changeComponent, createComponent } from "@/components/client/components";
import { ApiError } from "@/components/client/request";
import { propsOf } from "@/components/draw/frame/props-of";
import { renderBlocksInput } from "@/lib/shared/blocks";
import { field } from "@/lib/shared/chat/parts";
import { callShowing } from "@/lib/shared/chat/surfaces/surface-change";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Component } from "@/lib/shared/components/contract";
import { nameFrom, schemaFrom } from "@/lib/shared/components/copy";
import { codeOfBlocks } from "./block-code";

const MAX_NAMED = 20;

type Keep = {
  surface: Surface;
  conversation: string;
  /** The component as which an earlier version of the surface was kept. */
  name?: string;
  /** The code of the component, if the user has changed it. */
  code?: string;
  /** Keeps the component although it failed its test. */
  accept?: boolean;
};

/** Stores the content of a surface as a component of the library, or as the next version of that component. */
export async function keepSurface({ surface, conversation, name, code, accept }: Keep): Promise<Component> {
  const { title, input, kind } = surface;
  const isComponent = kind === "component";
  const whole = code ?? (isComponent ? field(input, "code") : codeOfBlocks(renderBlocksInput.parse(input)));
  const fields = {
    description: `Kept from the sheet “${title}”`,
    code: whole ?? "",
    props_schema: isComponent ? schemaFrom(propsOf(input)) : null,
  };
  const again = name === undefined ? null : await nextVersion(name, { ...fields, accept });
  if (again) return again;
  const from = { conversation, ...(isComponent ? callShowing(surface) : surface.call) };
  const base = nameFrom(title, "Kept sheet");
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base} ${count}`;
    try {
      return await createComponent({ name, ...fields }, accept, from);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || count === MAX_NAMED) throw error;
    }
  }
}

/** Returns null if the component was deleted. */
async function nextVersion(name: string, change: ComponentChange): Promise<Component | null> {
  try {
    return await changeComponent(name, change);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

import { type LibraryComponent, library } from "@/lib/shared/chat/surfaces/surface-edits";
import {
  type Checked,
  type Component,
  checked,
  component,
  type TakenItem,
  takenItem,
} from "@/lib/shared/components/contract";
import type { ComponentFile, PropsSchema } from "@/lib/shared/components/fields";
import { slugOf } from "@/lib/shared/components/slug";
import { jsonBody, ofAgent, request } from "./request";

/**
 * Timeout of saving. The server also tries the component in its browser, which takes much longer than
 * compiling it.
 */
const TRIED_MS = 60_000;

const at = (name: string) => `/api/components/${encodeURIComponent(name)}`;

export async function readComponent(name: string): Promise<Component> {
  return component.parse(await (await request(at(name))).json());
}

/** Returns the live version as a surface shows it. */
export async function readLibraryComponent(name: string): Promise<LibraryComponent> {
  return library.parse(await (await request(`${at(name)}/surface`)).json());
}

type Fields = Omit<ComponentFile, "easel">;
/** The surface whose code the component has, or the sites that it was fetched from. */
type From = { conversation: string; messageId: string; toolCallId: string } | { origins: readonly string[] };

export async function createComponent(fields: Fields, accept?: boolean, from?: From): Promise<Component> {
  const init = { method: "POST", ...jsonBody({ ...fields, accept, from }), patienceMs: TRIED_MS };
  return component.parse(await (await request("/api/components", init)).json());
}

/** Fetches a shadcn registry item as a component, without storing it. */
export async function takeRegistryItem(address: string): Promise<TakenItem> {
  const init = { method: "POST", ...jsonBody({ address }), patienceMs: TRIED_MS };
  return takenItem.parse(await (await request("/api/components/registry", init)).json());
}

/** Returns the ES module that defines a component as a custom element. */
export async function readElement(name: string): Promise<Blob> {
  return (await request(`${at(name)}/element`, { patienceMs: TRIED_MS })).blob();
}

/** Returns the address of a component for `shadcn add`. */
export const registryUrl = (name: string): string =>
  new URL(ofAgent(`/r/${slugOf(name)}.json`), location.href).href;

export type ComponentChange = Partial<Omit<Fields, "name">> & {
  /** The version that was edited. Without it, the change applies to the live version. */
  version?: number;
  accept?: boolean;
};

export async function changeComponent(name: string, change: ComponentChange): Promise<Component> {
  const init = { method: "PATCH", ...jsonBody(change), patienceMs: TRIED_MS };
  return component.parse(await (await request(at(name), init)).json());
}

export async function deleteComponent(name: string): Promise<void> {
  await request(at(name), { method: "DELETE" });
}

/** Compiles code without saving it. */
export async function checkCode(
  code: string,
  props_schema: PropsSchema | null,
  signal?: AbortSignal,
): Promise<Checked> {
  const init = { method: "POST", ...jsonBody({ code, props_schema }), signal };
  return checked.parse(await (await request("/api/components/check", init)).json());
}

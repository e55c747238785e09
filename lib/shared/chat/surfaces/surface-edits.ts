import * as z from "zod/mini";
import { shown } from "@/lib/shared/components/shown";
import { LIBRARY_MESSAGE } from "../library-surface";
import { field } from "../parts";
import { RESTORED, restoredOf } from "./sheet-change";
import { kindOf } from "./surface-outcome";
import { ofVersion } from "./surface-versions";
import type { Surface, SurfaceVersion } from "./surfaces";

/*
 * The user's own versions of a surface. They are part of the surface's stored state, and no longer apply once
 * the agent changes the surface again: its change is based on the user's newest version.
 */

/** Key of the entry with the user's versions. */
export const EDITED = "edited";
/** Key of the entry that says as which component of the library the user kept the surface. */
export const KEPT = "kept";

/** Maximum JSON size of all versions together. Older ones are dropped. */
const MAX_BYTES = 300_000;
const MAX_VERSIONS = 20;

/** A component of the library that a surface shows instead of its own code. */
export const library = z.object({
  shown,
  /** The conversation on whose behalf the component acts. */
  home: z.string(),
});
export type LibraryComponent = z.infer<typeof library>;

const edit = z.object({
  at: z.string(),
  input: z.record(z.string(), z.unknown()),
  library: z.optional(library),
});
export type SurfaceEdit = z.infer<typeof edit>;

const edited = z.object({ over: z.string(), versions: z.array(edit) });

/** Returns the user's versions, oldest first. `newest` is the id of the agent's newest version. */
export function editsOf(entry: unknown, newest: string | undefined): SurfaceEdit[] {
  const { data } = edited.safeParse(entry);
  return data && data.over === newest ? data.versions : [];
}

/** Returns the entry with one more version, or null if that version is too large. */
export function withEdit(entry: unknown, newest: string, added: SurfaceEdit): z.infer<typeof edited> | null {
  let versions = [...editsOf(entry, newest), added].slice(-MAX_VERSIONS);
  const size = () => JSON.stringify(versions).length;
  while (versions.length > 1 && size() > MAX_BYTES) versions = versions.slice(1);
  return size() > MAX_BYTES ? null : { over: newest, versions };
}

/** `version` is the id of the version of the surface that was kept. */
const kept = z.object({ name: z.string(), version: z.string() });
export type Kept = z.infer<typeof kept>;

export const keptIn = (entry: unknown): Kept | undefined => kept.safeParse(entry).data;

/**
 * Returns the surface with the user's versions behind those of the agent. The newest is shown. It has the
 * call of the agent's version, so that an open ask is still answered.
 */
export function withEdits(surface: Surface, edits: readonly SurfaceEdit[]): Surface {
  const last = edits.at(-1);
  const newest = surface.versions.at(-1);
  if (!last || !newest) return surface;
  const { answer, answeredAt } = newest;
  const own = edits.map(
    ({ at, input, library }, index): SurfaceVersion => ({
      ...{ id: `${newest.id} edit ${index + 1}`, at, input, answer, answeredAt },
      component: library?.shown ?? surface.component,
      call: surface.call,
      ...(library && { home: library.home, call: callOfLibrary(library) }),
    }),
  );
  const shown = own.at(-1);
  return {
    ...surface,
    input: last.input,
    component: shown?.component,
    kind: surface.kind === "component" ? surface.kind : kindOf(last.input),
    title: field(last.input, "title")?.trim() || surface.title,
    versions: [...surface.versions, ...own],
    ...(last.library && { home: last.library.home }),
  };
}

/** Returns the version that the user sees: the one that they restored, their own, or the newest of the agent. */
export function shownOf(surface: Surface, entries: Readonly<Record<string, unknown>>): Surface {
  const edited = withEdits(surface, editsOf(entries[EDITED], surface.versions.at(-1)?.id));
  const { versions } = edited;
  const newest = versions.at(-1)?.id;
  const restored =
    versions.length > 1 && newest !== undefined ? restoredOf(entries[RESTORED], newest) : undefined;
  const version = versions.find(({ id }) => id === restored);
  return version ? ofVersion(edited, version) : edited;
}

const callOfLibrary = ({ shown }: LibraryComponent) => ({
  messageId: LIBRARY_MESSAGE,
  toolCallId: shown.name ?? "",
});

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { changeComponent, readComponent, readLibraryComponent } from "@/components/client/components";
import { Refused } from "@/components/client/failure";
import type { SurfaceState } from "@/components/client/surface-state";
import { type Trouble, troubleOf } from "@/components/client/versions/trouble";
import type { PlacedError } from "@/components/draw/editor/error-line";
import { useStoredDraft } from "@/components/draw/editor/use-stored-draft";
import { propsOf } from "@/components/draw/frame/props-of";
import { renderBlocksInput } from "@/lib/shared/blocks";
import { explain } from "@/lib/shared/blocks/issues";
import { field, isRecord } from "@/lib/shared/chat/parts";
import { RESTORED } from "@/lib/shared/chat/surfaces/sheet-change";
import { EDITED, withEdit } from "@/lib/shared/chat/surfaces/surface-edits";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvasCode";
import { keepSurface } from "./keep";

export type SheetCodeProps = {
  /** The surface as the agent left it, and as it is shown. */
  surface: Surface;
  shown: Surface;
  sheet: SurfaceState | undefined;
  conversation: string;
  /** Name in the library; undefined if the surface was never kept. */
  name: string | undefined;
  onSaved: () => void;
};

const draftSchema = z.object({ text: z.string(), version: z.optional(z.number()) });

/** Returns the text of a surface to edit: the code of its component, or the JSON of its blocks. */
export function useSheetCode({ surface, shown, sheet, conversation, name, onSaved }: SheetCodeProps) {
  const isComponent = shown.kind === "component";
  const own = isComponent ? field(shown.input, "code") : jsonOf(shown.input);
  const stored = shown.component?.name;
  const { data, refetch } = useQuery({
    queryKey: ["component code", stored],
    queryFn: () => readComponent(stored ?? ""),
    enabled: isComponent && stored !== undefined,
    gcTime: 0,
  });
  const before = own ?? data?.code;
  const [draft, setDraft] = useStoredDraft(`easel:code:${conversation}/${surface.id}`, draftSchema);
  const text = draft?.text ?? before;
  const isDirty = draft !== undefined && draft.text !== before;
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  const change = (next: string) => {
    setTrouble(undefined);
    setDraft(next === before ? undefined : { text: next, version: draft?.version ?? data?.version });
  };
  const saveComponent = async (code: string, accept: boolean) => {
    const kept = stored ?? name;
    const { name: saved } = kept
      ? await changeComponent(kept, { code, version: stored ? draft?.version : undefined, accept })
      : await keepSurface({ surface: shown, conversation, code, accept });
    // A sheet of the library shows the live version anyway.
    if (surface.home !== undefined) return;
    const input = { component: saved, props: propsOf(shown.input), title: shown.title };
    store(input, await readLibraryComponent(saved));
  };
  const store = (
    input: Record<string, unknown>,
    library?: Awaited<ReturnType<typeof readLibraryComponent>>,
  ) => {
    const newest = surface.versions.at(-1)?.id ?? surface.id;
    const edit = { at: new Date().toISOString(), input, ...(library && { library }) };
    const entry = withEdit(sheet?.read(EDITED), newest, edit);
    if (!entry) throw new Refused(t("tooLarge"));
    sheet?.write(EDITED, entry);
    sheet?.write(RESTORED, null);
  };
  const save = async (accept = false) => {
    if (text === undefined || isSaving || !isDirty) return;
    setSaving(true);
    try {
      if (isComponent) await saveComponent(text, accept);
      else store(readBlocks(text));
      setDraft(undefined);
      onSaved();
    } catch (error) {
      const found = troubleOf(error);
      setTrouble(error instanceof SyntaxError ? jsonTrouble(error) : found);
      // The next press replaces the version that went live in the meantime.
      if (found.kind === "conflict") {
        const { data: live } = await refetch();
        setDraft({ text, version: live?.version });
      }
    } finally {
      setSaving(false);
    }
  };
  const discard = () => {
    setTrouble(undefined);
    setDraft(undefined);
  };
  return { text, isComponent, isDirty, isSaving, trouble, change, save, discard };
}

function jsonOf(input: unknown): string {
  const { title, blocks } = isRecord(input) ? input : {};
  const read = renderBlocksInput.safeParse({ blocks }).data?.blocks ?? blocks;
  return `${JSON.stringify({ title, blocks: read }, null, 2)}\n`;
}

function readBlocks(text: string): Record<string, unknown> {
  const input: unknown = JSON.parse(text);
  const { data, error } = renderBlocksInput.safeParse(input);
  if (data) return data;
  throw new Refused(explain(error, input));
}

/** Reads the position from the message, which Chrome and Firefox write differently. */
function jsonTrouble({ message }: SyntaxError): Trouble {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line === undefined) return { kind: "other", message };
  return {
    kind: "compile",
    message,
    compile: { message, line: Number(line), column: Number(column), frame: "" },
  };
}

export function placeOf(trouble: Trouble | undefined): PlacedError | undefined {
  return trouble?.kind === "compile" ? trouble.compile : undefined;
}

import { z } from "zod";
import { describeProps } from "@/lib/code/components/component-list";
import { prepareGate } from "@/lib/code/components/gate";
import { readForTool } from "@/lib/code/components/read";
import { changedComponent } from "@/lib/code/components/render";
import {
  assertNewComponent,
  createAuthoredComponent,
  noComponent,
  updateComponent,
} from "@/lib/code/components/save";
import { log } from "@/lib/ground/base/log";
import { surfaceId } from "@/lib/shared/chat/surfaces/surface-call";
import {
  componentCode,
  componentDescription,
  componentName,
  componentVersion,
  propsSchema,
} from "@/lib/shared/components/fields";
import { codeEdits, isOneWay, ONE_WAY } from "@/lib/shared/edited-code";
import { proofWhy } from "@/lib/shared/proofs/fields";
import { listComponents, readComponent, removeComponent } from "@/lib/store/agents/components";
import { originsOfVersion } from "@/lib/store/origins";
import { readVersion } from "@/lib/store/revisions";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";
import { codeOnSurface } from "./in-place";
import { markedTables } from "./live-blocks";
import { offset, page } from "./pages";

const schema = propsSchema.describe("JSON Schema; default or examples fill the preview");

export const componentTools = defineBuiltIn({
  id: "components",
  title: "Components",
  category: "making",
  prompt: "Store a component that will be shown again, and show it by name with other props.",
  tools: {
    create_ui_component: defineTool({
      title: "Create a component",
      help: "Stores a component that the agent has written, to show it again.",
      description:
        "Stores a React component. It is tested with props that fit props_schema; a failing version does not go live.",
      input: z
        .object({
          name: componentName,
          description: componentDescription,
          code: componentCode.optional().describe("As for render_and_wait"),
          from_surface: surfaceId.describe("Instead of code: the id of a surface whose code to use"),
          props_schema: schema.optional(),
        })
        .refine(({ code, from_surface }) => (code === undefined) !== (from_surface === undefined), {
          path: ["code"],
          message: "Give either code or from_surface",
        }),
      hints: { writes: ["components"] },
      prepare: () => void prepareGate(),
      refuses: async ({ name, from_surface }, context) => {
        await assertNewComponent(context.agentId, name);
        if (from_surface !== undefined) await codeOnSurface(from_surface, context);
      },
      execute: async ({ code, from_surface, ...fields }, context) => {
        const whole = code ?? (await codeOnSurface(from_surface ?? "", context));
        return createAuthoredComponent(context.agentId, { ...fields, code: whole }, by(context));
      },
    }),
    update_ui_component: defineTool({
      title: "Change a component",
      help: "Creates a new version of a stored component.",
      description: "Changes the given fields of a component.",
      input: z
        .object({
          name: componentName,
          description: componentDescription.optional(),
          code: componentCode.optional(),
          edits: codeEdits.optional(),
          props_schema: propsSchema.optional(),
          why: proofWhy.optional(),
        })
        .refine(isOneWay, ONE_WAY),
      // Not idempotent: repeating an edit may change the text that the edit produced.
      hints: { writes: ["components"] },
      prepare: () => void prepareGate(),
      refuses: ({ name }, { agentId }) => assertComponent(agentId, name),
      execute: async ({ name, why, ...change }, context) => {
        if (change.edits) await markComponentRead(name, context);
        const { agentId, readStored } = context;
        const saved = await updateComponent(agentId, name, change, by(context), { why, readStored });
        // If the surfaces cannot be updated, the component is saved all the same.
        if (saved.note === undefined)
          await showChanged(saved, context).catch((error) =>
            log.warn("Surfaces keep showing the earlier version of a component", error),
          );
        return saved;
      },
    }),
    delete_ui_component: defineTool({
      title: "Delete a component",
      help: "Deletes a stored component. History can restore it.",
      description: "Deletes a component.",
      input: z.object({ name: componentName }),
      refuses: ({ name }, { agentId }) => assertComponent(agentId, name),
      hints: { writes: ["components"] },
      execute: async ({ name }, context) => ({
        deleted: (await removeComponent(context.agentId, name, by(context))) !== null,
      }),
    }),
    list_ui_components: defineTool({
      title: "List components",
      help: "Lists the stored components.",
      description: "Lists the stored components.",
      input: z.object({}),
      hints: { reads: ["components"], idempotent: true },
      refuses: null,
      execute: async (_, { agentId, readStored }) => ({
        components: (await listComponents(agentId)).map(
          ({ name, description, version, props_schema, origins = [] }) => {
            readStored({ kind: "component", name, origins });
            return { name, description, version, props: describeProps(props_schema) };
          },
        ),
      }),
    }),
    read_ui_component: defineTool({
      title: "Read a component",
      help: "Reads the source of a stored component.",
      description: "Returns a whole component: the live version, or the named one.",
      input: z.object({
        name: componentName,
        version: componentVersion.optional(),
        offset,
      }),
      hints: { reads: ["components"], idempotent: true },
      refuses: null,
      execute: async ({ name, version, offset }, { agentId, readStored }) => {
        const found = await readForTool(agentId, name, version);
        const origins = await originsOfVersion(agentId, "component", name, found.version);
        readStored({ kind: "component", name, origins });
        return inPages(found, offset);
      },
    }),
  },
});

/** Throws if no version of the component exists. A version that never went live is enough. */
async function assertComponent(agentId: string, name: string): Promise<void> {
  if (await readComponent(agentId, name)) return;
  if (!(await readVersion({ agentId, kind: "component", name }))) throw noComponent(name);
}

/** Updates the conversation's surfaces that show the component, and marks web content that it may contain. */
async function showChanged(
  { name, version }: { name: string; version: number },
  { agentId, show, readStored, origins }: ToolContext,
): Promise<void> {
  const stored = await readComponent(agentId, name);
  if (!show || stored?.version !== version) return;
  const shown = await changedComponent(agentId, stored, readStored, () => markedTables(agentId));
  const readWeb = origins();
  show({ ...shown, ...(readWeb.length > 0 && { readWeb }) });
}

/** Records that the call has read the component, because an error about an edit may quote its code. */
async function markComponentRead(name: string, { agentId, readStored }: ToolContext): Promise<void> {
  const newest = await readVersion({ agentId, kind: "component", name });
  const version = (await readComponent(agentId, name))?.version ?? newest?.version ?? 0;
  readStored({
    kind: "component",
    name,
    origins: await originsOfVersion(agentId, "component", name, version),
  });
}

/** Maximum characters. A longer schema is appended to the code as text. */
const MAX_SCHEMA = 30_000;

function inPages(
  { code, props_schema, ...component }: Awaited<ReturnType<typeof readForTool>>,
  from?: number,
) {
  const schemaText = JSON.stringify(props_schema);
  const isLong = schemaText.length > MAX_SCHEMA;
  const { text, rest } = page(isLong ? `${code}\n/* props_schema: */ ${schemaText}` : code, from);
  return { ...component, code: text, ...(!isLong && { props_schema }), ...rest };
}

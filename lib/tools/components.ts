import { z } from "zod";
import { readForTool } from "@/lib/components/read";
import { createComponent, updateComponent } from "@/lib/components/save";
import {
  componentCode,
  componentDescription,
  componentName,
  componentVersion,
  propsSchema,
} from "@/lib/shared/components/fields";
import { listComponents, removeComponent } from "@/lib/store/components";
import { by } from "./by";
import { defineTool, defineToolset } from "./define";

const schema = propsSchema.describe("JSON Schema of the props");

export const componentTools = defineToolset({
  id: "components",
  title: "Components",
  category: "making",
  prompt:
    "Keep a component that will be shown again, and show it by name with other props. Look at the list before you create one.",
  tools: {
    create_ui_component: defineTool({
      description:
        "Stores a React component. It is tried out with props made from props_schema; what does not work is not live.",
      input: z.object({
        name: componentName,
        description: componentDescription,
        code: componentCode.describe("As for render_and_wait"),
        props_schema: schema.optional(),
      }),
      hints: { writes: ["components"] },
      execute: (fields, context) => createComponent(context.agentId, fields, by(context)),
    }),
    update_ui_component: defineTool({
      description: "Changes what is given of a component and keeps the rest, and its earlier versions.",
      input: z.object({
        name: componentName,
        description: componentDescription.optional(),
        code: componentCode.optional(),
        props_schema: propsSchema.optional(),
      }),
      // What changes nothing makes no version.
      hints: { writes: ["components"], idempotent: true },
      execute: ({ name, ...change }, context) => updateComponent(context.agentId, name, change, by(context)),
    }),
    delete_ui_component: defineTool({
      description: "Deletes a component. The person can bring it back.",
      input: z.object({ name: componentName }),
      hints: { writes: ["components"] },
      execute: async ({ name }, context) => ({
        deleted: (await removeComponent(context.agentId, name, by(context))) !== null,
      }),
    }),
    list_ui_components: defineTool({
      description: "Lists the stored components.",
      input: z.object({}),
      hints: { reads: ["components"], idempotent: true },
      execute: async (_, { agentId }) => ({
        components: (await listComponents(agentId)).map(({ name, description, version }) => ({
          name,
          description,
          version,
        })),
      }),
    }),
    read_ui_component: defineTool({
      description: "Gives a component whole: the live version, or the one that is named.",
      input: z.object({
        name: componentName,
        version: componentVersion.optional(),
      }),
      hints: { reads: ["components"], idempotent: true },
      execute: ({ name, version }, { agentId }) => readForTool(agentId, name, version),
    }),
  },
});

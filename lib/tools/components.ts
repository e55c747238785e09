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
import { defineTool, defineToolset, type ToolContext } from "./define";

const by = ({ conversationId, messageId, runId, toolCallId }: ToolContext) => ({
  author: "agent" as const,
  cause: { conversationId, messageId, runId, toolCallId },
});

const schema = propsSchema.describe("JSON Schema of the props; what it refuses is never drawn");

export const componentTools = defineToolset({
  id: "components",
  title: "Components",
  category: "making",
  prompt:
    "Keep a component that will be shown again: create it once, then show it with render_and_wait by name and other props. Look at the list before you create one. A new version is tried out before it goes live.",
  tools: {
    create_ui_component: defineTool({
      description:
        "Stores a React component under a name. The code is as for render_and_wait. It is compiled and tried out with props made from props_schema; what does not work is not live, and the error says why.",
      input: z.object({
        name: componentName.describe("Unique component name"),
        description: componentDescription.describe("What this component does"),
        code: componentCode.describe("TSX that export defaults the component"),
        props_schema: schema.optional(),
      }),
      hints: { writes: ["components"] },
      execute: (fields, context) => createComponent(context.agentId, fields, by(context)),
    }),
    update_ui_component: defineTool({
      description:
        "Changes what is given of a stored component and keeps the rest. Its earlier versions are kept too.",
      input: z.object({
        name: componentName.describe("Name of the component"),
        description: componentDescription.optional(),
        code: componentCode.optional().describe("The whole new code"),
        props_schema: schema.optional(),
      }),
      // What changes nothing makes no version.
      hints: { writes: ["components"], idempotent: true },
      execute: ({ name, ...change }, context) => updateComponent(context.agentId, name, change, by(context)),
    }),
    delete_ui_component: defineTool({
      description: "Deletes a stored component. Says whether it was there. The person can bring it back.",
      input: z.object({ name: componentName.describe("Name of the component") }),
      hints: { writes: ["components"] },
      execute: async ({ name }, { agentId }) => ({ deleted: await removeComponent(agentId, name) }),
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
      description: "Gives a stored component whole: the live version, or the one that is named.",
      input: z.object({
        name: componentName.describe("Name of the component"),
        version: componentVersion.optional().describe("An earlier version, or one that failed"),
      }),
      hints: { reads: ["components"], idempotent: true },
      execute: ({ name, version }, { agentId }) => readForTool(agentId, name, version),
    }),
  },
});

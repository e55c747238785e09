import { withDefaults } from "@/lib/code/json-schema/defaults";
import { misfit } from "@/lib/code/json-schema/fit";
import { repairSchema } from "@/lib/code/json-schema/repair";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import { schemaForModels } from "@/lib/code/json-schema/schema-for-models";
import type { JsonSchema, SchemaSubject } from "@/lib/code/json-schema/subject";
import { jsonValue } from "@/lib/shared/json-value";
import type { ClientRequest, ClientTool } from "@/lib/shared/programs/client";
import { asChecked, defineToolset, type Tool, type Toolset } from "./define";

/** Time to open the ask. The program may take as long as it wants to send the result. */
const OPEN_MS = 10_000;

const PARAMETERS: SchemaSubject = { schema: "parameters", value: "arguments", isForModels: true };

/** Describes why the schema cannot be used for a tool, or returns null. */
export const problemOfParameters = (parameters: JsonSchema): string | null =>
  problemOfSchema(parameters, PARAMETERS);

/** The tools that a program runs itself. A call is an ask, which the program answers with the result. */
export const clientToolset = ({ program, tools, instructions }: ClientRequest): Toolset =>
  defineToolset({
    id: "client",
    title: `The program ${program}`,
    category: "world",
    prompt: instructions,
    tools: Object.fromEntries(tools.map((tool) => [tool.name, clientTool(tool)])),
  });

function clientTool({ description, parameters }: ClientTool): Tool {
  const checked = repairSchema(parameters).schema;
  const inputSchema = schemaForModels(checked).schema;
  return {
    description,
    inputSchema,
    hints: {},
    timeoutMs: OPEN_MS,
    pauses: true,
    answer: () => jsonValue,
    // The program answers, so the user is not notified.
    awaits: () => false,
    check(input) {
      const value = withDefaults(inputSchema, input);
      const found = misfit(checked, value, PARAMETERS, "");
      return found ? { ok: false, message: found.message } : { ok: true, value: asChecked(value) };
    },
  };
}

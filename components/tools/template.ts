import type { OwnFields } from "./api";

/** What a new tool begins with: it works, and shows everything that such code can lean on. */
export const template = (description: string): Omit<OwnFields, "limits"> => ({
  description,
  parameter_schema: {
    type: "object",
    properties: { text: { type: "string", description: "What to work on" } },
    required: ["text"],
  },
  code: `// args: what the tool was called with. state: get, set, delete and list what the agent keeps.
// What is returned is the result; console.log writes to the logs.
const count = ((await state.get("tool.calls")) ?? 0) + 1;
await state.set("tool.calls", count);
console.log("called", count, "times");
return { words: args.text.trim().split(/\\s+/).length };
`,
});

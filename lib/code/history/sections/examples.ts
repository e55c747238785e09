import { z } from "zod";
import { type Expected, MAX_EXAMPLES, PROVEN } from "@/lib/shared/proofs/contract";
import { exampleFields } from "@/lib/shared/proofs/fields";
import { addExample, exportedExamples, listExamples, type NewExample } from "@/lib/store/agents/examples";
import { refuseFile } from "../file-problem";
import { changeOfItem, defineSection, lines } from "./define";

const MAX_ORIGIN = 2_000;

const entry = exampleFields.extend({
  kind: z.enum(PROVEN),
  name: z.string(),
  origins: z.array(z.string().max(MAX_ORIGIN)).max(100).default([]),
});
type Entry = z.output<typeof entry>;

/** The examples of tools and components. Their calls stay in the workspace that recorded them. */
export const examplesSection = defineSection({
  write: (agentId, read) => lines(texts(read<Entry>(exportedExamples(agentId)))),
  file: z.array(entry).max(MAX_EXAMPLES * 2_000),
  async plan(agentId, list, _, items) {
    const live = new Set(items.flatMap(({ kind, name, live }) => (live ? [`${kind} ${name}`] : [])));
    const groups = Map.groupBy(list, ({ kind, name }) => `${kind} ${name}`);
    const planned = [];
    for (const [key, [first, ...rest]] of groups) {
      if (!first) continue;
      if (!live.has(key)) throw refuseFile(["examples"], `"${first.name}" is not live in the file`);
      if (rest.length >= MAX_EXAMPLES)
        throw refuseFile(["examples"], `"${first.name}" has more than ${MAX_EXAMPLES} examples`);
      const item = { agentId, kind: first.kind, name: first.name };
      const here = await listExamples(item);
      const known = new Set(here.map(textOf));
      const added = [first, ...rest]
        .filter((one) => !known.has(textOf(one)))
        .slice(0, MAX_EXAMPLES - here.length);
      if (added.length === 0) continue;
      planned.push({
        change: changeOfItem("setting", `examples:${key}`, here.length > 0 ? "change" : "create", {
          title: `Examples of ${first.name}`,
          detail: String(added.length),
        }),
        digest: JSON.stringify(added),
        async put() {
          for (const one of added) await addExample(item, newOf(one));
        },
      });
    }
    return { same: groups.size - planned.length, planned };
  },
});

const newOf = ({ input, expected, origins }: Entry): NewExample => ({
  input,
  expected,
  origins,
  source: null,
});

const textOf = ({ input, expected }: { input: unknown; expected: Expected }) =>
  JSON.stringify([input, expected]);

async function* texts(rows: AsyncIterable<Entry>): AsyncGenerator<string> {
  for await (const row of rows) yield JSON.stringify(row);
}

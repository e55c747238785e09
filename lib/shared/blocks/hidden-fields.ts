import { isRecord } from "../chat/parts";
import { leavesOf } from "./leaves";

/**
 * Removes the values of hidden form fields from an answer, so that it can be displayed: they are only meant for
 * the model. `input` is the input of the call that created the form. It may not match the schema.
 */
export function withoutHidden(input: unknown, output: unknown): unknown {
  if (!isRecord(output) || output.action !== "submit" || !isRecord(output.data)) return output;
  const { data } = output;
  const forms = formsOf(input);
  const sent = forms.filter(({ names }) => Object.keys(data).every((name) => names.has(name)));
  const asked = sent.length > 0 ? sent : forms;
  const isShown = (name: string, value: unknown, group?: string) => {
    const hiding = asked.flatMap(({ hidden }) =>
      hidden.filter((field) => field.name === name && field.group === group),
    );
    // If several forms have a field of this name and the value is not the hidden default, the user entered it.
    const isDefault = hiding.some((field) => JSON.stringify(field.value) === JSON.stringify(value));
    return hiding.length === 0 || (hiding.length < asked.length && !isDefault);
  };
  const read = (values: Record<string, unknown>, group?: string) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => isShown(name, value, group)));
  const entries = Object.entries(read(data)).map(([name, value]) => {
    const isList = Array.isArray(value) && asked.some(({ lists }) => lists.has(name));
    return [name, isList ? value.map((one) => (isRecord(one) ? read(one, name) : one)) : value];
  });
  return { ...output, data: Object.fromEntries(entries) };
}

type Hidden = { name: unknown; value: unknown; group: string | undefined };
type AskedForm = { names: Set<unknown>; hidden: Hidden[]; lists: Set<unknown> };

function formsOf(input: unknown): AskedForm[] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  return leavesOf(blocks).flatMap(({ block }) => {
    if (!isRecord(block) || block.type !== "form") return [];
    const fields = recordsIn(block.fields);
    const lists = new Set(recordsIn(block.groups).flatMap(({ name, repeat }) => (repeat ? [name] : [])));
    const hidden = fields.filter(({ type }) => type === "hidden");
    return {
      names: new Set([...fields.filter(({ group }) => !lists.has(group)).map(({ name }) => name), ...lists]),
      hidden: hidden.map(({ name, group, default: value }) => ({
        ...{ name, value },
        group: typeof group === "string" && lists.has(group) ? group : undefined,
      })),
      lists,
    };
  });
}

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

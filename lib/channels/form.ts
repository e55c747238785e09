import { z } from "zod";
import { run } from "@/lib/agent/run";
import { formAnswer } from "@/lib/shared/blocks/answer";
import {
  boundsOf,
  choices,
  type FileValue,
  type FormField,
  fieldValue,
  fileValue,
} from "@/lib/shared/blocks/form-field";
import { shownFields } from "@/lib/shared/blocks/form-shown";
import { valueInWords } from "@/lib/shared/blocks/form-words";
import type { Block } from "@/lib/shared/blocks/index";
import { isAppError } from "@/lib/shared/errors";
import { findAsk } from "@/lib/store/asks";
import { type Chat, type ChatKey, setForm } from "@/lib/store/channel-chats";
import type { Action, Button, Content } from "./content";
import { example, problemOf, readField } from "./form-read";
import { formsOf } from "./render/asks";
import { plainRich, RichBuilder } from "./render/rich";

/** A form that is being filled in in a chat; `field` is asked now, and after the last one comes the whole. */
const filling = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  toolCallId: z.string(),
  block: z.number(),
  field: z.number(),
  data: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(fileValue)]),
  ),
});
export type Filling = z.infer<typeof filling>;
export const fillingOf = (chat: Pick<Chat, "form">): Filling | null =>
  filling.safeParse(chat.form).data ?? null;

export type FormAction = Extract<Action, { do: "form" }>;

/** What is said after a step: a question, a refusal, or the end. */
export type Step = { say?: Content; toast?: string };

const MAX_CHOICES = 40;
const OVER = "This form was answered already, or is closed.";

/** A button of a form was pressed. */
export async function pressForm(
  agentId: string,
  key: ChatKey,
  chat: Chat,
  action: FormAction,
): Promise<Step> {
  const { op, block, conversationId, messageId, toolCallId } = action;
  const before = fillingOf(chat);
  const isSame =
    before?.messageId === messageId && before.toolCallId === toolCallId && before.block === block;
  if (op === "cancel") {
    if (!isSame) return { toast: OVER };
    await setForm(key, null);
    return {
      say: words("The form is put aside. “Fill in here” begins it again; it can be filled in in Easel, too."),
    };
  }
  const form = await openForm(agentId, action);
  if (!form) {
    await setForm(key, null);
    return { toast: OVER };
  }
  if (op === "begin") {
    const state = { conversationId, messageId, toolCallId, block, field: 0, data: defaultsOf(form) };
    return ask(key, form, state);
  }
  if (!isSame || !before)
    return { toast: "This form is not being filled in here now. Press “Fill in here” first." };
  // An older question: what is asked now stands further down.
  if (before.field !== action.field)
    return { toast: "That was asked before. Go back with “Back” to change it." };
  if (op === "back") return ask(key, form, { ...before, field: Math.max(0, before.field - 1) }, -1);
  if (op === "submit") return submit(agentId, key, form, before);
  const field = form.fields[before.field];
  if (!field) return { toast: OVER };
  if (op === "skip") {
    const { [field.name]: _, ...data } = before.data;
    if (field.required) return { toast: "This one is needed." };
    return ask(key, form, { ...before, data, field: before.field + 1 });
  }
  return take(key, form, before, field, action.value);
}

/** A text came while a form is being filled in: the answer to the field that is asked. Null where no form is. */
export async function writeForm(
  agentId: string,
  key: ChatKey,
  chat: Chat,
  text: string,
): Promise<Step | null> {
  const state = fillingOf(chat);
  if (!state) return null;
  const form = await openForm(agentId, state);
  if (!form) {
    await setForm(key, null);
    return null;
  }
  const field = form.fields[state.field];
  if (!field) return { say: summary(form, state, "Press “Send”, “Back” or “Cancel”.") };
  const value = readField(field, text);
  if (value === undefined) return { say: question(form, state, problemOf(field, text)) };
  return take(key, form, state, field, value);
}

/** Files came while a form asks for some: they answer that field. Null where none is asked for. */
export async function giveToForm(
  agentId: string,
  key: ChatKey,
  chat: Chat,
  kept: () => Promise<readonly FileValue[]>,
): Promise<Step | null> {
  const state = fillingOf(chat);
  const form = state && (await openForm(agentId, state));
  const field = form?.fields[state?.field ?? 0];
  if (!state || !form || field?.type !== "file") return null;
  const before = fileValue.array().safeParse(state.data[field.name]).data ?? [];
  const { max } = boundsOf(field);
  const given = await kept();
  if (given.length === 0) return { say: question(form, state, "No file was taken.") };
  return take(key, form, state, field, [...(max === 1 ? [] : before), ...given]);
}

async function openForm(
  agentId: string,
  {
    conversationId,
    messageId,
    toolCallId,
    block,
  }: Pick<Filling, "conversationId" | "messageId" | "toolCallId" | "block">,
): Promise<Block<"form"> | null> {
  const found = await findAsk(agentId, conversationId, toolCallId, messageId);
  if (found?.ask.status !== "open") return null;
  const form = formsOf(found.ask.input).find((one) => one.block === block)?.form;
  // What is hidden is not asked; the answer carries it anyway.
  return form ? { ...form, fields: form.fields.filter(({ type }) => type !== "hidden") } : null;
}

function defaultsOf({ fields }: Block<"form">): Filling["data"] {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { data } = fieldValue(field).safeParse(field.default);
      return data === undefined ? [] : [[field.name, data]];
    }),
  );
}

async function ask(key: ChatKey, form: Block<"form">, wanted: Filling, way: 1 | -1 = 1): Promise<Step> {
  const state = { ...wanted, field: nextShown(form, wanted, way) };
  await setForm(key, state);
  return { say: state.field < form.fields.length ? question(form, state) : summary(form, state) };
}

/** The place of a field that is asked by what is filled in: this one, or the next that way. */
function nextShown({ fields }: Block<"form">, { data, field }: Filling, way: 1 | -1): number {
  const shown = new Set(shownFields(fields, data));
  const isAsked = (at: number) => fields[at] === undefined || shown.has(fields[at]);
  let at = field;
  while (!isAsked(at)) at += way;
  if (at >= 0) return at;
  const first = fields.findIndex((one) => shown.has(one));
  return first < 0 ? fields.length : first;
}

async function take(
  key: ChatKey,
  form: Block<"form">,
  state: Filling,
  field: FormField,
  value: unknown,
): Promise<Step> {
  const checked = fieldValue(field).safeParse(value);
  const isMissing =
    field.required && (field.type === "checkbox" ? value !== true : String(value).trim().length === 0);
  if (!checked.success || isMissing) {
    const why = isMissing
      ? "This one is needed."
      : (checked.error?.issues[0]?.message ?? "That does not fit.");
    return { say: question(form, state, why) };
  }
  const data = { ...state.data, [field.name]: checked.data };
  return ask(key, form, { ...state, data, field: state.field + 1 });
}

async function submit(agentId: string, key: ChatKey, form: Block<"form">, state: Filling): Promise<Step> {
  const { conversationId, messageId, toolCallId, data } = state;
  const checked = formAnswer(form.fields).safeParse(data);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const at = Math.max(
      0,
      form.fields.findIndex(({ name }) => name === issue?.path[0]),
    );
    await setForm(key, { ...state, field: at });
    return { say: question(form, { ...state, field: at }, issue?.message) };
  }
  try {
    await run({
      agentId,
      conversationId,
      input: { answer: { toolCallId, messageId, output: { action: "submit", data } } },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    await setForm(key, null);
    return { say: words(error.message) };
  }
  await setForm(key, null);
  return { toast: "Sent." };
}

const words = (text: string): Content => ({ text: plainRich(text), buttons: [] });

function question(form: Block<"form">, state: Filling, problem?: string): Content {
  const field = form.fields[state.field];
  if (!field) return summary(form, state);
  const { label, name, hint, unit, required, type } = field;
  const all = new RichBuilder();
  if (problem) all.add(`⚠️ ${problem}\n\n`);
  all.mark({ type: "bold" }, () =>
    all.add(`${label || name}${unit ? ` (${unit})` : ""}${required ? " *" : ""}`),
  );
  all.add(`  ${state.field + 1} of ${form.fields.length}`);
  if (hint) all.add(`\n${hint}`);
  const wanted = example(field);
  if (wanted) all.add(`\n${wanted}`);
  const now = state.data[name];
  if (now !== undefined && now !== "") all.add(`\nNow: ${valueInWords(field, now)}`);
  const options = choices(field);
  if (type === "multiselect" || options.length > MAX_CHOICES)
    all.add(`\n${options.map((one, at) => `${at + 1}. ${one.label}`).join("\n")}`);
  return { text: all.done(), buttons: buttonsOf(field, state) };
}

function buttonsOf(field: FormField, state: Filling): Button[] {
  const { data, ...identity } = state;
  const button = (label: string, op: FormAction["op"], value?: unknown): Button => ({
    label,
    action: { do: "form", ...identity, op, ...(value !== undefined && { value }) },
  });
  const now = data[field.name];
  const given = valuesOf(field).map(([label, value]) => button(label, "value", value));
  return [
    ...given,
    ...(now !== undefined && now !== "" && given.length === 0
      ? [button(`Keep ${valueInWords(field, now).slice(0, 30).toWellFormed()}`, "value", now)]
      : []),
    ...(field.required ? [] : [button("Skip", "skip")]),
    ...(state.field > 0 ? [button("Back", "back")] : []),
    button("Cancel", "cancel"),
  ];
}

/** What is pressed instead of written, where it is one of a few. */
function valuesOf(field: FormField): [label: string, value: unknown][] {
  const { type } = field;
  if (type === "checkbox")
    return [
      ["Yes", true],
      ["No", false],
    ];
  if (type === "rating") return Array.from({ length: boundsOf(field).max }, (_, at) => [`${at + 1}`, at + 1]);
  const options = type === "select" || type === "radio" ? choices(field) : [];
  return options.length <= MAX_CHOICES ? options.map(({ label, value }) => [label, value]) : [];
}

function summary(form: Block<"form">, state: Filling, problem?: string): Content {
  const { data, ...identity } = state;
  const all = new RichBuilder();
  if (problem) all.add(`${problem}\n\n`);
  for (const field of shownFields(form.fields, data)) {
    const value = data[field.name];
    all.mark({ type: "bold" }, () => all.add(field.label || field.name));
    all.add(`: ${value === undefined || value === "" ? "—" : valueInWords(field, value)}\n`);
  }
  const button = (label: string, op: FormAction["op"]): Button => ({
    label,
    action: { do: "form", ...identity, op },
  });
  return {
    text: all.done(),
    buttons: [
      button(form.submitLabel || "Send", "submit"),
      button("Back", "back"),
      button("Cancel", "cancel"),
    ],
  };
}

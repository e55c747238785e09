import { z } from "zod";
import { runAgent } from "@/lib/agent/loop/run";
import { formAnswer } from "@/lib/shared/blocks/answer";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { boundsOf, type FileValue, fieldValue, fileValue } from "@/lib/shared/blocks/form-value";
import type { Block } from "@/lib/shared/blocks/index";
import { isAppError } from "@/lib/shared/errors";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { type Chat, type ChatKey, setForm } from "@/lib/store/channels/channel-chats";
import { findAsk } from "@/lib/store/loop/asks";
import type { ConversationRef } from "@/lib/store/loop/branches";
import { findSubagentAsk } from "@/lib/store/loop/subagent-asks";
import type { Action, ChatContent } from "./content";
import { formSummary, question } from "./form-ask";
import { askedFields, askedForm, askedName, defaultsOf, folded } from "./form-entries";
import { problemOf, readFormField } from "./form-read";
import { formsOf } from "./render/asks";
import { plainRich } from "./render/rich";

/**
 * State of a form that is being filled in. `field` is the index of the current field; after the last one the
 * summary is shown.
 */
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

export type FormStep = { say: ChatContent } | { refusal: string } | { done: string };

const OVER = "This form was already answered or is closed.";

export async function pressForm(
  agentId: string,
  key: ChatKey,
  chat: Chat,
  action: FormAction,
): Promise<FormStep> {
  const { op, block, conversationId, messageId, toolCallId } = action;
  const before = fillingOf(chat);
  const isSame =
    before?.messageId === messageId && before.toolCallId === toolCallId && before.block === block;
  if (op === "cancel") {
    if (!isSame) return { refusal: OVER };
    await setForm(key, null);
    return {
      say: textMessage("The form is cancelled. Press “Fill in here” to start again, or fill it in in Easel."),
    };
  }
  const form = await openForm(agentId, action);
  if (!form) {
    await setForm(key, null);
    return { refusal: OVER };
  }
  if (op === "begin") {
    const data = defaultsOf(askedForm(form, {}));
    const state = { conversationId, messageId, toolCallId, block, field: 0, data };
    return ask(key, form, state);
  }
  if (!isSame || !before)
    return { refusal: "This form is not being filled in here now. Press “Fill in here” first." };
  // The user pressed a button of an earlier question. The current question is further down in the chat.
  if (before.field !== action.field)
    return { refusal: "That is an earlier question. Press “Back” to change its answer." };
  if (op === "back") return ask(key, form, { ...before, field: Math.max(0, before.field - 1) }, -1);
  if (op === "submit") return submit(agentId, key, form, before);
  const field = askedForm(form, before.data).fields[before.field];
  if (!field) return { refusal: OVER };
  if (op === "skip") {
    const { [field.name]: _, ...data } = before.data;
    if (field.required) return { refusal: "This field is required." };
    return ask(key, form, { ...before, data, field: before.field + 1 });
  }
  return take(key, form, before, field, action.value);
}

/** Handles a text as the answer to the current field. Returns null if no form is being filled in. */
export async function writeForm(
  agentId: string,
  key: ChatKey,
  chat: Chat,
  text: string,
): Promise<FormStep | null> {
  const state = fillingOf(chat);
  if (!state) return null;
  const form = await openForm(agentId, state);
  if (!form) {
    await setForm(key, null);
    return null;
  }
  const now = askedForm(form, state.data);
  const field = now.fields[state.field];
  if (!field) return { say: formSummary(now, state, "Press “Send”, “Back” or “Cancel”.") };
  const value = readFormField(field, text);
  if (value === undefined) return { say: question(now, state, problemOf(field, text)) };
  return take(key, form, state, field, value);
}

/**
 * Handles files as the answer to the current field. Returns null if no form is being filled in or the field
 * takes no files.
 */
export async function giveToForm(
  agentId: string,
  key: ChatKey,
  chat: Chat,
  saveFiles: () => Promise<readonly FileValue[]>,
): Promise<FormStep | null> {
  const state = fillingOf(chat);
  const form = state && (await openForm(agentId, state));
  const field = form && askedForm(form, state.data).fields[state.field];
  if (!state || !form || field?.type !== "file") return null;
  const before = fileValue.array().safeParse(state.data[field.name]).data ?? [];
  const { max } = boundsOf(field);
  const files = await saveFiles();
  if (files.length === 0)
    return { say: question(askedForm(form, state.data), state, "No file was accepted.") };
  return take(key, form, state, field, [...(max === 1 ? [] : before), ...files]);
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
  const find = (at: ConversationRef) => findAsk(at.agentId, at.conversationId, toolCallId, messageId);
  const place = { agentId, conversationId };
  const own = await find(place);
  const subagent = own ? null : await findSubagentAsk(place, toolCallId, messageId);
  const found = subagent ? await find(subagent) : own;
  if (found?.ask.status !== "open") return null;
  return formsOf(found.ask.input).find((one) => one.block === block)?.form ?? null;
}

async function ask(key: ChatKey, form: Block<"form">, wanted: Filling, way: 1 | -1 = 1): Promise<FormStep> {
  const now = askedForm(form, wanted.data);
  const state = { ...wanted, field: nextShown(now, wanted, way) };
  await setForm(key, state);
  return { say: state.field < now.fields.length ? question(now, state) : formSummary(now, state) };
}

/**
 * Returns the index of the current field if it is shown. Otherwise returns the index of the nearest shown field
 * in direction `way`.
 */
function nextShown(form: Block<"form">, { data, field }: Filling, way: 1 | -1): number {
  const { fields } = form;
  const shown = new Set(askedFields(form, data));
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
): Promise<FormStep> {
  const checked = inEnglish(() => fieldValue(field).safeParse(value));
  const isMissing =
    field.required && (field.type === "checkbox" ? value !== true : String(value).trim().length === 0);
  if (!checked.success || isMissing) {
    const why = isMissing
      ? "This field is required."
      : (checked.error?.issues[0]?.message ?? "This value is not valid.");
    return { say: question(askedForm(form, state.data), state, why) };
  }
  const values = { ...state.data, [field.name]: checked.data };
  // Fill the fields of an entry that was just added with their defaults.
  const namesBefore = new Set(askedForm(form, state.data).fields.map(({ name }) => name));
  const newFields = askedForm(form, values).fields.filter(({ name }) => !namesBefore.has(name));
  const data = { ...defaultsOf({ fields: newFields }), ...values };
  return ask(key, form, { ...state, data, field: state.field + 1 });
}

async function submit(agentId: string, key: ChatKey, form: Block<"form">, state: Filling): Promise<FormStep> {
  const { conversationId, messageId, toolCallId } = state;
  const data = folded(form, state.data);
  const checked = inEnglish(() => formAnswer(form.fields, form.groups).safeParse(data));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const now = askedForm(form, state.data);
    const wrong = askedName(issue?.path ?? []);
    const at = Math.max(
      0,
      now.fields.findIndex(({ name }) => name === wrong),
    );
    await setForm(key, { ...state, field: at });
    return { say: question(now, { ...state, field: at }, issue?.message) };
  }
  try {
    await runAgent({
      agentId,
      conversationId,
      input: { answer: { toolCallId, messageId, output: { action: "submit", data: checked.data } } },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    await setForm(key, null);
    return { say: textMessage(error.message) };
  }
  await setForm(key, null);
  return { done: "Sent." };
}

const textMessage = (text: string): ChatContent => ({ text: plainRich(text), buttons: [] });

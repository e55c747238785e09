import { formAnswer } from "@/lib/shared/blocks/answer";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { formatFieldValue } from "@/lib/shared/blocks/form-format";
import { boundsOfEntries, entriesIn, splitFields } from "@/lib/shared/blocks/form-repeat";
import type { FieldValue } from "@/lib/shared/blocks/form-value";
import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import type { Block } from "@/lib/shared/blocks/index";
import { leafBlocks, renderBlocksInput } from "@/lib/shared/blocks/index";
import { isRecord } from "@/lib/shared/chat/parts";
import { answerText, intentOf } from "@/lib/shared/chat/tool-sentence";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { type ApprovalReason, approvalReason as becauseSchema } from "@/lib/shared/tools/approval-reason";
import type { AskRow } from "@/lib/store/rows";
import type { ChatContent, ContentButton } from "../content";
import { linkTo } from "./link";
import { richOf } from "./markdown";
import { isEmptyRich, joinedRich, plainRich, type Rich, RichBuilder } from "./rich";

export type ShownAsk = Pick<
  AskRow,
  "conversationId" | "messageId" | "toolCallId" | "toolName" | "kind" | "input" | "status" | "output"
> & { because: unknown };

/** If an option's label is longer, the options are listed in the text, and the buttons have numbers. */
const MAX_LABEL = 60;
const MAX_ARGUMENTS = 1_200;
const MAX_SHOWN_FIELDS = 20;

export const identityOf = ({ conversationId, messageId, toolCallId }: ShownAsk) => ({
  conversationId,
  messageId,
  toolCallId,
});

export function questionOf(ask: ShownAsk): ChatContent {
  const { question = "", options = [] } = ask.input as { question?: string; options?: string[] };
  const text = richOf(question);
  if (ask.status !== "open") return settled(text, ask);
  const isLong = options.some((option) => option.length > MAX_LABEL);
  const listed = isLong ? plainRich(options.map((option, at) => `${at + 1}. ${option}`).join("\n")) : null;
  return {
    text: joinedRich([text, ...(listed ? [listed] : [])]),
    buttons: options.map((option, at) => ({
      label: isLong ? `${at + 1}` : option,
      action: { do: "answer", ...identityOf(ask), output: { answer: option } },
    })),
  };
}

export function approvalOf(ask: ShownAsk): ChatContent {
  const why = becauseSchema.safeParse(ask.because).data;
  const all = new RichBuilder();
  if (why?.kind === "browser")
    all.add("✋ You control the browser. Hand it back so that the agent can continue.");
  else
    all
      .add("❓ May the agent use ")
      .mark({ type: "code" }, () => all.add(ask.toolName))
      .add("?");
  const intent = inEnglish(() => intentOf(ask.toolName));
  all.add(`\nIt ${intent}.`.replace(/\.\.$/, "."));
  if (why) all.add(`\n${whyOf(why)}`);
  const argumentsText = argumentsOf(ask.input);
  if (argumentsText) {
    all.gap(2);
    all.mark({ type: "pre" }, () => all.add(argumentsText));
  }
  if (ask.status !== "open") return settled(all.done(), ask);
  const answer = (label: string, output: object): ContentButton => ({
    label,
    action: { do: "answer", ...identityOf(ask), output },
  });
  // These approvals apply only to the one change or request, so they have no "Always" button.
  const always = why?.kind === "block" || why?.kind === "browser" || why?.kind === "server";
  return {
    text: all.done(),
    buttons: [
      answer("Allow", { decision: "approve" }),
      answer("Reject", { decision: "reject" }),
      ...(always ? [] : [answer("Always", { decision: "approve", remember: "always" })]),
    ],
  };
}

function whyOf(why: ApprovalReason): string {
  if (why.kind === "effect") return why.why;
  if (why.kind === "server") return describeServerAsks(why);
  if (why.kind === "web")
    return `The agent asks because it read ${list(why.origins)}, which may contain instructions from strangers.`;
  if (why.kind === "block")
    return `It changes ${list(why.changes.map(({ name }) => name))} in its memory, which needs your approval.`;
  return "";
}

function describeServerAsks({ server, asked }: Extract<ApprovalReason, { kind: "server" }>): string {
  const wants = asked.map((ask) => {
    if (ask.kind === "form") return `${ask.message} (answer this in Easel)`;
    if (ask.kind === "address") return `${ask.message}\nOpen ${ask.url} first.`;
    const prompt = [ask.system, ...ask.messages.map(({ text }) => text)].filter(Boolean).join("\n");
    return `It wants your model to answer this:\n${prompt}`;
  });
  const text = [`${server} needs your answer to continue.`, ...wants].join("\n");
  return text.length > MAX_ARGUMENTS ? `${text.slice(0, MAX_ARGUMENTS)}… (all of it is in Easel)` : text;
}

const list = (all: readonly string[]) =>
  all.length > 3 ? `${all.slice(0, 3).join(", ")} and ${all.length - 3} more` : all.join(", ");

function argumentsOf(input: unknown): string {
  if (!isRecord(input) || Object.keys(input).length === 0) return "";
  const lines = Object.entries(input).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const text = lines.join("\n");
  return text.length > MAX_ARGUMENTS ? `${text.slice(0, MAX_ARGUMENTS)}… (all of it is in Easel)` : text;
}

export const isOnlyShown = ({ status, output }: Pick<ShownAsk, "status" | "output">): boolean =>
  status === "closed" && isRecord(output) && output.action === "shown";

/**
 * Adds the outcome of the ask. If the user sent a message instead of answering, that message already shows the
 * outcome.
 */
function settled(text: Rich, ask: ShownAsk): ChatContent {
  const outcome = askOutcomeOf(ask);
  const isAnsweredByMessage = isRecord(ask.output) && ask.output.action === "message";
  return {
    text: joinedRich([text, outcome]),
    buttons: [],
    ...(!isAnsweredByMessage && !isEmptyRich(outcome) && { outcome }),
  };
}

type SettledAsk = Pick<ShownAsk, "kind" | "status" | "input" | "output">;

export function askOutcomeOf({ kind, status, input, output }: SettledAsk): Rich {
  const all = new RichBuilder();
  const action = isRecord(output) ? output.action : undefined;
  if (isOnlyShown({ status, output })) return plainRich("");
  if (status === "closed") {
    return plainRich(action === "message" ? "↪︎ You sent a message instead." : "✕ Closed without an answer.");
  }
  if (kind === "approval") {
    const { decision, remember } = (output ?? {}) as { decision?: string; remember?: string };
    if (decision === "reject") return plainRich("✕ Rejected.");
    const scope = remember === "always" ? ", from now on" : "";
    return plainRich(decision === "edit" ? `✓ Allowed with your changes${scope}.` : `✓ Allowed${scope}.`);
  }
  const summary = filledIn(input, output) ?? answerText(withoutHidden(input, output));
  all
    .add("✓ ")
    .mark({ type: "bold" }, () => all.add(summary || (typeof action === "string" ? action : "Answered")));
  return all.done();
}

/**
 * Returns the submitted values in the order of the form, without hidden fields. Repeated groups are
 * counts.
 */
function filledIn(input: unknown, output: unknown): string | undefined {
  const data = isRecord(output) && output.action === "submit" ? output.data : undefined;
  const isSent = ({ fields, groups }: Block<"form">) => formAnswer(fields, groups).safeParse(data).success;
  const form = isRecord(data) ? formsOf(input).find((one) => isSent(one.form))?.form : undefined;
  if (!form || !isRecord(data)) return undefined;
  const { repeated } = splitFields(form);
  const values = form.fields.map((field) => {
    const found = repeated.find(({ group }) => group.name === field.group);
    if (!found) return formatValue(field, data[field.name] as FieldValue | undefined);
    const count = field === found.own[0] ? entriesIn(data[found.group.name]).length : 0;
    return count > 0 ? `${count} × ${found.group.heading}` : "";
  });
  return values.filter(Boolean).join(", ") || "Sent";
}

/** Shows a checked box as its label. Returns an empty string for empty values. */
function formatValue(field: FormField, value: FieldValue | undefined): string {
  if (field.type === "hidden" || value === undefined || value === false) return "";
  if (value === true) return field.label || field.name;
  return Array.isArray(value) && value.length === 0 ? "" : inEnglish(() => formatFieldValue(field, value));
}

export function choiceOf(ask: ShownAsk, text: Rich, { options, multiple }: Block<"choice">): ChatContent {
  const link = plainRich(`In Easel: ${linkTo(ask.conversationId)}`);
  if (ask.status === "open" && multiple) return { text: joinedRich([text, link]), buttons: [] };
  if (ask.status === "open") {
    const buttons = options.map(({ label, value }) => ({
      label: label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1).toWellFormed()}…` : label,
      action: { do: "answer" as const, ...identityOf(ask), output: { action: "choose", choice: value } },
    }));
    return { text, buttons };
  }
  const { output } = ask;
  if (!isRecord(output) || output.action !== "choose") return settled(text, ask);
  const chosen = [output.choice].flat();
  const labels = options.flatMap(({ value, label }) => (chosen.includes(value) ? [label] : []));
  return settled(text, { ...ask, output: { ...output, choice: labels.join(", ") } });
}

/** Returns the forms of a surface with their index among its blocks, including those in columns. */
export function formsOf(input: unknown): { block: number; form: Block<"form"> }[] {
  const { data } = renderBlocksInput.safeParse(input);
  return leafBlocks(data?.blocks ?? []).flatMap(({ block }, at) =>
    block.type === "form" ? [{ block: at, form: block }] : [],
  );
}

export function formOf(ask: ShownAsk, block: number, form: Block<"form">): ChatContent {
  const wanted = wantedOf(form);
  const fields = wanted.slice(0, MAX_SHOWN_FIELDS);
  const more = wanted.length - fields.length;
  const all = new RichBuilder();
  all.mark({ type: "bold" }, () => all.add(`📝 ${form.submitLabel}`)).add("\n");
  all.add(fields.join("\n")).add(more > 0 ? `\nand ${more} more` : "");
  if (isOnlyShown(ask)) {
    all.gap(2).add(`In Easel: ${linkTo(ask.conversationId)}`);
    return { text: all.done(), buttons: [] };
  }
  if (ask.status !== "open") return settled(all.done(), ask);
  all.gap(2).add(`In Easel: ${linkTo(ask.conversationId)}`);
  return {
    text: all.done(),
    buttons: [
      { label: "Fill in here", action: { do: "form", ...identityOf(ask), op: "begin", block, field: 0 } },
    ],
  };
}

function wantedOf({ fields, groups }: Block<"form">): string[] {
  const { repeated } = splitFields({ fields, groups });
  const named = ({ label, name, required }: FormField) => `${label || name}${required ? " *" : ""}`;
  const asked = fields.filter(({ type }) => type !== "hidden");
  return asked.flatMap((field) => {
    const found = repeated.find(({ group }) => group.name === field.group);
    if (!found) return [`• ${named(field)}`];
    const own = asked.filter(({ group }) => group === field.group);
    if (field !== own[0]) return [];
    const { min, max } = boundsOfEntries(found.group);
    return [`• ${found.group.heading} (${min} to ${max}): ${own.map(named).join(", ")}`];
  });
}

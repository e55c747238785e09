import { leavesOf } from "@/lib/shared/blocks/leaves";
import { isRecord } from "@/lib/shared/chat/parts";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/kit";

/** Maximum characters of a value, and maximum number of values. */
const MAX_TEXT = 300;
const MAX_LINES = 12;

type OutputLinesProps = {
  output: unknown;
  /** Input of the render call, which has the labels of the form's fields. */
  input?: unknown;
};

export function OutputLines({ output, input }: OutputLinesProps) {
  const lines = linesOf(output);
  const labels = labelsIn(input);
  const rest = lines.length - MAX_LINES;
  return (
    <dl className="flex flex-col gap-0.5 text-ui">
      {lines.slice(0, MAX_LINES).map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="max-w-1/2 shrink-0 wrap-anywhere text-ink-3">{labels.get(name) ?? name}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap tabular-nums">{textOf(value)}</dd>
        </div>
      ))}
      {rest > 0 && <div className="text-ink-3">{t("andMore", { rest })}</div>}
    </dl>
  );
}

function linesOf(output: unknown): [string, unknown][] {
  if (!isRecord(output)) return [[t("answer"), output]];
  const { action, ...rest } = output;
  if (action === "submit" && isRecord(rest.data)) return Object.entries(rest.data);
  return [[t("action"), action], ...Object.entries(rest)];
}

/** Returns field labels by name. `input` comes from the model and may be invalid. */
function labelsIn(input: unknown): Map<string, string> {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  const named = leavesOf(blocks)
    .flatMap(({ block }) => (isRecord(block) && block.type === "form" ? [block.fields, block.groups] : []))
    .flatMap((all) => (Array.isArray(all) ? all.filter(isRecord) : []));
  return new Map(
    named.flatMap(({ name, label, heading }) => {
      const text = label || heading;
      return typeof name === "string" && typeof text === "string" ? [[name, text] as const] : [];
    }),
  );
}

/** Formats flat lists and records as words, deeper values as JSON. */
export function textOf(value: unknown): string {
  const text = Array.isArray(value)
    ? listOf(value)
    : isRecord(value)
      ? Object.entries(value)
          .map(([name, one]) => `${name}: ${Array.isArray(one) ? listOf(one) : formatScalar(one)}`)
          .join("; ")
      : formatScalar(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}

const listOf = (values: unknown[]): string =>
  values.length === 0 ? t("none") : values.map(formatScalar).join(", ");

function formatScalar(value: unknown): string {
  if (typeof value === "boolean") return value ? common("yes") : common("no");
  return typeof value === "string" ? value : JSON.stringify(value);
}

import { isRecord } from "@/lib/shared/chat/parts";

/** Of one value, and how many of them. */
const MAX_TEXT = 300;
const MAX_LINES = 12;

/** What was answered or sent from a sheet, value by value: a form's fields, or what a component gave with its action. */
export function OutputLines({ output }: { output: unknown }) {
  const lines = linesOf(output);
  const rest = lines.length - MAX_LINES;
  return (
    <dl className="flex flex-col gap-0.5 text-ui">
      {lines.slice(0, MAX_LINES).map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="shrink-0 text-ink-3">{name}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap tabular-nums">{textOf(value)}</dd>
        </div>
      ))}
      {rest > 0 && <div className="text-ink-3">and {rest} more</div>}
    </dl>
  );
}

function linesOf(output: unknown): [string, unknown][] {
  if (!isRecord(output)) return [["answer", output]];
  const { action, ...rest } = output;
  if (action === "submit" && isRecord(rest.data)) return Object.entries(rest.data);
  return [["action", action], ...Object.entries(rest)];
}

/** Lists and what is named in words, as far as they are flat; what is deeper as JSON. */
export function textOf(value: unknown): string {
  const text = Array.isArray(value)
    ? listOf(value)
    : isRecord(value)
      ? Object.entries(value)
          .map(([name, one]) => `${name}: ${Array.isArray(one) ? listOf(one) : wordOf(one)}`)
          .join("; ")
      : wordOf(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}

const listOf = (values: unknown[]): string => (values.length === 0 ? "none" : values.map(wordOf).join(", "));

function wordOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" ? value : JSON.stringify(value);
}

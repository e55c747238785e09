import { ScrollArea } from "@/components/ui/scroll-area";
import { t as common } from "@/lib/shared/i18n/en/common";

const MAX_CHARS = 20_000;

/** A value as plain text. It is the last fallback, so it uses nothing that could fail. */
export function RawData({ data }: { data: unknown }) {
  return (
    <ScrollArea label={common("data")} className="max-h-120 rounded-in bg-fill">
      <pre className="w-fit p-3 text-meta/[18px]">{textOf(data)}</pre>
    </ScrollArea>
  );
}

function textOf(data: unknown): string {
  try {
    const text = JSON.stringify(data, null, 2) ?? "null";
    return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  } catch {
    return String(data);
  }
}

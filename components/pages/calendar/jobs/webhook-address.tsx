import { CopyButton } from "@/components/ui/copy-button";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";

export const WebhookAddress = ({ url }: { url: string }) => (
  <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
    <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{url}</code>
    <CopyButton text={() => url} label={calendarText("copyAddress")} />
  </div>
);

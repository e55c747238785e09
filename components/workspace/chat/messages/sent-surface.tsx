import { PanelsTopLeft } from "lucide-react";
import { OutputLines } from "@/components/ui/kit/output-lines";
import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import { isRecord } from "@/lib/shared/chat/parts";
import type { SentSurface } from "@/lib/shared/chat/surfaces/sheets";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { useDesk } from "../desk";

export function SentSurfaceNote({ sent: { title, output, messageId, toolCallId } }: { sent: SentSurface }) {
  const { surfaces } = useDesk();
  const id = surfaceId(messageId, toolCallId);
  const surface = surfaces.flatMap(({ versions }) => versions).find((one) => one.id === id);
  // Only the surface's input says which form values are hidden, so show none before it is loaded.
  const canShow = surface !== undefined || !isRecord(output) || output.action !== "submit";
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center gap-2 text-ui text-ink-2">
        <PanelsTopLeft aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 truncate">{t("from", { title })}</span>
      </p>
      {canShow && <OutputLines output={withoutHidden(surface?.input, output)} input={surface?.input} />}
    </div>
  );
}

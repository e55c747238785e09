"use client";

import { FlaskConical, MessageCircle, Pencil, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { startRehearsal } from "@/components/client/versions/rehearsals";
import { Button } from "@/components/ui/button";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { useRights } from "@/components/ui/kit/rights";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "@/components/ui/sheet";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as rehearsals } from "@/lib/shared/i18n/en/rehearsals";

type JobPanelProps = { title: string; about: ReactNode; onClose: () => void; children: ReactNode };

export const JobPanel = ({ title, about, onClose, children }: JobPanelProps) => (
  <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <SheetContent className="w-120 bg-sheet max-md:w-full max-md:max-w-full">
      <SheetHeader className="px-5 pt-4 pb-0">
        <SheetTitle className="text-prose font-medium wrap-anywhere">{title}</SheetTitle>
        <SheetDescription className="text-ink-2 wrap-anywhere">{about}</SheetDescription>
      </SheetHeader>
      {children}
    </SheetContent>
  </Sheet>
);

type PanelActionsProps = {
  jobId: string;
  isStarting: boolean;
  chatId: string | null;
  onRun: () => void;
  onEdit: () => void;
  children?: ReactNode;
};

export const PanelActions = ({ jobId, isStarting, chatId, onRun, onEdit, children }: PanelActionsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button variant="outline" aria-disabled={isStarting} onClick={() => !isStarting && onRun()}>
      <Play aria-hidden />
      {t("runNow")}
    </Button>
    <RehearseButton jobId={jobId} />
    <Button variant="outline" onClick={onEdit}>
      <Pencil aria-hidden />
      {common("edit")}
    </Button>
    {chatId && (
      <Button asChild variant="outline">
        <Link href={`/chat/${chatId}`}>
          <MessageCircle aria-hidden />
          {common("conversation")}
        </Link>
      </Button>
    )}
    {children}
  </div>
);

function RehearseButton({ jobId }: { jobId: string }) {
  const router = useRouter();
  const { mayOpen } = useRights();
  const [isStarting, setIsStarting] = useState(false);
  if (!mayOpen("/agent/rehearsals")) return null;
  const start = async () => {
    setIsStarting(true);
    const rehearsal = await startRehearsal({ job: jobId });
    setIsStarting(false);
    if (rehearsal) router.push(`/agent/rehearsals/${rehearsal.id}`);
  };
  return (
    <Button variant="outline" aria-disabled={isStarting} onClick={() => !isStarting && void start()}>
      <FlaskConical aria-hidden />
      {rehearsals("rehearse")}
    </Button>
  );
}

export const PanelPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
);

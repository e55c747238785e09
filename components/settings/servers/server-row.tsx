"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, CircleAlert, CircleSlash, LogIn, ShieldQuestionMark } from "lucide-react";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { cn } from "@/components/ui/cn";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { Ring } from "@/components/ui/kit/ring";
import { Switch } from "@/components/ui/switch";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsServers";
import type { ServerView } from "@/lib/shared/mcp/view";
import { changeServer } from "./api";
import { countToAccept, ServerBody } from "./server-body";

type ServerRowProps = { server: ServerView; onChanged: () => Promise<unknown> };

const STATUS_LABELS: Record<ServerView["status"], string> = {
  get connected() {
    return common("connected");
  },
  get connecting() {
    return t("connecting");
  },
  get sign_in() {
    return t("signInRequired");
  },
  get unconfirmed() {
    return t("unconfirmed");
  },
  get failed() {
    return t("unreachable");
  },
  get lost() {
    return t("lost");
  },
  get off() {
    return common("off");
  },
};

export function ServerRow({ server, onChanged }: ServerRowProps) {
  const { id, title, url, command, args, status, enabled } = server;
  const contents = useId();
  const wants = status === "unconfirmed" || status === "sign_in" || countToAccept(server) > 0;
  const [isOpened, setIsOpened] = useState<boolean>();
  const isOpen = isOpened ?? wants;
  const turning = useMutation({
    mutationFn: (wanted: boolean) => changeServer(id, { enabled: wanted }),
    onSettled: onChanged,
  });
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <div className="flex items-center gap-3">
        <h3 className="min-w-0 flex-1">
          <DisclosureButton
            isOpen={isOpen}
            controls={contents}
            onOpen={setIsOpened}
            className="-mx-2 min-h-11 w-[calc(100%+16px)] min-w-0 items-center rounded-in px-2"
          >
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-medium">{title}</span>
              <span className="truncate font-mono text-meta text-ink-3">
                {url ?? [command, ...args].join(" ")}
              </span>
              <StatusLine server={server} />
            </span>
          </DisclosureButton>
        </h3>
        <Switch
          aria-label={t("use", { title })}
          checked={turning.isPending ? turning.variables : enabled}
          onCheckedChange={(wanted) => turning.mutate(wanted)}
        />
      </div>
      {turning.error && (
        <p role="alert" className="pl-6.5 text-danger">
          {clientText("failed", { error: failureText(turning.error) })}
        </p>
      )}
      <DisclosureContent id={contents} isOpen={isOpen} className="pt-2 pl-6.5 max-md:pl-0">
        <ServerBody server={server} onChanged={onChanged} />
      </DisclosureContent>
    </li>
  );
}

function StatusLine({ server }: { server: ServerView }) {
  const { status, tools, tokens } = server;
  const toAccept = countToAccept(server);
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-meta text-ink-2">
      <Mark status={status} />
      <span>{STATUS_LABELS[status]}</span>
      {tools.length > 0 && <span className="text-ink-3">{t("cost", { count: tools.length, tokens })}</span>}
      {toAccept > 0 && <span className="text-danger">{t("toAccept", { count: toAccept })}</span>}
    </span>
  );
}

function Mark({ status }: Pick<ServerView, "status">) {
  const look = "size-3.5 shrink-0";
  if (status === "connected") return <Check aria-hidden className={cn(look, "text-success")} />;
  if (status === "connecting") return <Ring />;
  if (status === "off") return <CircleSlash aria-hidden className={cn(look, "text-ink-3")} />;
  if (status === "unconfirmed") return <ShieldQuestionMark aria-hidden className={look} />;
  if (status === "sign_in") return <LogIn aria-hidden className={look} />;
  return <CircleAlert aria-hidden className={cn(look, "text-danger")} />;
}

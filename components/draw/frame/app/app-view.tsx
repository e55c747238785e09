"use client";

import { useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/frame";
import type { AppPolicy } from "@/lib/shared/mcp/apps";
import { TakeBackBar } from "../consent/take-back-bar";
import { ErrorView } from "../error-view";
import { AppQuestions } from "./app-question";
import { type AppProps, useApp } from "./use-app";

/**
 * App of an MCP server in its own frame. It sees its call's input and result, and reaches only declared
 * hosts.
 */
export function AppView(props: AppProps) {
  const slot = useRef<HTMLDivElement>(null);
  const { sheet: surface, session, height, isShown, problem, retry } = useApp(slot, props);
  const isFull = props.mode === "fullscreen";
  return (
    <div className="flex flex-col gap-3">
      <div
        ref={slot}
        tabIndex={-1}
        data-slot="app"
        data-painted={isShown || undefined}
        hidden={problem !== undefined}
        aria-busy={!isShown}
        className={cn("relative min-w-0 outline-none", !isShown && "[&>iframe]:opacity-0")}
        style={{ height: isFull ? `max(${height}px, calc(100dvh - 140px))` : Math.max(height, 1) }}
      >
        {!isShown && <Skeleton className="absolute inset-0" />}
      </div>
      {problem !== undefined && (
        <ErrorView error={{ phase: "stopped", message: problem }} onRetry={() => void retry()} />
      )}
      {session && surface && problem === undefined && (
        <>
          <AppQuestions questions={session.questions} server={surface.server} />
          <TakeBackBar takeBack={session.takeBack} />
        </>
      )}
      {surface && <Reach policy={surface.policy} server={surface.server} />}
    </div>
  );
}

function Reach({ policy, server }: { policy: AppPolicy; server: string }) {
  const { connect, resource, frame, base, refused } = policy;
  const hosts = [...new Set([...connect, ...resource, ...frame, ...base])];
  return (
    <p className="text-meta wrap-anywhere text-ink-3">
      {hosts.length > 0 ? t("reach", { server, hosts: hosts.join(", ") }) : t("noNetwork", { server })}
      {refused.length > 0 && ` ${t("blocked", { hosts: refused.join(", ") })}`}
    </p>
  );
}

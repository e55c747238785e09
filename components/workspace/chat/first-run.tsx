"use client";

import { useMutation } from "@tanstack/react-query";
import { ChartLine, Croissant, type LucideIcon, MessageCircle, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { makeAgent } from "@/components/client/agents";
import { failureText } from "@/components/client/failure";
import { showIntent } from "@/components/client/intent";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { FieldError } from "@/components/ui/field-error";
import Link from "@/components/ui/kit/agent-base";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { May } from "@/components/ui/kit/rights";
import { later } from "@/components/ui/later";
import { baseOf } from "@/lib/shared/agents/agent-address";
import { AGENT_EXAMPLES } from "@/lib/shared/agents/agent-examples";
import type { Starter } from "@/lib/shared/agents/agent-view";
import { t } from "@/lib/shared/i18n/en/chat";
import { openings } from "@/lib/shared/openings";
import { ConnectFirst } from "./connect-first";
import type { ModelInUse } from "./model-in-use";

const ICONS: Record<string, LucideIcon> = { "chart-line": ChartLine, croissant: Croissant, wrench: Wrench };

const ServerOpenings = later(() => import("./server-openings").then((module) => module.ServerOpenings));

type FirstRunProps = {
  model: ModelInUse;
  onSend: (text: string) => void;
  /** Called when a model was connected here, so that the user can type. */
  onReady: () => void;
};

/** Shown in an empty conversation: the agent's purpose, and ways to begin that suit its model. */
export function FirstRun({ model, onSend, onReady }: FirstRunProps) {
  const { agents, current, first } = useAgentChoice();
  const agent = agents.find(({ id }) => id === current);
  const starters = agent?.starters ?? [];
  return (
    // While the demo answers, the content is not centred: the form opens in it and must not move what is above.
    <div className={model.isDemo ? "flex flex-col gap-6 pt-[6vh] pb-8" : "my-auto flex flex-col gap-6 py-8"}>
      <div className="flex flex-col gap-1">
        <h2 className="text-title font-strong">{t("whatToMake")}</h2>
        <p className="text-prose wrap-anywhere text-ink-2">{agent?.description || t("agentPurpose")}</p>
      </div>
      {model.isDemo && (
        <May open="/settings/models">
          <ConnectFirst onReady={onReady} />
        </May>
      )}
      {starters.length > 0 ? (
        <Ways>
          <Starters starters={starters} onSend={onSend} />
        </Ways>
      ) : model.isDemo ? (
        <Ways title={t("tryDemo")}>
          {openings.map(({ id, title, about, text, icon }) => (
            <Way key={id} icon={ICONS[icon]} title={title} about={about} onPress={() => onSend(text)} />
          ))}
        </Ways>
      ) : (
        current === first &&
        !model.problem && (
          <May open="/settings/agents">
            <Examples />
          </May>
        )
      )}
      <div className="relative text-meta text-ink-3">
        {model.problem && (
          <p>
            {model.problem}{" "}
            <May open="/settings/models">
              <Link
                href="/settings/models"
                className="whitespace-nowrap text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
              >
                {t("openModels")}
              </Link>
            </May>
          </p>
        )}
        {/* This part loads later than the others and is positioned absolutely, so that they do not move. */}
        <div className="absolute inset-x-0 top-full">
          <ServerOpenings />
        </div>
      </div>
    </div>
  );
}

function Starters({ starters, onSend }: { starters: readonly Starter[]; onSend: (text: string) => void }) {
  return starters.map(({ title, text }) => (
    <Way
      key={`${title} ${text}`}
      icon={MessageCircle}
      title={title || text}
      about={title ? text : ""}
      onPress={() => onSend(text)}
    />
  ));
}

/** The example agents that the workspace does not have yet. A press creates one and opens it. */
function Examples() {
  const { agents } = useAgentChoice();
  const making = useMutation({
    mutationFn: makeAgent,
    onSuccess: ({ id }) => location.assign(baseOf(id)),
  });
  const isMaking = making.isPending || making.isSuccess;
  const others = AGENT_EXAMPLES.filter(
    ({ description }) => !agents.some((agent) => agent.description === description),
  );
  if (others.length === 0) return null;
  return (
    <Ways title={t("readyAgents")}>
      {others.map(({ id, name, description, mark }) => (
        <Way
          key={id}
          mark={<AgentMark agent={{ name, mark }} className="size-8 text-prose" />}
          title={name}
          about={description}
          isDisabled={isMaking}
          onPress={() => making.mutate({ name, example: id })}
        />
      ))}
      <li className="empty:hidden">
        <FieldError role="alert">{making.error ? failureText(making.error) : undefined}</FieldError>
      </li>
    </Ways>
  );
}

function Ways({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      {title && <h3 className="font-medium">{title}</h3>}
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  );
}

type WayProps = {
  icon?: LucideIcon;
  mark?: ReactNode;
  title: string;
  about: string;
  isDisabled?: boolean;
  onPress: () => void;
};

/** A suggestion to begin with. */
function Way({ icon: Icon = MessageCircle, mark, title, about, isDisabled, onPress }: WayProps) {
  return (
    <li>
      <button
        type="button"
        disabled={isDisabled}
        onClick={onPress}
        onPointerEnter={showIntent}
        onFocus={showIntent}
        className="flex min-h-12 w-full items-center gap-3 rounded-sheet border border-line py-1.5 pr-3.5 pl-2 text-left transition-colors hover:border-line-control hover:bg-fill-hover"
      >
        {mark ?? (
          <span className="flex size-8 shrink-0 items-center justify-center rounded-in bg-fill text-ink-2">
            <Icon aria-hidden className="size-4" />
          </span>
        )}
        <span className="flex min-w-0 flex-col">
          <span className="font-medium wrap-anywhere">{title}</span>
          {about && <span className="text-meta wrap-anywhere text-ink-3">{about}</span>}
        </span>
      </button>
    </li>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureText } from "@/components/client/failure";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { BLOCK_PERMISSIONS, type BlockPermission } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { shareBlock, unshareBlock } from "./api";
import { PERMISSION_LABELS } from "./labels";

type Wanted = { agent: string; permission: BlockPermission | null };

export function BlockShares({
  block,
  onChanged,
}: {
  block: BlockView;
  onChanged: () => Promise<unknown> | unknown;
}) {
  const { agents, current } = useAgentChoice();
  const shares = block.shares ?? [];
  const sharing = useMutation({
    mutationFn: ({ agent, permission }: Wanted) =>
      permission ? shareBlock(block, agent, permission) : unshareBlock(block, agent),
    // Wait for the refetch before the change counts as complete, so that the old value does not reappear.
    onSettled: onChanged,
  });
  const others = agents.filter(
    ({ id, archivedAt }) =>
      id !== current && archivedAt === null && !shares.some(({ agent }) => agent === id),
  );
  const { variables: wanted, isPending } = sharing;
  if (shares.length + others.length === 0) return null;
  return (
    <section aria-label={t("otherAgents")} className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium">{t("otherAgents")}</h3>
        <p className="text-meta text-ink-3">{t("otherAgentsHint")}</p>
      </div>
      {shares.length > 0 && (
        <ul aria-label={t("sharedWith")} className="flex flex-col divide-y divide-line">
          {shares.map(({ agent, name, permission }) => (
            <li key={agent} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 first:pt-0">
              <AgentMark agent={agents.find(({ id }) => id === agent) ?? { name, mark: "" }} />
              <span className="min-w-0 flex-1 basis-24 wrap-anywhere">{name}</span>
              <Permission
                label={t("permissionsOf", { name })}
                value={(isPending && wanted.agent === agent && wanted.permission) || permission}
                onChoose={(permission) => sharing.mutate({ agent, permission })}
              />
              <Button
                variant="outline"
                size="sm"
                className="max-md:h-11"
                aria-label={t("stopSharingWith", { name })}
                disabled={isPending}
                onClick={() => sharing.mutate({ agent, permission: null })}
              >
                {t("stopSharing")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <NewShare
          agents={others}
          isPending={isPending}
          onShare={(agent, permission) => sharing.mutate({ agent, permission })}
        />
      )}
      <FieldError>{sharing.error ? failureText(sharing.error) : undefined}</FieldError>
    </section>
  );
}

type NewShareProps = {
  agents: readonly { id: string; name: string }[];
  isPending: boolean;
  onShare: (agent: string, permission: BlockPermission) => void;
};

function NewShare({ agents, isPending, onShare }: NewShareProps) {
  const [chosen, setChosen] = useState("");
  const [permission, setPermission] = useState<BlockPermission>("read_only");
  const agent = agents.find(({ id }) => id === chosen) ?? agents[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (agent && !isPending) onShare(agent.id, permission);
  };
  return (
    <form aria-label={t("share")} onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 basis-32">
        <NativeSelect
          aria-label={common("agent")}
          value={agent?.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {agents.map(({ id, name }) => (
            <NativeSelectOption key={id} value={id}>
              {name}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      <Permission label={t("permission")} value={permission} onChoose={setPermission} />
      <Button type="submit" variant="outline" className="max-md:w-full" aria-disabled={isPending}>
        {t("share")}
      </Button>
    </form>
  );
}

type PermissionProps = {
  label: string;
  value: BlockPermission;
  onChoose: (permission: BlockPermission) => void;
};

const Permission = ({ label, value, onChoose }: PermissionProps) => (
  <div className="min-w-0 flex-1 basis-40">
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = BLOCK_PERMISSIONS.find((one) => one === currentTarget.value);
        if (chosen) onChoose(chosen);
      }}
    >
      {BLOCK_PERMISSIONS.map((one) => (
        <NativeSelectOption key={one} value={one}>
          {PERMISSION_LABELS[one].title}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  </div>
);

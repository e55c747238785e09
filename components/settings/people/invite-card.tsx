"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { roleName } from "@/components/client/members";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { useRights } from "@/components/ui/kit/rights";
import { Label } from "@/components/ui/label";
import { NativeSelect } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as members } from "@/lib/shared/i18n/en/members";
import { t } from "@/lib/shared/i18n/en/settingsPeople";
import { GIVEN_ROLES, type GivenRole, SHARED_RIGHTS, type SharedRight } from "@/lib/shared/members/roles";
import { INVITATION_DAYS } from "@/lib/shared/members/view";
import { INVITATIONS, invite } from "./api";
import { MadeLink } from "./made-link";

export function InviteCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TitledCard title={t("invite")} about={t("inviteAbout")}>
      {isOpen ? (
        <InviteForm onDone={() => setIsOpen(false)} />
      ) : (
        <Button variant="outline" className="max-md:h-11" onClick={() => setIsOpen(true)}>
          <UserPlus aria-hidden />
          {t("inviteSomeone")}
        </Button>
      )}
    </TitledCard>
  );
}

type Days = (typeof INVITATION_DAYS)[number];
type Shares = Readonly<Record<string, SharedRight | undefined>>;

function InviteForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const id = useId();
  const [role, setRole] = useState<GivenRole>("member");
  const [name, setName] = useState("");
  const [days, setDays] = useState<Days>(7);
  const [shares, setShares] = useState<Shares>({});
  const making = useMutation({
    mutationFn: () => invite({ role, name, days, agents: chosen(shares, role) }),
    onSuccess: () => client.invalidateQueries({ queryKey: INVITATIONS }),
  });
  if (making.data?.url)
    return <MadeLink about={t("made", { count: days })} url={making.data.url} onDone={onDone} />;
  return (
    <form
      noValidate
      aria-label={t("invite")}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!making.isPending) making.mutate();
      }}
    >
      <RoleField id={`${id}-role`} role={role} onRole={setRole} />
      <div className="flex flex-wrap gap-4">
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
          <Label htmlFor={`${id}-name`}>{t("note")}</Label>
          <Input
            id={`${id}-name`}
            value={name}
            maxLength={100}
            autoComplete="off"
            autoFocus
            aria-describedby={`${id}-note`}
            onChange={(event) => setName(event.target.value)}
          />
          <p id={`${id}-note`} className="text-meta text-ink-3">
            {t("noteHint")}
          </p>
        </div>
        <div className="flex basis-36 flex-col gap-1 max-md:basis-full">
          <Label htmlFor={`${id}-days`}>{t("validFor")}</Label>
          <NativeSelect
            id={`${id}-days`}
            value={days}
            onChange={({ target }) => setDays(INVITATION_DAYS.find((one) => `${one}` === target.value) ?? 7)}
          >
            {INVITATION_DAYS.map((count) => (
              <option key={count} value={count}>
                {t("days", { count })}
              </option>
            ))}
          </NativeSelect>
        </div>
      </div>
      <AgentsField role={role} shares={shares} onShares={setShares} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="max-md:h-11" aria-disabled={making.isPending}>
          {t("makeLink")}
        </Button>
        <Button variant="ghost" className="max-md:h-11" onClick={onDone}>
          {common("cancel")}
        </Button>
      </div>
      <FieldError role="alert">{making.error ? failureText(making.error) : undefined}</FieldError>
    </form>
  );
}

/** Guests never edit. */
const rightFor = (role: GivenRole, right: SharedRight): SharedRight => (role === "guest" ? "use" : right);

const chosen = (shares: Shares, role: GivenRole) =>
  Object.entries(shares).flatMap(([id, right]) => (right ? [{ id, right: rightFor(role, right) }] : []));

type RoleFieldProps = { id: string; role: GivenRole; onRole: (role: GivenRole) => void };

function RoleField({ id, role, onRole }: RoleFieldProps) {
  const roles = useGivenRoles();
  return (
    <div className="flex max-w-80 flex-col gap-1">
      <Label htmlFor={id}>{t("role")}</Label>
      <NativeSelect
        id={id}
        value={role}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onRole(GIVEN_ROLES.find((one) => one === target.value) ?? "member")}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {roleName(one)}
          </option>
        ))}
      </NativeSelect>
      <p id={`${id}-about`} className="text-meta text-ink-3">
        {aboutRole(role)}
      </p>
    </div>
  );
}

function aboutRole(role: GivenRole): string {
  if (role === "admin") return t("adminAbout");
  return role === "member" ? t("memberAbout") : t("guestAbout");
}

/** Returns the roles that the member may give. Only the owner makes admins. */
export function useGivenRoles(): GivenRole[] {
  const { may } = useRights();
  return GIVEN_ROLES.filter((role) => role !== "admin" || may({ role: "owner" }));
}

type AgentsFieldProps = { role: GivenRole; shares: Shares; onShares: (shares: Shares) => void };

function AgentsField({ role, shares, onShares }: AgentsFieldProps) {
  const { agents } = useAgentChoice();
  const own = agents.filter(({ right = "own", archivedAt }) => right === "own" && archivedAt === null);
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1.5 text-ui font-medium">{t("agents")}</legend>
      <ul className="flex flex-col divide-y divide-line">
        {own.map((agent) => (
          <li key={agent.id} className="flex items-center gap-3 py-1.5">
            <AgentMark agent={agent} />
            <label htmlFor={`${id}-${agent.id}`} className="min-w-0 flex-1 truncate">
              {agent.name}
            </label>
            <div className="w-36 shrink-0">
              <NativeSelect
                id={`${id}-${agent.id}`}
                value={shares[agent.id] ? rightFor(role, shares[agent.id] ?? "use") : ""}
                onChange={({ target }) =>
                  onShares({ ...shares, [agent.id]: SHARED_RIGHTS.find((one) => one === target.value) })
                }
              >
                <option value="">{members("notShared")}</option>
                <option value="use">{members("use")}</option>
                {role !== "guest" && <option value="edit">{members("edit")}</option>}
              </NativeSelect>
            </div>
          </li>
        ))}
      </ul>
      <p className="text-meta text-ink-3">{members("knowsAll")}</p>
    </fieldset>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleDollarSign, KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { detailsOf, MEMBER_LIST, nameOf, roleName } from "@/components/client/members";
import { When } from "@/components/client/versions/when";
import { Badge } from "@/components/ui/badge";
import { FieldError } from "@/components/ui/field-error";
import { Question } from "@/components/ui/kit/dialogs/question";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { useRights } from "@/components/ui/kit/rights";
import { NativeSelect } from "@/components/ui/native-select";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPeople";
import { GIVEN_ROLES, hasRole } from "@/lib/shared/members/roles";
import type { Member, MemberDetails } from "@/lib/shared/members/view";
import { dollars } from "../usage-figures";
import { changeMember, INVITATIONS, inviteAgain, removeMember } from "./api";
import { useGivenRoles } from "./invite-card";
import { LimitForm } from "./limit-form";
import { MadeLink } from "./made-link";

export function MemberRow({ member }: { member: Member | MemberDetails }) {
  const { id, email, role } = member;
  const { me, may } = useRights();
  const client = useQueryClient();
  const [open, setOpen] = useState<"limit" | "remove" | "link">();
  const close = () => setOpen(undefined);
  const change = useMutation({
    mutationFn: (wanted: Parameters<typeof changeMember>[1]) => changeMember(id, wanted),
    onSuccess: () => client.invalidateQueries({ queryKey: MEMBER_LIST }),
  });
  const again = useMutation({
    mutationFn: () => inviteAgain(id),
    onSuccess: () => {
      setOpen("link");
      return client.invalidateQueries({ queryKey: INVITATIONS });
    },
  });
  const name = nameOf(member);
  const details = detailsOf(member);
  // Admins change members and guests; only the owner changes admins.
  const isChangeable = may({ role: "owner" }) || !hasRole(role, "admin");
  const isOwner = role === "owner";
  const problem = change.error ?? again.error;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-56 flex-col">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {id === me && <Badge variant="secondary">{common("you")}</Badge>}
        </span>
        {email && <span className="text-ink-2 wrap-anywhere">{email}</span>}
        {details && <Facts details={details} />}
      </div>
      <div className="flex items-center gap-1">
        {isChangeable && !isOwner ? (
          <RoleSelect
            name={name}
            role={change.isPending ? (change.variables.role ?? role) : role}
            onRole={(role) => change.mutate({ role })}
          />
        ) : (
          <span className="px-2.5 text-ink-2 max-md:px-0">{roleName(role)}</span>
        )}
        <ActionsButton
          label={t("more", { name })}
          groups={[
            [
              isChangeable && {
                ...{ label: t("setLimit"), icon: CircleDollarSign, takesFocus: true },
                onSelect: () => setOpen("limit"),
              },
              !isOwner && {
                ...{ label: t("newLink"), icon: KeyRound, needs: { role: "owner" } as const },
                onSelect: () => again.mutate(),
              },
            ],
            [
              isChangeable &&
                !isOwner && {
                  ...{ label: common("remove"), icon: Trash2, isDestructive: true, takesFocus: true },
                  onSelect: () => setOpen("remove"),
                },
            ],
          ]}
        />
      </div>
      {open === "limit" && details && (
        <LimitForm
          name={name}
          limit={details.dailyUsd}
          onSave={async (dailyUsd) => {
            await change.mutateAsync({ dailyUsd });
            close();
          }}
          onClose={close}
        />
      )}
      {open === "link" && again.data?.url && (
        <MadeLink about={t("newLinkMade", { name })} url={again.data.url} onDone={close} />
      )}
      {open === "remove" && <Remove id={id} name={name} onClose={close} />}
      <FieldError role="alert">{problem ? failureText(problem) : undefined}</FieldError>
    </li>
  );
}

function Facts({ details: { lastUsedAt, spentUsd, dailyUsd } }: { details: MemberDetails }) {
  const spent =
    dailyUsd === null
      ? t("spent", { spent: dollars(spentUsd) })
      : t("spentOf", { spent: dollars(spentUsd), limit: dollars(dailyUsd) });
  return (
    <span className="text-meta text-ink-3">
      {lastUsedAt === null
        ? t("neverSeen")
        : t.rich("seen", { when: () => <When at={lastUsedAt} now={new Date().toISOString()} /> })}
      {" · "}
      {spent}
    </span>
  );
}

type RoleSelectProps = { name: string; role: Member["role"]; onRole: (role: GivenRole) => void };
type GivenRole = (typeof GIVEN_ROLES)[number];

function RoleSelect({ name, role, onRole }: RoleSelectProps) {
  const roles = useGivenRoles();
  return (
    <div className="w-32">
      <NativeSelect
        aria-label={t("roleOf", { name })}
        value={role}
        onChange={({ target }) => {
          const wanted = GIVEN_ROLES.find((one) => one === target.value);
          if (wanted) onRole(wanted);
        }}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {roleName(one)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

function Remove({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeMember(id),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: MEMBER_LIST });
    },
  });
  return (
    <Question
      title={t("removeTitle", { name })}
      about={t("removeAbout")}
      verb={common("remove")}
      problem={remove.error && clientText("failed", { error: failureText(remove.error) })}
      isBusy={remove.isPending}
      onYes={remove.mutate}
      onClose={onClose}
    />
  );
}

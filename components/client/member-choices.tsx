"use client";

import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field-error";
import { useRights } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/members";
import type { ConversationSharing } from "@/lib/shared/members/view";
import { failureText } from "./failure";
import { nameOf, roleName, useMembers } from "./members";

type MemberChoicesProps = {
  /** Text of the choice of everyone. */
  everyone: string;
  sharing: ConversationSharing;
  onChange: (sharing: ConversationSharing) => void;
  className?: string;
};

/** Chooses everyone, or single members other than the current one. */
export function MemberChoices({ everyone, sharing, onChange, className }: MemberChoicesProps) {
  const { me, isAlone } = useRights();
  const { members, error } = useMembers();
  if (isAlone) return null;
  if (!members)
    return error ? <FieldError role="alert">{failureText(error)}</FieldError> : <Skeleton className="h-24" />;
  const toggle = (member: string, isOn: boolean) => {
    const rest = sharing.members.filter((one) => one !== member);
    onChange({ ...sharing, members: isOn ? [...rest, member] : rest });
  };
  return (
    <ul
      aria-label={t("sharing")}
      className={cn("flex max-h-60 flex-col divide-y divide-line overflow-y-auto", className)}
    >
      <Choice isOn={sharing.everyone} onChange={(isOn) => onChange({ ...sharing, everyone: isOn })}>
        {everyone}
      </Choice>
      {members
        .filter((one) => one.id !== me)
        .map((member) => (
          <Choice
            key={member.id}
            isOn={sharing.everyone || sharing.members.includes(member.id)}
            isFixed={sharing.everyone}
            about={roleName(member.role)}
            onChange={(isOn) => toggle(member.id, isOn)}
          >
            {nameOf(member)}
          </Choice>
        ))}
    </ul>
  );
}

type ChoiceProps = {
  isOn: boolean;
  isFixed?: boolean;
  about?: string;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
};

function Choice({ isOn, isFixed, about, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <li className="flex min-h-10 items-center gap-3 py-1.5 max-md:min-h-11">
      <Checkbox
        id={id}
        checked={isOn}
        disabled={isFixed}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <label htmlFor={id} className="min-w-0 flex-1 wrap-anywhere">
        {children}
      </label>
      {about && <span className="text-meta text-ink-3">{about}</span>}
    </li>
  );
}

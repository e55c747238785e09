"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as password } from "@/lib/shared/i18n/en/settingsPassword";
import { t } from "@/lib/shared/i18n/en/signIn";
import { PasswordForm } from "../password/password-form";
import { changePassword, refetchMe } from "./api";

/** The password of a member. `hasCurrent` is false for members who joined with a passkey or an account. */
export function MemberPassword({ hasCurrent }: { hasCurrent: boolean }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const note = isChanged ? { isGood: true, message: t("passwordChanged") } : null;
  return (
    <TitledCard title={t("password")} about={password("setAbout")}>
      {isOpen ? (
        <PasswordForm
          hasCurrent={hasCurrent}
          verb={hasCurrent ? password("change") : password("set")}
          save={changePassword}
          onSaved={() => {
            setIsOpen(false);
            setIsChanged(true);
            void refetchMe(client);
          }}
        >
          <Button type="button" variant="ghost" className="max-md:h-11" onClick={() => setIsOpen(false)}>
            {common("cancel")}
          </Button>
        </PasswordForm>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button variant="outline" className="max-md:h-11" onClick={() => setIsOpen(true)}>
            {hasCurrent ? common("change") : password("set")}
          </Button>
          <Note note={note} />
        </div>
      )}
    </TitledCard>
  );
}

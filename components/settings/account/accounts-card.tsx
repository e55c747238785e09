"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/kit/dialogs/question";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t } from "@/lib/shared/i18n/en/signIn";
import {
  type AccountView,
  type Problem,
  readProblem,
  type SignInService,
} from "@/lib/shared/members/sign-in";
import { linkAccount, refetchMe, unlinkAccount } from "./api";

type AccountsCardProps = { accounts: AccountView[]; services: SignInService[] };

/** Accounts of other services with which the member signs in. */
export function AccountsCard({ accounts, services }: AccountsCardProps) {
  const [leaving, setLeaving] = useState<AccountView>();
  const list = useRef<HTMLDivElement>(null);
  const problem = useProblem();
  const link = useMutation({
    mutationFn: (id: string) => linkAccount(id),
    onSuccess: (url) => location.assign(url),
  });
  const message = link.error ? failureText(link.error) : problem && t(problem);
  return (
    <TitledCard
      title={t("accounts")}
      about={t("accountsAbout")}
      action={<Note note={message ? { isGood: false, message } : null} />}
    >
      <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {accounts.length > 0 && (
          <ul className="flex flex-col divide-y divide-line">
            {accounts.map((account) => (
              <Row key={account.subject} account={account} onUnlink={() => setLeaving(account)} />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          {services.map(({ id, title }) => (
            <Button
              key={id}
              variant="outline"
              className="max-md:h-11"
              aria-disabled={link.isPending}
              onClick={() => link.isPending || link.mutate(id)}
            >
              {t("link", { title })}
            </Button>
          ))}
        </div>
      </div>
      {leaving && (
        <Unlink
          account={leaving}
          onClose={() => setLeaving(undefined)}
          // Move the focus, because the focused button unmounts with its row.
          onUnlinked={() => list.current?.focus()}
        />
      )}
    </TitledCard>
  );
}

/** Returns the problem that the server put into the address when the service sent the browser back. */
function useProblem(): Problem | undefined {
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const address = new URL(location.href);
    setProblem(readProblem(address.searchParams.get("problem")));
    address.searchParams.delete("problem");
    history.replaceState(history.state, "", address);
  }, []);
  return problem;
}

const Row = ({ account, onUnlink }: { account: AccountView; onUnlink: () => void }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
    <div className="flex min-w-0 flex-1 basis-48 flex-col">
      <span className="wrap-anywhere">{account.title}</span>
      <span className="text-meta text-ink-3 wrap-anywhere">{account.email ?? account.subject}</span>
    </div>
    <Button
      variant="outline"
      size="sm"
      aria-label={t("unlinkAccount", { title: account.title })}
      onClick={onUnlink}
    >
      {t("unlink")}
    </Button>
  </li>
);

type UnlinkProps = { account: AccountView; onClose: () => void; onUnlinked: () => void };

function Unlink({ account: { issuer, subject, title }, onClose, onUnlinked }: UnlinkProps) {
  const client = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => unlinkAccount({ issuer, subject }),
    onSuccess: async () => {
      await refetchMe(client);
      onClose();
      onUnlinked();
    },
  });
  return (
    <Question
      title={t("unlinkTitle", { title })}
      about={t("unlinkAbout")}
      verb={t("unlink")}
      problem={unlink.error && failureText(unlink.error)}
      isBusy={unlink.isPending}
      onYes={unlink.mutate}
      onClose={onClose}
    />
  );
}

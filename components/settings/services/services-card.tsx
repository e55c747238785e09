"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/kit/dialogs/question";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/signIn";
import type { ProviderView } from "@/lib/shared/members/sign-in";
import { readServices, removeService, type Services } from "./api";
import { ServiceDialog } from "./service-dialog";

/** The OIDC providers with which members sign in. For the owner and admins. */
export function ServicesCard() {
  const { data, error, refetch } = useQuery(readServices);
  return (
    <TitledCard title={t("services")} about={t("servicesAbout")}>
      {data && <List {...data} />}
      {!data && !error && <Skeleton className="h-12" />}
      {!data && error && (
        <LoadFailure onRetry={() => void refetch()}>
          {clientText("loadFailed", { error: failureText(error) })}
        </LoadFailure>
      )}
    </TitledCard>
  );
}

function List({ providers, next }: Services) {
  const [open, setOpen] = useState<"add" | { kind: "edit" | "remove"; service: ProviderView }>();
  const list = useRef<HTMLDivElement>(null);
  const close = () => setOpen(undefined);
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {providers.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {providers.map((service) => (
            <Row key={service.id} service={service} onOpen={(kind) => setOpen({ kind, service })} />
          ))}
        </ul>
      )}
      <Button variant="outline" className="self-start max-md:h-11" onClick={() => setOpen("add")}>
        {t("addService")}
      </Button>
      {open === "add" && <ServiceDialog {...next} onClose={close} />}
      {open && open !== "add" && open.kind === "edit" && (
        <ServiceDialog {...open.service} service={open.service} onClose={close} />
      )}
      {open && open !== "add" && open.kind === "remove" && (
        // Move the focus, because the focused button unmounts with its row.
        <Remove service={open.service} onClose={close} onRemoved={() => list.current?.focus()} />
      )}
    </div>
  );
}

type RowProps = { service: ProviderView; onOpen: (kind: "edit" | "remove") => void };

const Row = ({ service: { title, issuer, joinDomains }, onOpen }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
    <div className="flex min-w-0 flex-1 basis-48 flex-col">
      <span className="wrap-anywhere">{title}</span>
      <span className="text-meta text-ink-3 wrap-anywhere">{[issuer, ...joinDomains].join(" · ")}</span>
    </div>
    <Button variant="ghost" size="sm" aria-label={t("editService", { title })} onClick={() => onOpen("edit")}>
      {common("edit")}
    </Button>
    <Button
      variant="outline"
      size="sm"
      aria-label={t("removeService", { title })}
      onClick={() => onOpen("remove")}
    >
      {common("remove")}
    </Button>
  </li>
);

type RemoveProps = { service: ProviderView; onClose: () => void; onRemoved: () => void };

function Remove({ service: { id, title }, onClose, onRemoved }: RemoveProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeService(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: readServices.queryKey });
      onClose();
      onRemoved();
    },
  });
  return (
    <Question
      title={t("removeServiceTitle", { title })}
      about={t("removeServiceAbout")}
      verb={common("remove")}
      problem={remove.error && failureText(remove.error)}
      isBusy={remove.isPending}
      onYes={remove.mutate}
      onClose={onClose}
    />
  );
}

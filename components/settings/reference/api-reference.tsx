"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { failureText } from "@/components/client/failure";
import { CopyButton } from "@/components/ui/copy-button";
import { Input } from "@/components/ui/input";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/settingsReference";
import { readReference, search } from "./document";
import { OperationRow } from "./operation-row";

/** The operations of the HTTP API. `address`: of the OpenAPI document. */
export function ApiReference({ address }: { address: string }) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const { data, error, refetch } = useQuery({
    queryKey: ["api-reference"],
    queryFn: ({ signal }) => readReference(signal),
  });
  if (error)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        {clientText("loadFailed", { error: failureText(error) })}
      </LoadFailure>
    );
  const found = data && search(data, wanted);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={text}
          className="md:max-w-80"
          onChange={(event) => setText(event.target.value)}
        />
        <CopyButton named text={() => address} label={t("copyAddress")} className="text-meta md:ml-auto" />
      </div>
      {!found && <Skeleton className="h-120" />}
      {found?.length === 0 && <p className="text-ink-2 max-md:px-1">{t("nothingFound")}</p>}
      {/* The reference is not translated. */}
      <div lang="en" className="contents">
        {found?.map(({ name, description, operations }) => (
          <TitledCard key={name} title={name} about={description}>
            <ul className="-mx-2 flex flex-col">
              {operations.map((operation) => (
                <OperationRow
                  key={`${operation.method} ${operation.path}`}
                  operation={operation}
                  schemas={data?.schemas ?? {}}
                />
              ))}
            </ul>
          </TitledCard>
        ))}
      </div>
    </>
  );
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { t } from "@/lib/shared/i18n/en/imports";
import { isBusy } from "@/lib/shared/imports/contract";
import { IMPORTS, readImports } from "./api";
import { ImportCard } from "./import-card";
import { UploadCard } from "./upload-card";

/** Poll while a background job works, because no event reports its progress. */
const AGAIN_MS = 1_000;

export function Imports({ now }: { now: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: IMPORTS,
    queryFn: ({ signal }) => readImports(signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isBusy(status)) ? AGAIN_MS : false),
  });
  return (
    <>
      <UploadCard onUploaded={() => void client.invalidateQueries({ queryKey: IMPORTS })} />
      {error && (
        <LoadFailure onRetry={() => void refetch()}>
          {t("notLoaded", { error: failureText(error) })}
        </LoadFailure>
      )}
      {data?.map((one) => (
        <ImportCard key={one.id} one={one} now={now} />
      ))}
    </>
  );
}

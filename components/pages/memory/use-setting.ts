"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { jsonBody, request } from "@/components/client/request";
import { t } from "@/lib/shared/i18n/en/memory";

type SettingOptions<Answer> = {
  key: readonly string[];
  path: string;
  parse: (body: unknown) => Answer;
  outdatedBy: (change: string) => boolean;
};

/** Loads a setting, and saves its changes one at a time, so that the last one wins. */
export function useSetting<Answer, Change>({ key, path, parse, outdatedBy }: SettingOptions<Answer>) {
  const client = useQueryClient();
  const ask = async (init: RequestInit): Promise<Answer> => parse(await (await request(path, init)).json());
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask({ signal }),
    meta: { outdatedBy },
  });
  const scope = { id: key.join() };
  const onSuccess = (answer: Answer) => void client.setQueryData(key, answer);
  const change = useMutation({
    ...{ scope, onSuccess },
    mutationFn: (wanted: Change) => ask({ method: "PUT", ...jsonBody(wanted) }),
  });
  const run = useMutation({ ...{ scope, onSuccess }, mutationFn: () => ask({ method: "POST" }) });
  return {
    ...{ answer: data, error, run },
    change: change.mutate,
    /** The change that is being saved. */
    pending: change.isPending ? change.variables : undefined,
    note: change.error
      ? { isGood: false, message: t("notSavedError", { error: failureText(change.error) }) }
      : change.isSuccess
        ? { isGood: true, message: t("saved") }
        : null,
    reload: () => void refetch(),
  };
}

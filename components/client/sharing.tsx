import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { NativeSelect } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/members";
import { MEMBERS } from "./events";
import { jsonBody, request } from "./request";

type View<Sharing> = { parse: (value: unknown) => { sharing: Sharing } };

/** Reads and changes the sharing at a path of the API. A choice is shown before the server has stored it. */
export function useSharing<Sharing>(path: string, view: View<Sharing>, isOutdatedBy = (_: string) => false) {
  const client = useQueryClient();
  const queryKey = ["sharing", path];
  const read = async (response: Promise<Response>) => view.parse(await (await response).json()).sharing;
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(request(path, { signal })),
    meta: { outdatedBy: (change) => change === MEMBERS || isOutdatedBy(change) },
  });
  const saving = useMutation({
    scope: { id: queryKey.join() },
    mutationFn: (wanted: Sharing) => read(request(path, { method: "PUT", ...jsonBody(wanted) })),
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
  });
  const sharing = saving.isPending ? saving.variables : data;
  return { sharing, change: saving.mutate, error: saving.error ?? error };
}

type RightChoiceProps<Right extends string> = {
  about: string;
  right: Right | null;
  rights: readonly (readonly [right: Right, label: string])[];
  onRight: (right: Right | null) => void;
  children: ReactNode;
};

/** A row that chooses the right of a member. */
export function RightChoice<Right extends string>({
  about,
  right,
  rights,
  onRight,
  children,
}: RightChoiceProps<Right>) {
  const id = useId();
  return (
    <li className="flex items-center gap-3 py-1.5">
      <label htmlFor={id} className="flex min-w-0 flex-1 flex-col">
        <span className="wrap-anywhere">{children}</span>
        <span className="text-meta text-ink-3">{about}</span>
      </label>
      <div className="w-36 shrink-0">
        <NativeSelect
          id={id}
          value={right ?? ""}
          onChange={({ target }) => onRight(rights.find(([one]) => one === target.value)?.[0] ?? null)}
        >
          <option value="">{t("notShared")}</option>
          {rights.map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </div>
    </li>
  );
}

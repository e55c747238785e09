"use client";

import { CircleAlert, Plug } from "lucide-react";
import { useState } from "react";
import { byProvider } from "@/components/settings/model-format";
import { Button } from "@/components/ui/button";
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { useRouter } from "@/components/ui/kit/agent-base";
import { useRights } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { providerId } from "@/lib/shared/settings";
import { ModelItem, Tick } from "./model-item";
import type { Models } from "./use-models";

/**
 * Value of the option to choose no model. No model id equals it: an id has a slash or is the name of a
 * provider.
 */
const NONE = "(none)";

type ModelListProps = {
  models: Models;
  value: string | null;
  /** Title of the option to choose no model, and the model that is used then. */
  none: { title: string; about: string };
  onChoose: (id: string | null) => void;
  isPlain?: boolean;
  connect?: string;
};

export function ModelList({
  models: { view, problem, reload },
  value,
  none,
  onChoose,
  isPlain = false,
  connect,
}: ModelListProps) {
  const { mayOpen } = useRights();
  const router = useRouter();
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const isNew = isModelId(wanted) && !view?.models.some(({ id }) => id === wanted);
  return (
    <Command label={t("findModel")} defaultValue={value ?? NONE} className="max-h-[inherit]">
      <CommandInput placeholder={t("findModel")} value={search} onValueChange={setSearch} />
      {!view && !problem && <Loading />}
      {problem && <Problem message={problem} onRetry={reload} />}
      {view?.problems.map(({ provider, message }) => (
        <Problem key={provider} message={message} />
      ))}
      {!isPlain && (
        <p aria-hidden className="flex justify-end gap-2 px-3 pt-2 text-meta text-ink-3 max-md:hidden">
          {t("context")}
          <span className="w-23 text-right">{t("perMillion")}</span>
        </p>
      )}
      <CommandList label={common("models")} className={connect && "scroll-pb-12 max-md:scroll-pb-14"}>
        {view && <CommandEmpty>{t("noSuchModel", { wanted })}</CommandEmpty>}
        <CommandGroup>
          <CommandItem value={NONE} keywords={[none.title]} onSelect={() => onChoose(null)}>
            <Tick isShown={value === null} />
            <span className="shrink-0">{none.title}</span>
            <span className="min-w-0 truncate text-ink-2">{none.about}</span>
          </CommandItem>
        </CommandGroup>
        {byProvider(view?.models ?? []).map(({ title, models }) => (
          <CommandGroup key={title} heading={title}>
            {models.map((model) => (
              <ModelItem
                key={model.id}
                model={model}
                isPlain={isPlain}
                isChosen={model.id === value}
                onChoose={onChoose}
              />
            ))}
          </CommandGroup>
        ))}
        {isNew && (
          <CommandGroup forceMount>
            <CommandItem value={wanted} forceMount onSelect={() => onChoose(wanted)}>
              <Tick isShown={false} />
              <span className="truncate">{t("useWanted", { wanted })}</span>
            </CommandItem>
          </CommandGroup>
        )}
        {connect && mayOpen("/settings/models") && (
          <CommandGroup forceMount className="sticky -bottom-1 -mx-1 -mb-1 border-line border-t bg-float p-1">
            <CommandItem value="(connect)" forceMount onSelect={() => router.push("/settings/models")}>
              <Plug aria-hidden />
              {connect}
            </CommandItem>
          </CommandGroup>
        )}
      </CommandList>
    </Command>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-2 px-3 py-3">
      <p className="sr-only">{t("loadingModels")}</p>
      {[60, 44, 52].map((width) => (
        <Skeleton key={width} className="h-5" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function Problem({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex items-start gap-2 border-line border-b px-3 py-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 wrap-anywhere">{message}</p>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {common("tryAgain")}
        </Button>
      )}
    </div>
  );
}

/** Returns true for `provider/name` with a known provider, which may have models that it does not list. */
function isModelId(text: string): boolean {
  const slash = text.indexOf("/");
  return (
    slash > 0 && providerId.safeParse(text.slice(0, slash)).success && /^\S+$/.test(text.slice(slash + 1))
  );
}

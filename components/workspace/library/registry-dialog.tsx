"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createComponent, takeRegistryItem } from "@/components/client/components";
import { WebMark } from "@/components/client/origins/web-mark";
import { troubleOf, troubleText } from "@/components/client/versions/trouble";
import { TextField } from "@/components/draw/editor/text-field";
import { ComponentFrame } from "@/components/draw/frame/later";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { TakenItem } from "@/lib/shared/components/contract";
import { componentName } from "@/lib/shared/components/fields";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";

type RegistryDialogProps = { onImported: (name: string) => void; onClose: () => void };

/** Asks for the address of a registry item, shows it as a component, and stores it if the user agrees. */
export function RegistryDialog({ onImported, onClose }: RegistryDialogProps) {
  const [item, setItem] = useState<TakenItem>();
  return item ? (
    <StoreDialog item={item} onImported={onImported} onClose={onClose} />
  ) : (
    <AddressDialog onFound={setItem} onClose={onClose} />
  );
}

function AddressDialog({ onFound, onClose }: { onFound: (item: TakenItem) => void; onClose: () => void }) {
  const [address, setAddress] = useState("");
  const { mutate, error, isPending } = useMutation({ mutationFn: takeRegistryItem, onSuccess: onFound });
  return (
    <FormDialog
      title={t("fromRegistry")}
      about={t("registryHint")}
      action={isPending ? t("fetching") : t("showItem")}
      isDisabled={isPending || address.trim() === ""}
      problem={error ? troubleText(error) : undefined}
      onSubmit={() => mutate(address.trim())}
      onClose={onClose}
    >
      <TextField
        label={t("registryAddress")}
        value={address}
        onText={setAddress}
        isRequired
        spellCheck={false}
        inputMode="url"
        placeholder="https://example.com/r/name.json"
      />
    </FormDialog>
  );
}

function StoreDialog({ item, onImported, onClose }: RegistryDialogProps & { item: TakenItem }) {
  const { description, code, props_schema, origins, bundle, props, failure } = item;
  const [name, setName] = useState(item.name);
  const { mutate, error, isPending } = useMutation({
    // The user has seen the failure in the preview.
    mutationFn: () =>
      createComponent({ name, description, code, props_schema }, failure !== undefined, { origins }),
    onSuccess: () => onImported(name),
  });
  const wrong = componentName.safeParse(name).error?.issues[0]?.message;
  const problem = error ? troubleOf(error) : undefined;
  return (
    <FormDialog
      title={t("storeItem")}
      about={description}
      action={failure === undefined ? common("save") : t("saveAnyway")}
      isDisabled={isPending || wrong !== undefined}
      problem={problem ? troubleText(error) : failure && t("itemFailed", { message: failure })}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <WebMark origins={origins} />
      <ScrollArea label={name} className="max-h-[40dvh] rounded-sheet bg-sheet p-4 shadow-sheet">
        <ComponentFrame id={`registry/${bundle}`} bundle={bundle} props={props} title={name} isTrial />
      </ScrollArea>
      <TextField label={common("name")} value={name} onText={setName} isRequired error={wrong} />
    </FormDialog>
  );
}

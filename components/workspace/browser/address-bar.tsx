"use client";

import { ArrowLeft, ArrowRight, Lock, LockOpen, RotateCw } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { t } from "@/lib/shared/i18n/en/browser";
import { t as common } from "@/lib/shared/i18n/en/common";
import { addressOf, typedAddress } from "./address";

type AddressBarProps = {
  url: string;
  isHeld: boolean;
  send: (event: BrowserEventSent) => void;
};

export function AddressBar({ url, isHeld, send }: AddressBarProps) {
  return (
    <div className="flex min-h-control items-start gap-1 px-5 pb-3 max-md:flex-wrap max-md:px-4">
      {isHeld && (
        <div className="-ml-2 flex shrink-0">
          <IconButton label={t("back")} onClick={() => send({ type: "back" })}>
            <ArrowLeft aria-hidden />
          </IconButton>
          <IconButton label={t("forward")} onClick={() => send({ type: "forward" })}>
            <ArrowRight aria-hidden />
          </IconButton>
          <IconButton label={t("reload")} onClick={() => send({ type: "reload" })}>
            <RotateCw aria-hidden />
          </IconButton>
        </div>
      )}
      {isHeld ? <AddressField url={url} send={send} /> : <Address url={url} />}
    </div>
  );
}

function Address({ url }: { url: string }) {
  const address = addressOf(url);
  return (
    <div
      title={url}
      className="flex h-control min-w-0 flex-1 items-center gap-2 rounded-in bg-fill px-2.5 text-ink-3"
    >
      {address && <Scheme isEncrypted={address.isEncrypted} />}
      {address ? (
        <span className="flex min-w-0">
          <span className={address.isEncrypted ? "shrink-0" : "shrink-0 text-danger"}>{address.scheme}</span>
          <span className="shrink-0 text-ink">{address.host}</span>
          <span className="truncate">{address.rest}</span>
        </span>
      ) : (
        <span className="truncate">{t("noPage")}</span>
      )}
    </div>
  );
}

function Scheme({ isEncrypted }: { isEncrypted: boolean }) {
  const Icon = isEncrypted ? Lock : LockOpen;
  const label = isEncrypted ? t("encrypted") : t("notEncrypted");
  return <Icon role="img" aria-label={label} className="size-3.5 shrink-0" />;
}

function AddressField({ url, send }: Omit<AddressBarProps, "isHeld">) {
  const id = useId();
  const [typed, setTyped] = useState<{ text: string; isTyping: boolean; at: string }>();
  const [isWrong, setWrong] = useState(false);
  // Text that the user is typing stays when the page navigates by itself. Submitted text stays only until the
  // URL changes.
  const text = typed && (typed.isTyping || typed.at === url) ? typed.text : undefined;
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = typedAddress(text ?? url);
    setWrong(!address);
    setTyped(text === undefined ? undefined : { text, isTyping: !address, at: url });
    if (address) send({ type: "navigate", url: address });
  };
  const shown = text ?? (addressOf(url) ? url : "");
  return (
    <form onSubmit={go} className="min-w-0 flex-1 max-md:basis-full">
      <Input
        aria-label={common("address")}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        inputMode="url"
        enterKeyHint="go"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        placeholder="example.com"
        value={shown}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => {
          setTyped({ text: target.value, isTyping: true, at: url });
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text === undefined) return;
          event.preventDefault();
          setTyped(undefined);
          setWrong(false);
        }}
        className="text-ellipsis"
      />
      {isWrong && (
        <p id={id} role="alert" className="mt-1 text-meta text-danger">
          {t("wrongAddress")}
        </p>
      )}
    </form>
  );
}

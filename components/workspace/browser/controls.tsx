"use client";

import { Keyboard } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { BrowserControl } from "@/lib/shared/browser/bodies";
import { t } from "@/lib/shared/i18n/en/browser";
import { t as common } from "@/lib/shared/i18n/en/common";

type ControlsProps = {
  isHeld: boolean;
  isWaiting: boolean;
  isAsking: boolean;
  ask: (body: BrowserControl) => void;
  onKeyboard: () => void;
};

export function Controls({ isHeld, isWaiting, isAsking, ask, onKeyboard }: ControlsProps) {
  return (
    <div className="flex shrink-0 items-center gap-1">
      {isHeld && (
        <IconButton label={t("keyboard")} onClick={onKeyboard} className="pointer-fine:hidden">
          <Keyboard aria-hidden />
        </IconButton>
      )}
      <Close isAsking={isAsking} ask={ask} />
      {isHeld ? (
        <HandBack isWaiting={isWaiting} isAsking={isAsking} ask={ask} />
      ) : (
        <Button variant="outline" data-hold disabled={isAsking} onClick={() => ask({ action: "take" })}>
          {t("takeOver")}
        </Button>
      )}
    </div>
  );
}

function HandBack({ isWaiting, isAsking, ask }: Pick<ControlsProps, "isWaiting" | "isAsking" | "ask">) {
  const id = useId();
  const [text, setText] = useState("");
  const give = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    ask({ action: "return", ...(message && { text: message }) });
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant={isWaiting ? "accent" : "default"} data-hold disabled={isAsking}>
          {t("handBack")}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-80 max-w-[calc(100vw-16px)]">
        <form onSubmit={give} className="flex flex-col gap-3">
          <label htmlFor={id} className="font-medium">
            {t("tellAgent")}
          </label>
          <Input
            id={id}
            value={text}
            maxLength={2_000}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
          <div className="flex items-center justify-between gap-3">
            <span className="text-meta text-ink-3">{t("optional")}</span>
            <Button type="submit" variant={isWaiting ? "accent" : "default"} disabled={isAsking}>
              {t("handBack")}
            </Button>
          </div>
        </form>
      </PopoverContent>
    </Popover>
  );
}

function Close({ isAsking, ask }: Pick<ControlsProps, "isAsking" | "ask">) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" disabled={isAsking}>
          {common("close")}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="flex flex-col gap-3">
        <p>{t("closeAbout")}</p>
        <Button
          variant="destructive"
          className="self-end"
          disabled={isAsking}
          onClick={() => ask({ action: "close" })}
        >
          {t("closeBrowser")}
        </Button>
      </PopoverContent>
    </Popover>
  );
}

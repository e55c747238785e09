"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from "react";
import type { ModelMenu } from "@/components/settings/models/model-menu";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/chat";
import type { Heading } from "./use-heading";

type Menu = ComponentType<ComponentProps<typeof ModelMenu>>;

const load = (): Promise<Menu> =>
  import("@/components/settings/models/model-menu").then((module) => module.ModelMenu);

type ModelButtonProps = {
  heading: Heading;
  /** Number of requests from elsewhere to open the menu. Each increment opens it. */
  asked: number;
  className?: string;
};

export function ModelButton({ heading, asked, className }: ModelButtonProps) {
  const [Menu, setMenu] = useState<Menu>();
  const { id, model, choice, choose, fallbackModels, isStored } = heading;
  const near = () => void load().catch(() => {});
  const open = useCallback(() => {
    load().then(
      (loaded) => setMenu(() => loaded),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (asked > 0) open();
  }, [asked, open]);
  if (Menu)
    return (
      <Menu
        key={asked}
        conversationId={id}
        value={choice}
        fallbackModels={fallbackModels}
        label={model.label}
        isDemo={model.isDemo}
        isStored={isStored}
        onChoose={choose}
        defaultOpen
        className={className}
      />
    );
  return (
    <Button
      variant="ghost"
      aria-haspopup="dialog"
      aria-expanded={false}
      title={model.label}
      className={cn("min-w-0 shrink gap-1 px-2 font-normal", className)}
      onPointerEnter={near}
      onFocus={near}
      onClick={open}
    >
      <span className="max-w-44 truncate">
        <span className="sr-only">{t("model")} </span>
        {model.label}
      </span>
      <ChevronDown aria-hidden />
    </Button>
  );
}

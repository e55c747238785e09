"use client";

import { useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { isChosen } from "@/lib/shared/blocks/choose";
import type { Block } from "@/lib/shared/blocks/index";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { BlockProps } from "./props";
import { SubmitRow, stillWriting } from "./submit-row";
import { useSend } from "./use-send";
import { useStored } from "./use-stored";

/** Cards to choose from. The choice is stored with the surface, and answers the ask when it is sent. */
export function ChoiceBlock({ block, ask }: BlockProps<"choice">) {
  const { label, options, multiple = false, submitLabel = t("choose") } = block;
  const id = useId();
  const { send, error, phase } = useSend(ask);
  const stored = useStored(ask.stored);
  const [own, setOwn] = useState<readonly string[]>([]);
  const values = new Set(options.map(({ value }) => value));
  const chosen = (Array.isArray(stored) ? stored : own).filter((one) => values.has(one));
  const isOpen = ask.state === "waiting" || ask.state === "late" || ask.state === "streaming";
  const isTicked = (value: string) => (isOpen ? chosen.includes(value) : isChosen(ask.answer, value));
  const pick = (value: string) => {
    const others = chosen.filter((one) => one !== value);
    const next = !multiple ? [value] : others.length < chosen.length ? others : [...chosen, value];
    setOwn(next);
    ask.stored?.write(next);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = chosen;
        if (first !== undefined) void send({ action: "choose", choice: multiple ? chosen : first });
      }}
    >
      <fieldset disabled={!isOpen || phase !== "idle"} className="flex min-w-0 flex-col gap-2">
        <legend className="mb-2 text-ui font-medium">{label}</legend>
        <div className="grid grid-cols-1 gap-2 @min-[420px]:grid-cols-2">
          {options.map((option) => (
            <Card
              key={option.value}
              name={id}
              option={option}
              type={multiple ? "checkbox" : "radio"}
              isTicked={isTicked(option.value)}
              onPick={() => pick(option.value)}
            />
          ))}
        </div>
      </fieldset>
      {isOpen && (
        <SubmitRow
          label={submitLabel}
          phase={phase}
          early={ask.state === "streaming" ? stillWriting() : chosen.length === 0 && t("chooseCard")}
          variant={ask.state === "late" ? "default" : "accent"}
          error={error}
        />
      )}
    </form>
  );
}

type CardProps = {
  name: string;
  option: Block<"choice">["options"][number];
  type: "radio" | "checkbox";
  isTicked: boolean;
  onPick: () => void;
};

function Card({
  name,
  option: { value, label, description, badge, image },
  type,
  isTicked,
  onPick,
}: CardProps) {
  const id = `${name}${value}`;
  return (
    <label
      htmlFor={id}
      className={cn(
        "flex min-w-0 cursor-pointer flex-col gap-2 rounded-in border px-3 py-2.5 transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-disabled:cursor-default",
        isTicked ? "border-ink bg-fill" : "border-line-strong hover:bg-fill-hover",
      )}
    >
      {/* biome-ignore lint/performance/noImgElement: it is stored here and shown unchanged */}
      {image && <img src={image} alt="" className="aspect-video w-full rounded-[4px] bg-fill object-cover" />}
      <span className="flex items-start gap-2.5">
        <input
          id={id}
          type={type}
          name={name}
          value={value}
          checked={isTicked}
          onChange={onPick}
          aria-describedby={description ? `${id}-text` : undefined}
          className="mt-0.5 size-4 shrink-0 accent-ink outline-none"
        />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-ui font-medium wrap-anywhere">{label}</span>
          {description && (
            <span id={`${id}-text`} className="text-meta text-ink-2 wrap-anywhere">
              {description}
            </span>
          )}
        </span>
        {badge && <Badge variant="secondary">{badge}</Badge>}
      </span>
    </label>
  );
}

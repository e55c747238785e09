import { Brain, Check, ImageIcon, type LucideIcon, Wrench } from "lucide-react";
import {
  ABILITIES,
  ABILITY_LABELS,
  type Ability,
  formatContext,
  formatPrice,
} from "@/components/settings/model-format";
import { cn } from "@/components/ui/cn";
import { CommandItem } from "@/components/ui/command";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import type { ModelInfo } from "@/lib/shared/settings";

const ICONS: Record<Ability, LucideIcon> = { images: ImageIcon, reasoning: Brain, tools: Wrench };

type ModelItemProps = {
  model: ModelInfo;
  isChosen: boolean;
  isPlain: boolean;
  onChoose: (id: string) => void;
};

export function ModelItem({ model, isChosen, isPlain, onChoose }: ModelItemProps) {
  const { id, name, providerTitle } = model;
  return (
    <CommandItem
      value={id}
      keywords={[name, providerTitle]}
      onSelect={() => onChoose(id)}
      className="max-md:flex-wrap max-md:gap-y-0 max-md:py-1.5"
    >
      <Tick isShown={isChosen} />
      <span className={cn("min-w-0 flex-1 truncate", isChosen && "font-medium")} title={name}>
        {name}
        {isChosen && <span className="sr-only">, {common("chosen")}</span>}
      </span>
      {!isPlain && <Facts model={model} />}
    </CommandItem>
  );
}

function Facts({ model }: { model: ModelInfo }) {
  const { can, contextWindow, price } = model;
  const shownPrice = formatPrice(model);
  return (
    <>
      <span className="flex shrink-0 gap-1.5 text-ink-2">
        {ABILITIES.map((ability) => {
          const Icon = ICONS[ability];
          return (
            <span
              key={ability}
              title={can[ability] ? ABILITY_LABELS[ability] : undefined}
              className="size-3.5"
            >
              {can[ability] && (
                <>
                  <Icon aria-hidden className="size-3.5!" />
                  <span className="sr-only">, {ABILITY_LABELS[ability]}</span>
                </>
              )}
            </span>
          );
        })}
      </span>
      <span className="flex gap-2 text-meta text-ink-2 tabular-nums max-md:order-1 max-md:basis-full max-md:pl-6 md:text-right">
        <span className="max-md:empty:hidden md:w-10">
          {contextWindow !== null && (
            <>
              <span aria-hidden>{formatContext(contextWindow)}</span>
              <span className="sr-only">, {t("contextSize", { context: formatContext(contextWindow) })}</span>
            </>
          )}
        </span>
        <span className="md:w-23">
          <span aria-hidden>{shownPrice}</span>
          <span className="sr-only">
            , {price ? t("pricePerMillion", { price: shownPrice }) : shownPrice}
          </span>
        </span>
      </span>
    </>
  );
}

export function Tick({ isShown }: { isShown: boolean }) {
  return <span className="size-4 shrink-0">{isShown && <Check aria-hidden />}</span>;
}

import { Button } from "@/components/ui/button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";

export type CredentialsProps = { id: string; isNew: boolean; onDone: () => void; onCancel?: () => void };

type ConnectButtonsProps = { title: string; isPending: boolean; onCancel?: () => void };

export const ConnectButtons = ({ title, isPending, onCancel }: ConnectButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" aria-disabled={isPending}>
      {isPending ? t("asking", { title }) : t("connect")}
    </Button>
    {onCancel && (
      <Button variant="outline" onClick={onCancel}>
        {common("cancel")}
      </Button>
    )}
  </div>
);

import { NativeSelect } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/sharing";
import { SHARE_DAYS, type ShareDays } from "@/lib/shared/shares";

/** Chooses when a link expires. Null means never. */
export const ExpirySelect = ({
  id,
  days,
  onChange,
}: {
  id: string;
  days: ShareDays | null;
  onChange: (days: ShareDays | null) => void;
}) => (
  <NativeSelect
    id={id}
    value={days ?? ""}
    onChange={({ target }) => onChange(SHARE_DAYS.find((each) => String(each) === target.value) ?? null)}
  >
    <option value="">{t("never")}</option>
    {SHARE_DAYS.map((count) => (
      <option key={count} value={count}>
        {t("inDays", { count })}
      </option>
    ))}
  </NativeSelect>
);

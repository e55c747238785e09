"use client";

import { useId } from "react";
import { SETTINGS } from "@/components/client/events";
import { channelTitle } from "@/components/client/shell/origins/origin-looks";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/kit/agent-base";
import { WEEK, WEEKDAYS } from "@/components/ui/kit/week";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { CHANNELS } from "@/lib/shared/channels";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import {
  SESSION_KINDS,
  type SessionKind,
  type SessionRule,
  type SessionView,
  sessionAnswer,
} from "@/lib/shared/memory/memory-sessions";
import { SettingSection } from "./setting-section";
import { useSetting } from "./use-setting";

const RULE = ["memory", "sessions"] as const;

const RHYTHMS: Record<SessionRule["autoDivide"], string> = {
  get none() {
    return t("never");
  },
  get daily() {
    return t("everyDay");
  },
  get weekly() {
    return t("everyWeek");
  },
};
const ORIGIN_LABELS: Record<SessionKind, string> = {
  get chat() {
    return t("yourConversations");
  },
  get job() {
    return t("jobsAndTriggers");
  },
  get pulse() {
    return t("checkIns");
  },
  get channel() {
    return CHANNELS.map(channelTitle).join(", ");
  },
};

export function Sessions() {
  const setting = useSetting<SessionView, Partial<SessionRule>>({
    ...{ key: RULE, path: "/api/memory/sessions" },
    parse: (body) => sessionAnswer.parse(body).sessions,
    outdatedBy: (change) => change === SETTINGS,
  });
  const { answer, pending, change } = setting;
  return (
    <SettingSection title={t("sessions")} about={t("sessionsHint")} setting={setting}>
      {answer && <Rule rule={{ ...answer, ...pending }} onChange={change} />}
    </SettingSection>
  );
}

type RuleProps = { rule: SessionView; onChange: (change: Partial<SessionRule>) => void };

function Rule({ rule, onChange }: RuleProps) {
  const id = useId();
  const { autoDivide, time, weekday, conversations, timeZone } = rule;
  return (
    <div className="flex flex-col gap-5">
      <div className="grid max-w-120 gap-4 min-[440px]:grid-cols-3">
        <Field>
          <FieldLabel htmlFor={`${id}-when`}>{t("endAutomatically")}</FieldLabel>
          <NativeSelect
            id={`${id}-when`}
            value={autoDivide}
            onChange={({ target }) => onChange({ autoDivide: target.value as SessionRule["autoDivide"] })}
          >
            {Object.entries(RHYTHMS).map(([value, label]) => (
              <NativeSelectOption key={value} value={value}>
                {label}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
        {autoDivide === "weekly" && (
          <Field>
            <FieldLabel htmlFor={`${id}-day`}>{t("day")}</FieldLabel>
            <NativeSelect
              id={`${id}-day`}
              value={weekday}
              onChange={({ target }) => onChange({ weekday: Number(target.value) })}
            >
              {WEEK.map((day) => (
                <NativeSelectOption key={day} value={day}>
                  {WEEKDAYS[day]}
                </NativeSelectOption>
              ))}
            </NativeSelect>
          </Field>
        )}
        {autoDivide !== "none" && (
          <Field>
            <FieldLabel htmlFor={`${id}-time`}>{common("time")}</FieldLabel>
            <Input
              id={`${id}-time`}
              type="time"
              value={time}
              aria-describedby={`${id}-zone`}
              onChange={({ target }) => target.value && onChange({ time: target.value })}
            />
          </Field>
        )}
      </div>
      {autoDivide !== "none" && (
        <>
          <fieldset className="flex flex-col gap-2 max-md:gap-1">
            <legend className="mb-1.5 font-medium">{t("appliesTo")}</legend>
            {SESSION_KINDS.map((one) => (
              <div key={one} className="flex items-center gap-2.5 max-md:min-h-11">
                <Checkbox
                  id={`${id}-${one}`}
                  checked={conversations.includes(one)}
                  onCheckedChange={(isOn) =>
                    onChange({
                      conversations: SESSION_KINDS.filter((other) =>
                        other === one ? isOn === true : conversations.includes(other),
                      ),
                    })
                  }
                />
                <Label htmlFor={`${id}-${one}`} className="font-normal">
                  {ORIGIN_LABELS[one]}
                </Label>
              </div>
            ))}
          </fieldset>
          <p id={`${id}-zone`} className="text-meta text-ink-2">
            {t.rich("sessionTimes", {
              timeZone: timeZone.replaceAll("_", " "),
              link: (chunks) => (
                <Link href="/settings" className="underline underline-offset-4">
                  {chunks}
                </Link>
              ),
            })}
          </p>
        </>
      )}
    </div>
  );
}

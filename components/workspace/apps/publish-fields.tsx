"use client";

import { MemberChoices } from "@/components/client/member-choices";
import { Input } from "@/components/ui/input";
import { CheckField, Field } from "@/components/ui/kit/fields";
import { NativeSelect } from "@/components/ui/native-select";
import {
  type AppSource,
  AUDIENCES,
  type Audience,
  LINK_DAYS,
  MODEL_CALLS,
  type NewApp,
  QUOTAS,
  type TableRule,
} from "@/lib/shared/apps/contract";
import type { AppPlan, ListedApp } from "@/lib/shared/apps/views";
import { t } from "@/lib/shared/i18n/en/apps";
import { firstRule, originsOf, slugOf, withForm } from "./draft";
import { TableRules } from "./table-rules";

export type Draft = {
  slug: string;
  title: string;
  audience: Audience;
  /** Members who may open it; null for all. */
  members: string[] | null;
  days: (typeof LINK_DAYS)[number] | null;
  passcode: string;
  maxVisits: string;
  tables: TableRule[];
  form: string | null;
  hasState: boolean;
  /** Origins, one a line. */
  embed: string;
  visitorRows: string;
  appRows: string;
  asksName: boolean;
  hasComments: boolean;
  hasModel: boolean;
};

/** Returns the first draft: the settings of the published app, or defaults for the tables of the component. */
export function draftOf(plan: AppPlan, app: ListedApp | undefined): Draft {
  const tables = plan.tables.flatMap((table) => {
    const stored = app?.rules?.tables.find((rule) => rule.table === table.name);
    return stored ?? (table.isRead || table.isWritten ? firstRule(table) : []);
  });
  const quotas = app?.quotas ?? QUOTAS;
  return {
    slug: app?.slug ?? slugOf(plan.title),
    title: app?.title ?? plan.title,
    ...{ audience: app?.audience ?? "link", members: app?.members ?? null },
    ...{ days: null, passcode: "", maxVisits: app?.maxVisits?.toString() ?? "" },
    tables,
    form: app?.rules?.form ?? (plan.callsTool ? (tables.find(({ insert }) => insert)?.table ?? null) : null),
    hasState: plan.state.length > 0,
    embed: app?.embed.join("\n") ?? "",
    visitorRows: String(quotas.visitorRows),
    appRows: String(quotas.appRows),
    asksName: app?.rules?.asksName ?? false,
    hasComments: app?.rules?.comments === true,
    hasModel: Boolean(app?.rules?.askModel),
  };
}

export const requestOf = (
  draft: Draft,
  plan: AppPlan,
  source: AppSource,
  quotas = QUOTAS,
): Partial<NewApp> => ({
  ...{ slug: draft.slug, title: draft.title, source, audience: draft.audience },
  members: draft.audience === "members" ? draft.members : null,
  ...(draft.audience === "link" && {
    days: draft.days,
    maxVisits: draft.maxVisits === "" ? null : Number(draft.maxVisits),
    ...(draft.passcode !== "" && { passcode: draft.passcode }),
  }),
  rules: {
    ...{ tables: draft.tables, form: draft.form, asksName: draft.asksName, comments: draft.hasComments },
    askModel: draft.hasModel && plan.asksModel ? MODEL_CALLS : null,
  },
  embed: originsOf(draft.embed),
  quotas: { ...quotas, visitorRows: Number(draft.visitorRows), appRows: Number(draft.appRows) },
  queries: plan.queries,
  state: draft.hasState ? plan.state : [],
});

export type FieldsProps = { draft: Draft; onChange: (part: Partial<Draft>) => void };

export function AppFields({ draft, onChange, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t("name")}>
        {(id) => (
          <Input
            id={id}
            required
            maxLength={200}
            value={draft.title}
            onChange={({ target }) =>
              onChange({
                title: target.value,
                ...(isNew && draft.slug === slugOf(draft.title) && { slug: slugOf(target.value) }),
              })
            }
          />
        )}
      </Field>
      <Field label={t("address")}>
        {(id) => (
          <span className="flex items-center gap-1">
            <span aria-hidden className="text-ink-3">
              /p/
            </span>
            <Input
              id={id}
              required
              readOnly={!isNew}
              pattern="[a-z0-9][a-z0-9\-]*[a-z0-9]"
              maxLength={60}
              value={draft.slug}
              onChange={({ target }) => onChange({ slug: target.value })}
            />
          </span>
        )}
      </Field>
      <Field label={t("audience")}>
        {(id) => (
          <NativeSelect
            id={id}
            value={draft.audience}
            onChange={({ target }) =>
              onChange({ audience: AUDIENCES.find((one) => one === target.value) ?? "link" })
            }
          >
            {AUDIENCES.map((audience) => (
              <option key={audience} value={audience}>
                {t(audience)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {draft.audience === "link" && <LinkFields draft={draft} onChange={onChange} />}
      {draft.audience === "members" && (
        <MemberChoices
          everyone={t("everyMember")}
          sharing={{ everyone: draft.members === null, members: draft.members ?? [] }}
          onChange={({ everyone, members }) => onChange({ members: everyone ? null : members })}
          className="sm:col-span-2"
        />
      )}
    </div>
  );
}

function LinkFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <Field label={t("expires")}>
        {(id) => (
          <NativeSelect
            id={id}
            value={draft.days ?? ""}
            onChange={({ target }) =>
              onChange({ days: LINK_DAYS.find((days) => String(days) === target.value) ?? null })
            }
          >
            <option value="">{t("never")}</option>
            {LINK_DAYS.map((count) => (
              <option key={count} value={count}>
                {t("inDays", { count })}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label={t("passcode")}>
        {(id) => (
          <Input
            id={id}
            minLength={4}
            maxLength={100}
            autoComplete="off"
            value={draft.passcode}
            onChange={({ target }) => onChange({ passcode: target.value })}
          />
        )}
      </Field>
      <Field label={t("maxVisits")}>
        {(id) => (
          <Input
            id={id}
            type="number"
            min={1}
            max={1_000_000}
            value={draft.maxVisits}
            onChange={({ target }) => onChange({ maxVisits: target.value })}
          />
        )}
      </Field>
    </>
  );
}

export function RuleFields({ draft, plan, onChange }: FieldsProps & { plan: AppPlan }) {
  const { tables } = draft;
  return (
    <section aria-label={t("rights")} className="flex min-w-0 flex-col gap-3">
      <h3 className="text-ui font-medium">{t("rights")}</h3>
      {tables.length === 0 && <p className="text-ink-2">{t("noTables")}</p>}
      {tables.map((rule, at) => (
        <TableRules
          key={rule.table}
          rule={rule}
          columns={plan.tables.find(({ name }) => name === rule.table)?.columns ?? []}
          onChange={(changed) => onChange({ tables: tables.with(at, changed) })}
        />
      ))}
      {plan.callsTool && (
        <Field label={t("form")}>
          {(id) => (
            <NativeSelect
              id={id}
              value={draft.form ?? ""}
              onChange={({ target }) => onChange(withForm(draft.tables, plan, target.value))}
            >
              <option value="">{t("noForm")}</option>
              {plan.tables.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      )}
      {plan.state.length > 0 && (
        <CheckField
          label={t("state", { keys: plan.state.join(", ") })}
          isOn={draft.hasState}
          onToggle={() => onChange({ hasState: !draft.hasState })}
        />
      )}
      {plan.asksModel && (
        <CheckField
          label={t("askModel", { visitor: MODEL_CALLS.visitorCalls, app: MODEL_CALLS.appCalls })}
          isOn={draft.hasModel}
          onToggle={() => onChange({ hasModel: !draft.hasModel })}
        />
      )}
      <CheckField
        label={t("comments")}
        isOn={draft.hasComments}
        onToggle={() => onChange({ hasComments: !draft.hasComments })}
      />
      {plan.hasOpenQueries && <p className="text-meta text-ink-3">{t("openQueries")}</p>}
    </section>
  );
}

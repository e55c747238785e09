"use client";

import { Check, CircleAlert, Play } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { JsonTree } from "@/components/draw/blocks/json/json";
import { SchemaForm } from "@/components/draw/schema-form/schema-form";
import { useFields } from "@/components/draw/schema-form/use-fields";
import { Button } from "@/components/ui/button";
import { duration } from "@/components/ui/kit/duration";
import { Ring } from "@/components/ui/kit/ring";
import { ValueBox } from "@/components/ui/kit/value-box";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { t as tools } from "@/lib/shared/i18n/en/tools";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import { runOwnTool } from "../api";
import { firstArgs, takesNothing } from "../defaults";
import { logsOf, troubleOf } from "../trouble";
import { Logs } from "./logs";

type RunSheetProps = { tool: AgentTool; isDirty: boolean };

export function RunSheet({ tool: { name, version, parameter_schema: schema }, isDirty }: RunSheetProps) {
  const initialArgs = useMemo(() => firstArgs(schema), [schema]);
  const fields = useFields(schema, initialArgs);
  const { run, isRunning, outcome } = useRun(name);
  const [isAsked, setIsAsked] = useState(false);
  const isBare = takesNothing(schema);
  const start = () => {
    const args = isBare ? {} : fields.values;
    setIsAsked(args === undefined);
    if (args) void run(args);
  };
  const footer = (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button type="submit" aria-disabled={isRunning}>
        {isRunning ? <Ring className="mx-0.5 border-on-ink/40 border-t-on-ink" /> : <Play aria-hidden />}
        {t("run")}
      </Button>
      <p className="min-w-0 flex-1 text-meta text-ink-3">
        {isDirty ? t("runsSaved", { version }) : t("reallyRuns")}
      </p>
    </div>
  );
  return (
    <section aria-label={t("tryIt")} className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <h2 className="px-5 pt-4 text-prose font-medium max-md:px-4">{t("tryIt")}</h2>
      <div className="px-5 pt-3 pb-5 max-md:px-4">
        {isBare ? (
          <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              start();
            }}
          >
            <p className="text-ink-2">{tools("noParameters")}</p>
            {footer}
          </form>
        ) : (
          <SchemaForm fields={fields} whole={t("arguments")} isQuiet={!isAsked} onSubmit={start}>
            {footer}
          </SchemaForm>
        )}
      </div>
      <div role="status" className="min-w-0">
        {outcome && <Came outcome={outcome} />}
      </div>
    </section>
  );
}

function Came({ outcome }: { outcome: Outcome }) {
  const { logs, ms } = outcome;
  return (
    <div className="flex min-w-0 flex-col gap-3 border-line border-t px-5 py-4 max-md:px-4">
      <p className="flex items-center gap-2">
        {outcome.ok ? (
          <Check aria-hidden className="size-4 shrink-0 text-success" />
        ) : (
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
        )}
        <span className="flex-1 font-medium">{outcome.ok ? t("returned") : t("failed")}</span>
        <span className="text-meta text-ink-3 tabular-nums">{duration(ms)}</span>
      </p>
      {outcome.ok ? (
        <Result value={outcome.result} />
      ) : (
        <ValueBox label={t("error")} value={outcome.message} />
      )}
      {logs.length > 0 && <Logs label={tools("logs")} lines={logs} />}
    </div>
  );
}

const Result = ({ value }: { value: unknown }) =>
  typeof value === "object" && value !== null ? (
    <JsonTree data={value} />
  ) : (
    <ValueBox label={t("result")} value={value} />
  );

type Outcome = { logs: readonly string[]; ms: number } & (
  | { ok: true; result: unknown }
  | { ok: false; message: string }
);

function useRun(name: string) {
  const [isRunning, setIsRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const isBusy = useRef(false);
  const run = async (args: Record<string, unknown>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsRunning(true);
    const begin = performance.now();
    const done = (
      came: Omit<Extract<Outcome, { ok: true }>, "ms"> | Omit<Extract<Outcome, { ok: false }>, "ms">,
    ) => setOutcome({ ...came, ms: performance.now() - begin });
    try {
      const { result, logs } = await runOwnTool(name, args);
      done({ ok: true, result, logs });
    } catch (error) {
      const trouble = troubleOf(error);
      const message = "message" in trouble ? trouble.message : t("outdated");
      done({ ok: false, message, logs: logsOf(error) });
    } finally {
      isBusy.current = false;
      setIsRunning(false);
    }
  };
  return { run, isRunning, outcome };
}

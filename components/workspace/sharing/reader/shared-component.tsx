"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "@/components/client/request";
import { ComponentFrame } from "@/components/draw/frame/component-frame";
import { framePool } from "@/components/draw/frame/pool";
import type { SurfaceServer } from "@/components/draw/frame/server-link";
import { entriesOf, SharedValues, stateOf } from "@/components/draw/frame/shared-values";
import { stateEntry } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/sharing";
import type { SharedNow } from "@/lib/shared/shares";

const NO_ACCESS = { uses: [], open: [], isWider: false, readWeb: [] };
const STATE = stateEntry("").length;

type SharedComponentProps = { title: string; component: NonNullable<SharedNow["component"]> };

export function SharedComponent({ title, component }: SharedComponentProps) {
  const { id, js, css, props, rows, agent, sheet: surface } = component;
  const latest = useRef(rows);
  const [stage] = useState(() => {
    const [ofAgent, ofSurface] = [new SharedValues(), new SharedValues()];
    const hearing = new Set<(change: null) => void>();
    ofAgent.give(agent);
    ofSurface.give(surface);
    framePool().state = stateOf(ofAgent);
    const refuse = async () => {
      throw new ApiError(403, t("readOnly"), undefined);
    };
    const server: SurfaceServer = {
      ...{
        isReadOnly: t("readOnly"),
        look: refuse,
        allow: refuse,
        change: refuse,
        access: async () => NO_ACCESS,
      },
      hear: (onChange) => {
        hearing.add(onChange);
        return () => hearing.delete(onChange);
      },
      call: async (call) => {
        if (call.type !== "query") return refuse();
        const found = latest.current[JSON.stringify([call.sql, call.params ?? []])];
        if (!found) throw new ApiError(403, t("notShared"), undefined);
        return { rows: { ...found, row_count: found.rows.length, reads: [] } };
      },
    };
    const entries = entriesOf(ofSurface, (entry) => entry.slice(STATE));
    return { ofAgent, ofSheet: ofSurface, hearing, server, entries };
  });
  useEffect(() => {
    latest.current = rows;
    stage.ofAgent.give(agent);
    stage.ofSheet.give(surface);
    for (const hear of stage.hearing) hear(null);
  }, [stage, rows, agent, surface]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id identifies the code, so the component keeps running
  const bundle = useMemo(() => ({ js, css, map: "" }), [id]);
  return (
    <div className="px-5 pt-4 pb-5 max-md:px-4">
      <ComponentFrame
        key={id}
        id={id}
        bundle={bundle}
        props={props}
        title={title}
        server={stage.server}
        sheet={stage.entries}
        onAction={() => {
          throw new Error(t("nothingSent"));
        }}
      />
    </div>
  );
}

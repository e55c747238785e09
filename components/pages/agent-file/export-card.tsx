"use client";

import { FileDown } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useApiHref } from "@/components/ui/kit/agent-base";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";

export function ExportCard() {
  const [hasHistory, setHasHistory] = useState(true);
  const [hasConversations, setHasConversations] = useState(false);
  const apiHref = useApiHref();
  const query = new URLSearchParams({
    ...(!hasHistory && { history: "live" }),
    ...(hasConversations && { conversations: "true" }),
  });
  return (
    <TitledCard title="Export" about="Exports the whole agent as one JSON file.">
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[80px_minmax(0,1fr)] gap-y-1.5">
          <dt className="text-ink-3">Included</dt>
          <dd>
            Prompt, notes, memory, tools that the agent made, components, jobs, the state, its database,
            collections of documents, files and images, MCP servers, settings of this agent
            {hasConversations && ", and all messages"}
          </dd>
          <dt className="text-ink-3">Not included</dt>
          <dd>
            {!hasConversations && "Conversations, "}
            {hasConversations ? "Open questions and permissions in conversations, " : ""}
            keys, tokens and sign-ins, channels, settings of the workspace, and earlier versions of the
            database and of collections
          </dd>
        </dl>
        <div className="flex flex-col gap-2.5 max-md:gap-0">
          <Tick label="Include all versions" isOn={hasHistory} onChange={setHasHistory} />
          <Tick label="Include conversations" isOn={hasConversations} onChange={setHasConversations} />
        </div>
        <Button asChild className="self-start max-md:self-stretch">
          <a href={apiHref(`/api/export${query.size > 0 ? `?${query}` : ""}`)} download>
            <FileDown aria-hidden />
            Export this agent
          </a>
        </Button>
      </div>
    </TitledCard>
  );
}

type TickProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

export function Tick({ label, isOn, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5 max-md:min-h-11">
      <Checkbox id={id} checked={isOn} onCheckedChange={(checked) => onChange(checked === true)} />
      <Label htmlFor={id}>{label}</Label>
    </div>
  );
}

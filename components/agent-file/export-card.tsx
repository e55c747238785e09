"use client";

import { FileDown } from "lucide-react";
import { useId, useState } from "react";
import { Card } from "@/components/settings/settings-page";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";

/** What the agent is made of, as a file. */
export function ExportCard() {
  const id = useId();
  const [hasHistory, setHasHistory] = useState(true);
  return (
    <Card title="Export" about="The whole agent as one JSON file, to keep or to take elsewhere.">
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[80px_minmax(0,1fr)] gap-y-1.5">
          <dt className="text-ink-3">In it</dt>
          <dd>
            Prompt, notes, memory, tools that the agent made, components, jobs, the state, its database,
            collections of documents, files and images, MCP servers, and what is set for this agent alone
          </dd>
          <dt className="text-ink-3">Not in it</dt>
          <dd>
            Conversations, keys, tokens and sign-ins, channels, what the workspace has set for all agents, and
            earlier versions of the database and of collections
          </dd>
        </dl>
        <div className="flex items-center gap-2.5 max-md:min-h-11">
          <Checkbox
            id={id}
            checked={hasHistory}
            onCheckedChange={(checked) => setHasHistory(checked === true)}
          />
          <Label htmlFor={id}>With every version that there ever was</Label>
        </div>
        <Button asChild className="self-start max-md:self-stretch">
          <a href={hasHistory ? "/api/export" : "/api/export?history=live"} download>
            <FileDown aria-hidden />
            Export this agent
          </a>
        </Button>
      </div>
    </Card>
  );
}

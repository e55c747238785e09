"use client";

import { useEffect, useRef } from "react";
import { CodeBox } from "@/components/kit/code-box";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Card } from "../settings-page";

type MadeProgramProps = { address: string; bridge: string; name: string; token: string; onDone: () => void };

/** A token that was just made, with what the program is told of it. It cannot be shown again. */
export function MadeProgram({ address, bridge, name, token, onDone }: MadeProgramProps) {
  const head = useRef<HTMLParagraphElement>(null);
  // The form with the focus gave way to this.
  useEffect(() => head.current?.focus(), []);
  const server = { type: "http", url: address, headers: { Authorization: `Bearer ${token}` } };
  const started = {
    command: "node",
    args: [bridge],
    env: { EASEL_MCP_URL: address, EASEL_MCP_TOKEN: token },
  };
  return (
    <Card title={`The token of ${name}`}>
      <div className="flex flex-col gap-4">
        <p ref={head} tabIndex={-1} className="outline-none">
          Copy it now: it is not shown again. Who has it may use what you allowed.
        </p>
        <Copied label="Token" text={token} />
        <Copied label="Address" text={address} />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-ui font-medium">For a program that reads an mcp.json</p>
          <CodeBox language="json" label="over HTTP" text={config(server)} />
        </div>
        <details>
          <summary className="w-fit cursor-pointer rounded-in text-ui font-medium">
            For one that starts its servers itself
          </summary>
          <CodeBox language="json" label="as a command" text={config(started)} className="mt-1" />
        </details>
        <Button variant="outline" className="self-start" onClick={onDone}>
          Done
        </Button>
      </div>
    </Card>
  );
}

const config = (easel: object) => JSON.stringify({ mcpServers: { easel } }, null, 2);

const Copied = ({ label, text }: { label: string; text: string }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <p className="text-ui font-medium">{label}</p>
    <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
      <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{text}</code>
      <CopyButton text={() => text} label={`Copy the ${label.toLowerCase()}`} />
    </div>
  </div>
);

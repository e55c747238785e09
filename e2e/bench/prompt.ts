import type { Row } from "./report.ts";

type Counted = { tokens: number }[];

export async function promptRows(url: string): Promise<Row[]> {
  const response = await fetch(`${url}/api/prompt/assembled`);
  const { parts, tools, total }: { parts: Counted; tools: Counted; total: number } = await response.json();
  const sum = (counted: Counted) => counted.reduce((all, { tokens }) => all + tokens, 0);
  return [
    { name: "fixed prompt, tokens", easel: sum(parts) },
    { name: "tool schemas, tokens", easel: sum(tools) },
    { name: "fixed prompt and tool schemas, tokens", easel: total },
  ];
}

import { randomUUID } from "node:crypto";

export const BUTTON = `export default function Go({ label = "Go" }: { label?: string }) {
  return <button className="p-2" onClick={() => callTool("save", { n: 1 })}>{label}</button>;
}`;
export const BROKEN = "export default () => {\n  return <div>;\n};";

export const unique = () => `C${randomUUID().replaceAll("-", "")}`;

/** What creates a component that nobody has. */
export const made = (over: object = {}) => ({
  name: unique(),
  description: "A button",
  code: BUTTON,
  ...over,
});

import type { CodeUses } from "@/lib/shared/components/access";
import { type RegistryFile, TAKEN } from "@/lib/shared/components/registry";

type Described = CodeUses & {
  slug: string;
  imports: ReadonlySet<string>;
  sources: readonly RegistryFile[];
};

/** The handlers that an app supplies, by the exports of "easel" that call them. */
const HANDLERS: readonly (readonly [uses: RegExp, handler: string, about: string])[] = [
  [/\bcallTool\b/, "callTool(action, payload)", "receives the component's answer"],
  [/\bsendMessage\b/, "sendMessage(text)", "receives messages that the component sends as the user"],
  [/\buse(?:Query|Table)\b/, "query(sql, params)", "runs a read-only SQL query and resolves to { rows }"],
  [/\buseTable\b/, "changeRows(change)", "changes rows of a table"],
  [/\bcallAgentTool\b/, "callAgentTool(name, args)", "runs a tool and resolves to its result"],
  [/\buseFile\b/, "file(id)", "resolves to the Blob of a file"],
  [/\bimportModule\b/, "importModule(name)", "loads a module whose name the code computes"],
];

/** Describes for developers what the item cannot contain and their app has to supply. */
export function docsOf({ slug, imports, sources, uses, open }: Described): string {
  const code = sources.map(({ content = "" }) => content).join("\n");
  const handlers = imports.has("easel") ? HANDLERS.filter(([pattern]) => pattern.test(code)) : [];
  const named = uses.flatMap((use) => ("name" in use ? [`${use.kind} "${use.name}"`] : []));
  const lines = [
    `import Component from "@/${TAKEN.components}/${slug}";`,
    ...(handlers.length > 0
      ? [
          `Wrap it in <EaselProvider handlers={{ … }}> of "@/${TAKEN.easel}", which types these handlers:`,
          ...handlers.map(([, handler, about]) => `- ${handler} ${about}.`),
        ]
      : []),
    ...(named.length > 0 ? [`It uses ${named.join(", ")} of the agent.`] : []),
    ...(open.length > 0 && named.length > 0
      ? [`It chooses other names of ${open.join(", ")} at run time.`]
      : []),
    ...(/\buse(?:Agent|Sheet)State\b/.test(code) ? ["Its state is kept in the browser's localStorage."] : []),
    ...(imports.has("sonner")
      ? ['Render <Toaster /> of "sonner" once in the app, so that its notices appear.']
      : []),
  ];
  return lines.join("\n");
}

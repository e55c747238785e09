import type { Block, LeafBlock } from "@/lib/shared/blocks";
import { isSql } from "@/lib/shared/blocks/sql-query";
import { markdownCode } from "./markdown-code";

/* Code of a component that draws the blocks of a sheet. Visitors load only the views that it imports. */

type View = { module: "plain" | "text" | "table" | "form" | "chart"; name: string };

const VIEWS: Partial<Record<Block["type"], View>> = {
  markdown: { module: "text", name: "MarkdownView" },
  alert: { module: "text", name: "AlertView" },
  table: { module: "table", name: "TableView" },
  chart: { module: "chart", name: "ChartView" },
  form: { module: "form", name: "FormView" },
  choice: { module: "form", name: "ChoiceView" },
  metrics: { module: "plain", name: "MetricsView" },
  timeline: { module: "plain", name: "TimelineView" },
  image: { module: "plain", name: "ImageView" },
  code: { module: "plain", name: "CodeView" },
  json: { module: "plain", name: "CodeView" },
};
const MISSING = "This is not available in a published app.";

/** Writes the JSX of blocks, and collects what it needs: imported views, and components that run a query. */
export class SheetCode {
  readonly #imports = new Map<string, View["module"]>();
  readonly #hooks = new Set<"callTool" | "useQuery">();
  readonly #parts: string[] = [];

  sheet(blocks: readonly Block[]): string {
    return `<${this.#use({ module: "plain", name: "SheetView" })}>${this.blocks(blocks)}</SheetView>`;
  }

  board(tiles: readonly { title: string; jsx: string }[]): string {
    this.#use({ module: "plain", name: "BoardView" });
    this.#use({ module: "plain", name: "TileView" });
    const all = tiles.map(({ title, jsx }) => `<TileView title={${JSON.stringify(title)}}>${jsx}</TileView>`);
    return `<BoardView>${all.join("\n")}</BoardView>`;
  }

  blocks(blocks: readonly Block[]): string {
    return blocks.map((block) => this.#block(block)).join("\n");
  }

  /** Returns the module with its default export. `head` precedes it. */
  module(jsx: string, head = ""): string {
    const imports = [...this.#imports].map(
      ([name, module]) => `import { ${name} } from "easel/app-blocks/${module}";`,
    );
    const hooks = [...this.#hooks].map((name) => `import { ${name} } from "easel";`);
    const app = `export default function App() {\n  return ${jsx};\n}`;
    return [...imports, ...hooks, head, ...this.#parts, app].filter(Boolean).join("\n");
  }

  #use({ module, name }: View): string {
    this.#imports.set(name, module);
    return name;
  }

  #block(block: Block): string {
    if (block.type === "columns")
      return this.#parted(
        block.columns.map(({ blocks }) => ({ blocks })),
        "ColumnsView",
      );
    if (block.type === "tabs") return this.#parted(block.tabs, "PartView");
    const view = VIEWS[block.type];
    if (!view) return this.#missing();
    if (block.type === "markdown") return `<${this.#use(view)}>${markdownCode(block.content)}</MarkdownView>`;
    if (block.type === "alert") {
      const isDanger = block.variant === "danger";
      return `<${this.#use(view)} isDanger={${isDanger}}>${markdownCode(block.content)}</AlertView>`;
    }
    if (block.type === "code") return `<${this.#use(view)} text={${JSON.stringify(block.content)}} />`;
    if (block.type === "json")
      return `<${this.#use(view)} text={${JSON.stringify(JSON.stringify(block.data, null, 2))}} />`;
    // Only the server of Easel has the files of the workspace.
    if (block.type === "image" && !block.url.startsWith("data:")) return this.#missing();
    if (
      (block.type === "table" || block.type === "chart") &&
      !Array.isArray(block.data) &&
      !("series" in block.data)
    )
      return isSql(block.data) ? this.#query(view, block, block.data) : this.#missing();
    const answers = block.type === "form" || block.type === "choice";
    if (answers) this.#hooks.add("callTool");
    return `<${this.#use(view)} block={${JSON.stringify(block)}}${answers ? " onAnswer={callTool}" : ""} />`;
  }

  #parted(parts: readonly { label?: string; blocks: unknown[] }[], wrapper: string): string {
    this.#use({ module: "plain", name: wrapper });
    this.#use({ module: "plain", name: "PartView" });
    const all = parts.map(({ label, blocks }) => {
      const about = label === undefined ? "" : ` label={${JSON.stringify(label)}}`;
      return `<PartView${about}>${this.blocks(blocks as LeafBlock[])}</PartView>`;
    });
    return `<${wrapper}>${all.join("\n")}</${wrapper}>`;
  }

  #query(view: View, block: Block, { sql, params = [] }: { sql: string; params?: unknown[] }): string {
    this.#hooks.add("useQuery");
    const name = `Live${this.#parts.length}`;
    const { data: _, ...rest } = { data: undefined, ...block };
    this.#parts.push(`function ${name}() {
  const query = useQuery(${JSON.stringify(sql)}, ${JSON.stringify(params)});
  return <${this.#use(view)} block={${JSON.stringify(rest)}} query={query} />;
}`);
    return `<${name} />`;
  }

  #missing(): string {
    const name = this.#use({ module: "plain", name: "MissingView" });
    return `<${name} text={${JSON.stringify(MISSING)}} />`;
  }
}

import { type DrawnChart, drawnAs } from "@/lib/shared/blocks/chart";
import type { Block } from "@/lib/shared/blocks/index";
import { isQuery } from "@/lib/shared/blocks/live";
import { chartFrom } from "@/lib/shared/blocks/live-chart";
import { inEnglish } from "@/lib/shared/i18n/locale";
import type { RenderedBlock } from "./blocks";
import { markdownColumns } from "./markdown";
import { appErrorMessage, queryRowsOf } from "./query-rows";
import { plainRich, type Rich, RichBuilder } from "./rich";

export async function renderChart(agentId: string, block: Block<"chart">): Promise<RenderedBlock> {
  const chart = await drawnOf(agentId, block).catch(appErrorMessage);
  if (typeof chart === "string") return { text: plainRich(`⚠️ ${chart}`) };
  const drawn = inEnglish(() => drawnAs(chart));
  const title = drawn.title ?? "Chart";
  return {
    text: plainRich(drawn.title ?? ""),
    file: {
      ...{ as: "photo", name: "chart.png", instead: numbers(drawn, title) },
      from: { is: "chart", block: drawn },
    },
  };
}

async function drawnOf(agentId: string, block: Block<"chart">): Promise<DrawnChart | string> {
  const { data, ...rest } = block;
  if (!isQuery(data)) return { ...rest, data };
  const made = chartFrom(block.chartType, await queryRowsOf(agentId, data));
  return "problem" in made ? made.problem : { ...rest, data: made.data };
}

function numbers({ data, unit }: DrawnChart, title: string): Rich {
  const head = ["", ...data.series.map(({ name }) => (unit ? `${name}, ${unit}` : name))];
  const rows = data.labels
    .slice(0, 30)
    .map((label, at) => [label, ...data.series.map(({ values }) => String(values[at] ?? ""))]);
  const all = new RichBuilder();
  all.mark({ type: "bold" }, () => all.add(title)).add("\n");
  all.mark({ type: "pre" }, () =>
    all.add(
      markdownColumns(
        [head, ...rows],
        head.map((_, at) => at > 0),
      ),
    ),
  );
  return all.done();
}

import { CodeText, pretty } from "@/components/workspace/export/code-text";
import { Image } from "@/components/workspace/export/image";
import { type Context, html, type Pieces } from "@/components/workspace/export/pieces";
import { Prose } from "@/components/workspace/export/prose";
import { isChosen } from "@/lib/shared/blocks/choose";
import {
  type Block,
  type BlockType,
  type DrawnType,
  type LeafBlock,
  type LeafType,
  markdownOf,
} from "@/lib/shared/blocks/index";
import { metricChange, metricValue } from "@/lib/shared/blocks/metrics";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/export";
import { drawForm } from "./form";
import { drawAnyChart, drawAnyTable } from "./live";

export type BlockContext = {
  id: string;
  /** Level of the enclosing heading (1 to 6). */
  below: number;
  answer: unknown;
};

type Draw<Type extends BlockType> = (block: Block<Type>, place: BlockContext, context: Context) => Pieces;

type Draws = { [Type in BlockType]?: Draw<Type> };

/** Renderings of blocks. Those without one are rendered from their Markdown. */
const draws: Draws & Required<Pick<Draws, DrawnType | Exclude<BlockType, LeafType>>> = {
  alert: ({ variant, content }, { id, below }) => [
    html(
      <div className={`alert ${variant}`}>
        <strong>{ALERTS[variant]}</strong>
        <Prose text={content} id={id} below={below} />
      </div>,
    ),
  ],
  code: ({ content, language }) => [html(<CodeText text={content} language={language} />)],
  image: ({ url, alt }) => [
    html(
      <figure>
        <Image url={url} alt={alt} />
      </figure>,
    ),
  ],
  json: ({ data }) => {
    const text = pretty(data);
    return [
      html(
        <details className="data" open={text.split("\n").length <= SHORT}>
          <summary>{common("json")}</summary>
          <CodeText text={text} language="json" />
        </details>,
      ),
    ];
  },
  table: drawAnyTable,
  chart: drawAnyChart,
  form: drawForm,
  metrics: ({ items }) => [
    html(
      <dl className="metrics">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: figures are identified by position
          <div key={index}>
            <dt>{item.label}</dt>
            <dd>
              <strong>{metricValue(item)}</strong> <span className="quiet">{metricChange(item)}</span>
            </dd>
          </div>
        ))}
      </dl>,
    ),
  ],
  choice: ({ label, options }, { answer }) => [
    html(
      <div className="form">
        <p>{label}</p>
        <ul>
          {options.map(({ value, label, description, badge }) => (
            <li key={value}>
              {isChosen(answer, value) ? <strong>{t("choice", { label })}</strong> : label}
              {badge && ` · ${badge}`}
              {description && <span className="quiet"> {description}</span>}
            </li>
          ))}
        </ul>
      </div>,
    ),
  ],
  diagram: async function* ({ source, title }, _, { drawDiagram }) {
    const image = await drawDiagram(source);
    yield html(
      <figure>
        {title && <figcaption>{title}</figcaption>}
        {/* biome-ignore lint/performance/noImgElement: an exported file has no image optimiser */}
        {image && <img className="diagram" src={image} alt={title ?? common("diagram")} />}
        <details className="data" open={!image}>
          <summary>{t("diagramText")}</summary>
          <CodeText text={source} language="mermaid" />
        </details>
      </figure>,
    );
  },
  columns: ({ columns }, place, context) => drawParts("columns", columns, place, context),
  tabs: ({ tabs }, place, context) => drawParts("tabs", tabs, place, context),
  file: ({ name, description }) => [
    html(
      <p>
        {t("file", { name })} <span className="quiet">{description}</span>
      </p>,
    ),
  ],
};

type Part = { blocks: LeafBlock[]; label?: string; width?: number };

/** Yields columns side by side, and tabs one below another under their labels. */
async function* drawParts(
  className: string,
  parts: readonly Part[],
  place: BlockContext,
  context: Context,
): AsyncGenerator<string> {
  const shares = parts.map(({ width = 1 }) => `minmax(0, ${width}fr)`).join(" ");
  yield className === "columns" ? `<div class="columns" style="grid-template-columns:${shares}">` : "<div>";
  for (const [at, { blocks, label }] of parts.entries()) {
    yield "<div>";
    if (label) yield html(<p className="tab">{label}</p>);
    for (const [nth, block] of blocks.entries())
      yield* drawBlock(block.type, block, { ...place, id: `${place.id}-${at}-${nth}` }, context);
    yield "</div>";
  }
  yield "</div>";
}

/** Maximum lines of JSON shown unfolded. */
const SHORT = 12;
const ALERTS = {
  get info() {
    return t("note");
  },
  get success() {
    return common("done");
  },
  get warning() {
    return t("careful");
  },
  get danger() {
    return t("problem");
  },
};

export function drawBlock<Type extends BlockType>(
  type: Type,
  block: Block<Type>,
  place: BlockContext,
  context: Context,
): Pieces {
  const { [type]: draw }: Draws = draws;
  if (draw) return draw(block, place, context);
  return [html(<Prose text={markdownOf(block as LeafBlock) ?? ""} id={place.id} below={place.below} />)];
}

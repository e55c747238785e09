/** The source of one kind of block in a kept component. */
type Piece = { view: string; imports: readonly string[]; code: string };

const TABLE = [
  'import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";',
  'import { useQuery } from "easel";',
];
const MARKDOWN = ['import Markdown from "react-markdown";', 'import remarkGfm from "remark-gfm";'];
const BUTTON = ['import { Button } from "@/components/ui/button";', 'import { callTool } from "easel";'];
const STATE = 'import { useState } from "react";';

export const PIECES: Record<string, Piece> = {
  markdown: {
    view: "Text",
    imports: MARKDOWN,
    code: `function Text({ block }) {
  return (
    <div className="flex flex-col gap-2 text-prose [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5">
      <Markdown remarkPlugins={[remarkGfm]}>{block.content}</Markdown>
    </div>
  );
}`,
  },
  table: {
    view: "DataTable",
    imports: TABLE,
    code: `function DataTable({ block }) {
  return Array.isArray(block.data) ? <Rows columns={block.columns} rows={block.data} /> : <LiveTable block={block} />;
}

function LiveTable({ block }) {
  const { rows, columns, error } = useQuery(block.data.sql, block.data.params);
  if (error) return <p role="alert">{error}</p>;
  return <Rows columns={block.columns ?? columns.map((key) => ({ key, label: key }))} rows={rows} />;
}

function Rows({ columns, rows }) {
  const isNumber = ({ key }) => rows.length > 0 && rows.every((row) => row[key] == null || typeof row[key] === "number");
  const align = (column) => (isNumber(column) ? "text-right tabular-nums" : undefined);
  return (
    <Table>
      <TableHeader>
        <TableRow>
          {columns.map((column) => <TableHead key={column.key} className={align(column)}>{column.label}</TableHead>)}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((row, at) => (
          <TableRow key={at}>
            {columns.map((column) => (
              <TableCell key={column.key} className={align(column)}>{cell(row[column.key], column)}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function cell(value, { kind, unit, currency }) {
  if (value == null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value !== "number") return typeof value === "object" ? JSON.stringify(value) : String(value);
  if (kind === "currency") return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(value);
  return value.toLocaleString() + (kind === "percent" ? " %" : unit ? " " + unit : "");
}`,
  },
  chart: {
    view: "DataChart",
    imports: [
      'import { ChartContainer, ChartLegend, ChartLegendContent, ChartTooltip, ChartTooltipContent } from "@/components/ui/chart";',
      'import { Area, Bar, Cell, ComposedChart, CartesianGrid, Line, Pie, PieChart, Scatter, XAxis, YAxis } from "recharts";',
      'import { useQuery } from "easel";',
    ],
    code: `function DataChart({ block }) {
  return block.data.sql === undefined ? <Chart {...block} {...block.data} /> : <LiveChart block={block} />;
}

function LiveChart({ block }) {
  const { rows, columns, error } = useQuery(block.data.sql, block.data.params);
  if (error) return <p role="alert">{error}</p>;
  const [first, ...others] = columns;
  const series = others.map((name) => ({ name, values: rows.map((row) => row[name]) }));
  return <Chart {...block} labels={rows.map((row) => String(row[first]))} series={series} />;
}

function Chart({ chartType, labels, series, unit, stacked }) {
  const colour = (at) => "var(--chart-" + ((at % 6) + 1) + ")";
  const config = Object.fromEntries(series.map(({ name }, at) => [name, { label: name, color: colour(at) }]));
  const data = labels.map((label, at) => ({
    label,
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[at]])),
  }));
  if (chartType === "pie")
    return (
      <ChartContainer config={config}>
        <PieChart>
          <ChartTooltip content={<ChartTooltipContent nameKey="label" />} />
          <Pie data={data} dataKey={series[0]?.name} nameKey="label" label={({ name }) => name}>
            {data.map((_, at) => <Cell key={at} fill={colour(at)} />)}
          </Pie>
        </PieChart>
      </ChartContainer>
    );
  const View = { line: Line, area: Area, scatter: Scatter }[chartType] ?? Bar;
  return (
    <ChartContainer config={config}>
      <ComposedChart data={data}>
        <CartesianGrid vertical={false} />
        <XAxis dataKey="label" />
        <YAxis unit={unit ? " " + unit : undefined} />
        <ChartTooltip content={<ChartTooltipContent />} />
        {series.length > 1 && <ChartLegend content={<ChartLegendContent />} />}
        {series.map(({ name }, at) => (
          <View key={name} dataKey={name} fill={colour(at)} stroke={colour(at)} stackId={stacked ? "all" : undefined} isAnimationActive={false} />
        ))}
      </ComposedChart>
    </ChartContainer>
  );
}`,
  },
  form: {
    view: "Form",
    imports: [
      ...BUTTON,
      'import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";',
      'import { Input } from "@/components/ui/input";',
      'import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";',
      'import { Textarea } from "@/components/ui/textarea";',
      STATE,
    ],
    code: `function Form({ block }) {
  const fields = block.fields.filter(({ type }) => type !== "hidden");
  const [values, setValues] = useState(() => Object.fromEntries(block.fields.map((field) => [field.name, field.default ?? ""])));
  const submit = (event) => {
    event.preventDefault();
    callTool("submit", { values });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {fields.map((field) => (
        <Question key={field.name} field={field} value={values[field.name]} onChange={(value) => setValues((now) => ({ ...now, [field.name]: value }))} />
      ))}
      <Button type="submit" className="self-start">{block.submitLabel}</Button>
    </form>
  );
}

const TYPES = { number: "number", slider: "range", date: "date", time: "time", datetime: "datetime-local", email: "email", phone: "tel", url: "url", colour: "color", rating: "number" };

function Question({ field: { name, label, type, options = [], required, hint, placeholder, min, max, step }, value, onChange }) {
  const choices = options.map((one) => (typeof one === "string" ? { value: one, label: one } : one));
  const common = { id: name, required, placeholder };
  if (type === "checkbox")
    return (
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked)} /> {label}
      </label>
    );
  return (
    <Field>
      <FieldLabel htmlFor={name}>{label}</FieldLabel>
      {type === "textarea" ? (
        <Textarea {...common} value={value} onChange={({ target }) => onChange(target.value)} />
      ) : type === "multiselect" ? (
        <select {...common} multiple value={value || []} onChange={({ target }) => onChange([...target.selectedOptions].map((one) => one.value))}>
          {choices.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
        </select>
      ) : choices.length > 0 ? (
        <NativeSelect {...common} value={value} onChange={({ target }) => onChange(target.value)}>
          <NativeSelectOption value="">Choose…</NativeSelectOption>
          {choices.map((one) => <NativeSelectOption key={one.value} value={one.value}>{one.label}</NativeSelectOption>)}
        </NativeSelect>
      ) : (
        <Input {...common} {...{ min, max, step }} type={TYPES[type] ?? "text"} value={value} onChange={({ target }) => onChange(["number", "slider", "rating"].includes(type) && target.value !== "" ? Number(target.value) : target.value)} />
      )}
      {hint && <FieldDescription>{hint}</FieldDescription>}
    </Field>
  );
}`,
  },
  choice: {
    view: "Choice",
    imports: [...BUTTON, STATE],
    code: `function Choice({ block: { label, options, multiple, submitLabel } }) {
  const [chosen, setChosen] = useState([]);
  const toggle = (value) => setChosen((now) => (now.includes(value) ? now.filter((one) => one !== value) : multiple ? [...now, value] : [value]));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-2 font-medium">{label}</legend>
      {options.map((option) => (
        <Button key={option.value} variant={chosen.includes(option.value) ? "secondary" : "outline"} aria-pressed={chosen.includes(option.value)} className="h-auto flex-col items-start py-2 whitespace-normal" onClick={() => toggle(option.value)}>
          {option.label}
          {option.description && <span className="text-meta text-ink-3">{option.description}</span>}
        </Button>
      ))}
      <Button className="self-start" disabled={chosen.length === 0} onClick={() => callTool("choose", { choice: multiple ? chosen : chosen[0] })}>{submitLabel ?? "Choose"}</Button>
    </fieldset>
  );
}`,
  },
  code: {
    view: "Code",
    imports: [],
    code: `function Code({ block }) {
  return <pre className="overflow-x-auto rounded-in bg-fill p-3 font-mono text-meta">{block.content}</pre>;
}`,
  },
  json: {
    view: "Json",
    imports: [],
    code: `function Json({ block }) {
  return <pre className="overflow-x-auto rounded-in bg-fill p-3 font-mono text-meta">{JSON.stringify(block.data, null, 2)}</pre>;
}`,
  },
  alert: {
    view: "Notice",
    imports: ['import { Alert, AlertDescription } from "@/components/ui/alert";', ...MARKDOWN],
    code: `function Notice({ block: { variant, content } }) {
  return (
    <Alert variant={variant === "danger" ? "destructive" : "default"}>
      <AlertDescription><Markdown remarkPlugins={[remarkGfm]}>{content}</Markdown></AlertDescription>
    </Alert>
  );
}`,
  },
  image: {
    view: "Picture",
    imports: ['import { useFile } from "easel";'],
    code: `function Picture({ block: { url, alt = "" } }) {
  const [, id] = /^\\/api\\/files\\/([^/?#]+)/.exec(url) ?? [];
  const file = useFile(id);
  const source = id ? file.url : url;
  return source ? <img src={source} alt={alt} className="max-w-full rounded-in" /> : <p>{file.error ?? alt}</p>;
}`,
  },
  file: {
    view: "Attachment",
    imports: ['import { useFile } from "easel";'],
    code: `function Attachment({ block: { url, name, description } }) {
  const file = useFile(url.split("/").at(-1));
  return <p>{file.url ? <a href={file.url} download={name} className="underline">{name}</a> : name} {description}</p>;
}`,
  },
  diagram: {
    view: "Drawing",
    imports: ['import Diagram from "easel/diagram";'],
    code: `function Drawing({ block: { source, title } }) {
  return <Diagram source={source} title={title} />;
}`,
  },
  metrics: {
    view: "Figures",
    imports: [],
    code: `function Figures({ block }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(120px,1fr))] gap-4">
      {block.items.map(({ label, value, unit, currency, change, since }) => (
        <div key={label}>
          <dt className="text-meta text-ink-3">{label}</dt>
          <dd className="text-title tabular-nums">
            {typeof value === "string" ? value : value.toLocaleString(undefined, currency && { style: "currency", currency })} {unit}
          </dd>
          {change !== undefined && <dd className="text-meta text-ink-2">{change > 0 ? "+" : ""}{change} % {since}</dd>}
        </div>
      ))}
    </dl>
  );
}`,
  },
  columns: {
    view: "Columns",
    imports: [],
    code: `function Columns({ block }) {
  return (
    <div className="flex flex-wrap gap-4">
      {block.columns.map(({ blocks, width = 1 }, at) => <div key={at} className="min-w-48" style={{ flex: width }}><Blocks blocks={blocks} /></div>)}
    </div>
  );
}`,
  },
  tabs: {
    view: "TabbedBlocks",
    imports: ['import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";'],
    code: `function TabbedBlocks({ block: { tabs } }) {
  return (
    <Tabs defaultValue={tabs[0].label}>
      <TabsList>{tabs.map(({ label }) => <TabsTrigger key={label} value={label}>{label}</TabsTrigger>)}</TabsList>
      {tabs.map(({ label, blocks }) => <TabsContent key={label} value={label}><Blocks blocks={blocks} /></TabsContent>)}
    </Tabs>
  );
}`,
  },
};

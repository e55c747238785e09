import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { Recorder } from "./spans";
import type { Signal } from "./start";

const SCOPE = "easel";
const WARN_EVERY_MS = 60_000;

/* Bucket boundaries that the conventions advise. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = Array.from({ length: 14 }, (_, at) => 4 ** at);

const KINDS = {
  invoke_agent: SpanKind.INTERNAL,
  chat: SpanKind.CLIENT,
  execute_tool: SpanKind.INTERNAL,
} as const;

/** Attributes of few values, which metrics may have. */
const OF_METRICS = [
  "gen_ai.operation.name",
  "gen_ai.provider.name",
  "gen_ai.request.model",
  "gen_ai.tool.name",
  "error.type",
] as const;

/**
 * Returns a recorder that exports to the OTLP endpoints of the environment. The providers are not registered
 * globally: Next.js would export its own spans, whose URLs contain the tokens of links.
 */
export async function newRecorder(signals: readonly Signal[], env: NodeJS.ProcessEnv): Promise<Recorder> {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": SCOPE }))
    .merge(detectResources({ detectors: [envDetector] }));
  const tracing = signals.includes("TRACES") ? await traceExporter(env) : undefined;
  const metering = signals.includes("METRICS") ? await metricExporter(env) : undefined;
  const spanProcessors = tracing ? [new BatchSpanProcessor({ exporter: tracing })] : [];
  const readers = metering ? [new PeriodicExportingMetricReader({ exporter: metering })] : [];
  const traces = new TracerProvider({ resource, spanProcessors });
  const metrics = new MeterProvider({ resource, readers });
  warnOfFailedExports();
  singleton(
    "telemetry exporters",
    () => ({ traces, metrics }),
    async () => {
      await Promise.allSettled([traces.shutdown(), metrics.shutdown()]);
    },
  );
  return recorderOf(traces, metrics);
}

const isJson = (env: NodeJS.ProcessEnv, signal: Signal) =>
  (env[`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`] ?? env.OTEL_EXPORTER_OTLP_PROTOCOL) === "http/json";

async function traceExporter(env: NodeJS.ProcessEnv) {
  const { OTLPTraceExporter } = isJson(env, "TRACES")
    ? await import("@opentelemetry/exporter-trace-otlp-http")
    : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter();
}

async function metricExporter(env: NodeJS.ProcessEnv) {
  const { OTLPMetricExporter } = isJson(env, "METRICS")
    ? await import("@opentelemetry/exporter-metrics-otlp-http")
    : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter();
}

/** Logs failed exports, at most one a minute. Waiting spans are dropped when their queue is full. */
function warnOfFailedExports(): void {
  let last = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - last < WARN_EVERY_MS) return;
    last = performance.now();
    log.warn("Telemetry was not exported", undefined, { message });
  };
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

function recorderOf(traces: TracerProvider, metrics: MeterProvider): Recorder {
  const tracer = traces.getTracer(SCOPE);
  const meter = metrics.getMeter(SCOPE);
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { unit: "s", description, advice: { explicitBucketBoundaries: SECONDS } });
  const durations = {
    invoke_agent: seconds("gen_ai.invoke_agent.duration", "Time until a run ends or waits for the user"),
    chat: seconds("gen_ai.client.operation.duration", "Duration of a call of a model"),
    execute_tool: seconds("gen_ai.execute_tool.duration", "Duration of a call of a tool"),
  };
  const tokens = meter.createHistogram("gen_ai.client.token.usage", {
    ...{ unit: "{token}", description: "Tokens of a call of a model" },
    advice: { explicitBucketBoundaries: TOKENS },
  });
  const active = new AsyncLocalStorage<Span>();
  return async (operation, work) => {
    const parent = active.getStore();
    const { name, subject } = operation;
    const attributes = defined({ "gen_ai.operation.name": name, ...operation.attributes });
    const span = tracer.startSpan(
      subject === undefined ? name : `${name} ${subject}`,
      { kind: KINDS[name], attributes },
      parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
    const since = performance.now();
    const note = (more: Attributes) => void Object.assign(attributes, defined(more));
    try {
      return await active.run(span, () => work(note));
    } catch (error) {
      note({ "error.type": errorType(error) });
      throw error;
    } finally {
      span.setAttributes(attributes);
      if (attributes["error.type"] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      const own = defined(Object.fromEntries(OF_METRICS.map((key) => [key, attributes[key]])));
      durations[name].record((performance.now() - since) / 1_000, own);
      if (name === "chat") recordTokens(attributes, own);
    }
  };

  function recordTokens(attributes: Attributes, own: Attributes): void {
    for (const type of ["input", "output"]) {
      const count = attributes[`gen_ai.usage.${type}_tokens`];
      if (typeof count === "number") tokens.record(count, { ...own, "gen_ai.token.type": type });
    }
  }
}

/** The exporters would send an undefined attribute without a value. */
const defined = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** Returns the status or the class of an error, never its text. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === "number" ? String(statusCode) : error.name;
}

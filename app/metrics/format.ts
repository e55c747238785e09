import type { TokenTotals } from "@/lib/store/loop/usage";
import type { readLoad } from "./load";

type Sample = [labels: Record<string, string>, value: number];

export function formatMetrics(load: Awaited<ReturnType<typeof readLoad>>, tokens: TokenTotals[]): string {
  const { runs, eventLoopDelay, queues, connections, memory } = load;
  return [
    metric("easel_runs", "gauge", "Agent runs that this server works on.", [[{}, runs]]),
    metric(
      "easel_event_loop_delay_seconds",
      "gauge",
      "Event loop delay since the last reading.",
      Object.entries(eventLoopDelay).map(([stat, value]): Sample => [{ stat }, value]),
    ),
    metric(
      "easel_queue_jobs",
      "gauge",
      "Background jobs of all servers, by state.",
      queues.flatMap(({ name, ...states }) =>
        Object.entries(states).map(([state, value]): Sample => [{ queue: name, state }, value]),
      ),
    ),
    metric(
      "easel_database_connections",
      "gauge",
      "Connections to the database, by state.",
      connections.map(({ state, count }): Sample => [{ state }, count]),
    ),
    metric(
      "easel_memory_bytes",
      "gauge",
      "Memory of this process.",
      Object.entries(memory).map(([kind, value]): Sample => [{ kind }, value]),
    ),
    metric(
      "easel_model_tokens_total",
      "counter",
      "Tokens of all model calls. Input includes cached tokens.",
      tokens.flatMap(({ model, ...kinds }) =>
        Object.entries(kinds).map(([kind, value]): Sample => [{ model, kind }, value]),
      ),
    ),
  ].join("");
}

function metric(name: string, type: "gauge" | "counter", help: string, samples: Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labelsOf(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
}

function labelsOf(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

import { log } from "@/lib/ground/base/log";
import { telemetry } from "./spans";

const SIGNALS = ["TRACES", "METRICS"] as const;
export type Signal = (typeof SIGNALS)[number];

/** Returns the signals for which the environment names an OTLP endpoint. */
const wantedSignals = (env: NodeJS.ProcessEnv): Signal[] =>
  env.OTEL_SDK_DISABLED === "true"
    ? []
    : SIGNALS.filter(
        (signal) =>
          (env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]) &&
          env[`OTEL_${signal}_EXPORTER`] !== "none",
      );

/**
 * Exports spans and metrics if the environment names an OTLP endpoint (`OTEL_EXPORTER_OTLP_ENDPOINT`). Otherwise
 * loads nothing. Source of the variables: OpenTelemetry's specification of SDK environment variables.
 */
export async function startTelemetry(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const signals = wantedSignals(env);
  if (signals.length === 0) return;
  try {
    const { newRecorder } = await import("./recorder");
    telemetry().record = await newRecorder(signals, env);
  } catch (error) {
    log.error("Telemetry is off because its exporter did not start", error);
  }
}

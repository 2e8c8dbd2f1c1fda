import type { OnOutcome } from "@backlot/application";
import { type LogError, logToConsole } from "@backlot/ports";
import * as ConfigProvider from "effect/ConfigProvider";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as Scope from "effect/Scope";
import type { StoreConfig } from "../settings/derived.ts";
import {
  type Fields,
  type Level,
  type Log,
  cleaned,
  effectLogger,
  makeLog,
  takeConsole,
  withoutPrivate,
} from "./log.ts";
import { type Metrics, processMetrics } from "./metrics.ts";

/** A process's logs, metrics, and traces. */
export interface Telemetry {
  /** Writes a line to the log. */
  readonly event: (level: Level, message: string, fields?: Fields) => void;
  /** Writes an error to the log, for code that is not an effect. */
  readonly logError: LogError;
  /** The log of requests, or null for none. */
  readonly requests: Log | null;
  /** The counters of the process, or null if nothing reads them. */
  readonly metrics: Metrics | null;
  /** The loggers and the tracer that effects run with. */
  readonly context: Context.Context<never>;
  /** Sends any remaining data, then stops. */
  readonly close: () => Promise<void>;
}

/** For tests and tools: warnings go to the console, and nothing is counted. */
export const NO_TELEMETRY: Telemetry = {
  event: () => {},
  logError: logToConsole,
  requests: null,
  metrics: null,
  context: Context.empty(),
  close: () => Promise.resolve(),
};

const decoder = new TextDecoder();

/**
 * Removes addresses, keys, and passwords from an exporter's requests. Spans contain request URLs and error messages,
 * which can contain such data.
 */
const fetchCleaned: typeof fetch = (input, init) => {
  const { body } = init ?? {};
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? decoder.decode(body) : null;
  return fetch(input, text === null ? init : { ...init, body: withoutPrivate(text) });
};

/** Returns the OpenTelemetry exporters for logs, metrics, and traces, which read the standard OTEL_ variables. */
const openExporters = async () => {
  // Load it on demand, because most stores export nothing.
  const [Otlp, OtlpSerialization, FetchHttpClient] = await Promise.all([
    import("effect/observability/Otlp"),
    import("effect/observability/OtlpSerialization"),
    import("effect/http/FetchHttpClient"),
  ]);
  const scope = Scope.makeUnsafe();
  // Without these settings, Effect exports nothing.
  const all = { OTEL_TRACES_EXPORTER: "otlp", OTEL_LOGS_EXPORTER: "otlp", OTEL_METRICS_EXPORTER: "otlp" };
  const settings = ConfigProvider.fromUnknown({ OTEL_SERVICE_NAME: "backlot", ...all, ...process.env });
  const client = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetchCleaned)));
  const layer = Otlp.layerFromConfig().pipe(
    Layer.provide([OtlpSerialization.layerJson, client, ConfigProvider.layer(settings)]),
  );
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope));
  return { context, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) };
};

/** How long to collect lines before writing them, in milliseconds. Writing each separately would cost a third. */
const COLLECT_MS = 50;

/** Creates a printer to standard output, or to standard error for errors. */
const makePrinter = () => {
  let lines = "";
  const write = (): void => {
    if (lines === "") return;
    process.stdout.write(lines);
    lines = "";
  };
  return {
    print: (line: string, level: Level): void => {
      if (level === "error") return void process.stderr.write(`${line}\n`);
      if (lines === "") setTimeout(write, COLLECT_MS).unref();
      lines += `${line}\n`;
    },
    write,
  };
};

const LOGS = { info: Effect.logInfo, warn: Effect.logWarning, error: Effect.logError } as const;

/** How often to report lines that were held back, in milliseconds. */
const FLUSH_MS = 60_000;

/** Starts the telemetry of this process: its log, which also gets console output, and its exporters. */
export const startTelemetry = async (
  config: Pick<StoreConfig, "accessLog" | "logFormat" | "metricsPort" | "otlpEndpoint">,
): Promise<Telemetry> => {
  const { print, write } = makePrinter();
  // Write the rest even if the process ends without a signal.
  process.on("exit", write);
  const log = makeLog({ format: config.logFormat, print, now: Date.now });
  // A full disk behind the log must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const timer = setInterval(log.flush, FLUSH_MS).unref();
  const exporters = config.otlpEndpoint === null ? null : await openExporters();
  const exported = exporters === null ? Context.empty() : (exporters.context as Context.Context<never>);
  const others = [...Context.get(exported, Logger.CurrentLoggers)].filter((each) => each !== Logger.defaultLogger);
  const loggers = new Set<Logger.Logger<unknown, unknown>>(others.map(cleaned));
  const context = Context.add(exported, Logger.CurrentLoggers, loggers.add(effectLogger(log)));
  // Use the loggers, so that a collector also gets the line.
  const event = (level: Level, message: string, fields: Fields = {}): void =>
    Effect.runSyncWith(context)(Effect.annotateLogs(LOGS[level](message), fields));
  takeConsole(event, console);
  return {
    event,
    logError: (message, error) => Effect.runSyncWith(context)(Effect.logError(message, error)),
    requests: config.accessLog ? log : null,
    metrics: config.metricsPort === null && exporters === null ? null : processMetrics,
    context,
    close: async () => {
      clearInterval(timer);
      log.flush();
      await exporters?.close();
      write();
    },
  };
};

/** The failures that owners need to see, by operation. */
const WATCHED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "accounts.signIn": { unauthorized: "a sign-in failed", account_locked: "a sign-in was refused: too many attempts" },
};

/** Returns a function that counts the outcomes of operations and logs the failures that owners need to see. */
export const outcomeObserver =
  ({ event, metrics }: Telemetry): OnOutcome =>
  (operation, caller, failure) => {
    metrics?.operation(operation, failure ?? "ok");
    if (failure !== null) {
      const words = WATCHED[operation]?.[failure];
      if (words !== undefined) event("warn", words, { operation });
      else if (failure === "too_many_attempts") event("warn", "a rate limit was reached", { operation });
      return;
    }
    // The audit log records who made the change.
    if (caller._tag === "Support") event("info", "staff used an operation", { operation });
  };

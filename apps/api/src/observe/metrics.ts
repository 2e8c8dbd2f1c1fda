import type { readStatus } from "@backlot/application";
import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Metric from "effect/Metric";

const NOTHING = Context.empty();

type Labels = Readonly<Record<string, string>>;

const ignored = { update: () => {}, modify: () => {} };

/** Returns a function that calls `make` once per key. */
const kept = <A>(make: (key: string) => A): ((key: string) => A) => {
  const cache = new Map<string, A>();
  return (key) => {
    const instance = cache.get(key) ?? make(key);
    cache.set(key, instance);
    return instance;
  };
};

/** The separator of label values in a key. */
const NEXT = "\n";
const labelsOf = (names: readonly string[], key: string): Labels => {
  const values = key.split(NEXT);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
};

// On every update, Effect finds a series by its sorted labels, which would take a tenth of a small request's time.
// These series are plain numbers, which Effect reads only on export.

/**
 * Creates a counter with labels. The returned function adds one to the series for a key, which is the label values in
 * order.
 */
const counter = (id: string, description: string, ...names: readonly string[]): ((key: string) => void) => {
  const series = kept((key) => {
    const state = { count: 0, incremental: true };
    const metric = Metric.counter(id, { description, incremental: true, attributes: labelsOf(names, key) });
    Metric.registerUnsafe(metric, NOTHING, { get: () => ({ ...state }), ...ignored });
    return state;
  });
  return (key) => {
    series(key).count += 1;
  };
};

/** The upper bounds of the latency buckets, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates a histogram of seconds with labels. Otherwise like `counter`. */
const histogram = (
  id: string,
  description: string,
  ...names: readonly string[]
): ((key: string, seconds: number) => void) => {
  const series = kept((key) => {
    const state = { counts: SECONDS.map(() => 0), count: 0, sum: 0, min: Number.MAX_VALUE, max: -Number.MAX_VALUE };
    const metric = Metric.histogram(id, { description, boundaries: SECONDS, attributes: labelsOf(names, key) });
    const buckets = (): [number, number][] => {
      let below = 0;
      return SECONDS.map((bound, index) => {
        below += state.counts[index] ?? 0;
        return [bound, below];
      });
    };
    Metric.registerUnsafe(metric, NOTHING, { get: () => ({ ...state, buckets: buckets() }), ...ignored });
    return state;
  });
  return (key, seconds) => {
    const state = series(key);
    const bucket = SECONDS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) state.counts[bucket] = (state.counts[bucket] ?? 0) + 1;
    state.count += 1;
    state.sum += seconds;
    state.min = Math.min(state.min, seconds);
    state.max = Math.max(state.max, seconds);
  };
};

const requests = counter("backlot_http_requests_total", "HTTP requests", "route", "method", "status");
const durations = histogram(
  "backlot_http_request_duration_seconds",
  "Time from a request to the end of its response",
  "route",
  "method",
);
const operations = counter("backlot_operations_total", "API operations by outcome", "operation", "outcome");
const providerCalls = counter(
  "backlot_provider_calls_total",
  "Calls to payment, mail, and other providers by outcome",
  "provider",
  "outcome",
);
const queries = counter("backlot_database_queries_total", "Statements sent to the database");
const sharedAnswers = counter(
  "backlot_shared_answers_total",
  "Responses shared by all anonymous visitors, by whether they were cached",
  "result",
);

/** Creates a gauge with one label. Label values that are no longer counted become zero. */
const gauge = (id: string, description: string, name: string) => {
  const metric = Metric.gauge(id, { description });
  const gauges = new Map<string, Metric.Gauge<number>>();
  return (counts: Readonly<Record<string, number>>): void => {
    for (const value of Object.keys(counts))
      if (!gauges.has(value))
        gauges.set(value, Metric.withAttributes(metric, { [name]: value }) as Metric.Gauge<number>);
    for (const [value, series] of gauges) series.updateUnsafe(counts[value] ?? 0, NOTHING);
  };
};

const jobs = gauge("backlot_jobs", "Background jobs by state", "state");
const mails = gauge("backlot_mails", "Unsent emails by state", "state");
const orders = gauge("backlot_orders", "Orders from the last 24 hours, by status", "status");

/** The state of the store's background work and orders in the database. */
type StoreStatus = Effect.Success<typeof readStatus>;

/** The counters of a process. */
export interface Metrics {
  readonly request: (route: string, method: string, status: number, seconds: number) => void;
  readonly operation: (operation: string, outcome: string) => void;
  readonly providerCall: (provider: string, isAnswered: boolean) => void;
  readonly query: () => void;
  readonly sharedAnswer: (isKnown: boolean) => void;
  readonly status: (status: StoreStatus) => void;
}

/** The metrics of this process, which Prometheus and OpenTelemetry read. */
export const processMetrics: Metrics = {
  request: (route, method, status, seconds) => {
    const series = `${route}${NEXT}${method}`;
    requests(`${series}${NEXT}${status}`);
    durations(series, seconds);
  },
  operation: (operation, outcome) => operations(`${operation}${NEXT}${outcome}`),
  providerCall: (provider, isAnswered) => providerCalls(`${provider}${NEXT}${isAnswered ? "answered" : "failed"}`),
  query: () => queries(""),
  sharedAnswer: (isKnown) => sharedAnswers(isKnown ? "hit" : "miss"),
  status: (status) => {
    jobs(status.jobs);
    mails(status.mails);
    orders(status.orders);
  },
};

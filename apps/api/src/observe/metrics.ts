import * as Context from "effect/Context";
import * as Metric from "effect/Metric";

const NOTHING = Context.empty();

type Labels = Readonly<Record<string, string>>;

/** Returns a function that finds the metric with given labels. Each combination is created once. */
const labelled = <Input, State>(metric: Metric.Metric<Input, State>) => {
  const known = new Map<string, Metric.Metric<Input, State>>();
  return (labels: Labels): Metric.Metric<Input, State> => {
    const key = Object.values(labels).join("\n");
    const found = known.get(key) ?? Metric.withAttributes(metric, labels);
    known.set(key, found);
    return found;
  };
};

/** The upper bounds of the latency buckets, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const requests = labelled(
  Metric.counter("backlot_http_requests_total", { description: "Answered requests", incremental: true }),
);
const durations = labelled(
  Metric.histogram("backlot_http_request_duration_seconds", {
    description: "Time from a request to the end of its answer",
    boundaries: SECONDS,
  }),
);
const operations = labelled(
  Metric.counter("backlot_operations_total", { description: "Operations of the API by outcome", incremental: true }),
);
const providerCalls = labelled(
  Metric.counter("backlot_provider_calls_total", {
    description: "Calls to payment, mail, and other providers by outcome",
    incremental: true,
  }),
);
const queries = Metric.counter("backlot_database_queries_total", {
  description: "Statements sent to the database",
  incremental: true,
});
const pageCache = labelled(
  Metric.counter("backlot_shared_answers_total", {
    description: "Answers that all anonymous visitors share, by whether they were in memory",
    incremental: true,
  }),
);
const jobs = labelled(Metric.gauge("backlot_jobs", { description: "Background jobs by state" }));
const mails = labelled(Metric.gauge("backlot_mails", { description: "Emails that are not sent, by state" }));
const orders = labelled(Metric.gauge("backlot_orders", { description: "Orders of the last 24 hours by status" }));

/** What the database knows of the store's background work and orders. */
export interface Stand {
  readonly jobs: { readonly due: number; readonly failing: number };
  readonly mails: { readonly waiting: number; readonly failed: number };
  /** The orders of the last 24 hours by status. */
  readonly orders: Readonly<Record<string, number>>;
}

/** Counts what a process does. */
export interface Metrics {
  readonly request: (route: string, method: string, status: number, seconds: number) => void;
  readonly operation: (operation: string, outcome: string) => void;
  readonly providerCall: (provider: string, isAnswered: boolean) => void;
  readonly query: () => void;
  readonly sharedAnswer: (isKnown: boolean) => void;
  readonly stand: (stand: Stand) => void;
}

/** The metrics of this process, which Prometheus and OpenTelemetry read. */
export const processMetrics: Metrics = {
  request: (route, method, status, seconds) => {
    requests({ route, method, status: String(status) }).updateUnsafe(1, NOTHING);
    durations({ route, method }).updateUnsafe(seconds, NOTHING);
  },
  operation: (operation, outcome) => operations({ operation, outcome }).updateUnsafe(1, NOTHING),
  providerCall: (provider, isAnswered) =>
    providerCalls({ provider, outcome: isAnswered ? "answered" : "failed" }).updateUnsafe(1, NOTHING),
  query: () => queries.updateUnsafe(1, NOTHING),
  sharedAnswer: (isKnown) => pageCache({ result: isKnown ? "hit" : "miss" }).updateUnsafe(1, NOTHING),
  stand: (stand) => {
    for (const [state, count] of Object.entries(stand.jobs)) jobs({ state }).updateUnsafe(count, NOTHING);
    for (const [state, count] of Object.entries(stand.mails)) mails({ state }).updateUnsafe(count, NOTHING);
    for (const [status, count] of Object.entries(stand.orders)) orders({ status }).updateUnsafe(count, NOTHING);
  },
};

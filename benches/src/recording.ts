import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.mjs";
import type { Sent } from "./load.ts";
import { ROOT, startServer } from "./processes.ts";
import { answerOf } from "./same-answer.ts";
import type { BenchStore } from "./store.ts";

/** A request of a customer, without the header that identifies the sender. */
export interface CustomerRequest extends Omit<Sent, "headers"> {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Whether the store verifies a password for it. */
  readonly verifiesPassword?: boolean;
}

/** A parameter: a value that is the same for each request, or the index of a value that each request generates. */
export type Parameter = { readonly value: unknown } | { readonly made: number; readonly like: string };

/** A statement, and the number of rows that it returned or changed. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly Parameter[];
  readonly rows: number | null;
}

/** The statements that the store sent to its database for a request, and its response. */
export interface Recording extends CustomerRequest {
  readonly statements: readonly RecordedStatement[];
  readonly answer: unknown;
}

type SentStatement = Omit<RecordedStatement, "values"> & { readonly values: readonly unknown[] };

/** The number of times to send each request to find the values that never change, not counting warm-up. */
const TIMES = 4;

/** How long the store may take to log its statements after it has responded, in milliseconds. */
const AFTER_MS = 150;

const shortest = (all: readonly (readonly SentStatement[])[]): readonly SentStatement[] =>
  all.reduce((least, each) => (each.length < least.length ? each : least));

/** Matches a time, which can be sent again unchanged. */
const TIME = /^\d{4}-\d\d-\d\d/;

/** Returns the statements of one run. If another run sent a different value, each request will generate its own. */
const parametersOf = (
  one: readonly SentStatement[],
  other: readonly SentStatement[] | undefined,
): readonly RecordedStatement[] => {
  const made: unknown[] = [];
  return one.map(({ text, values, rows }, place) => ({
    text,
    rows,
    values: values.map((value, at): Parameter => {
      const elsewhere = other?.[place]?.values[at];
      if (typeof value !== "string" || TIME.test(value) || other === undefined || elsewhere === value) return { value };
      if (!made.includes(value)) made.push(value);
      return { made: made.indexOf(value), like: value };
    }),
  }));
};

/**
 * Records a customer's requests, using a second process of the store on the same database. Background jobs also send
 * statements, so this function keeps the run with the fewest statements.
 */
export const record = async (
  { env }: BenchStore,
  token: string,
  requests: readonly CustomerRequest[],
): Promise<readonly Recording[]> => {
  const file = join(await mkdtemp(join(tmpdir(), "backlot-recording-")), "statements");
  await writeFile(file, "");
  const server = await startServer(
    join(ROOT, "apps/api/src/main.ts"),
    {
      ...env,
      PORT: String(await freePort()),
      RECORD_TO: file,
      DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-data-")),
    },
    ["--conditions=@backlot/source", `--import=${join(ROOT, "benches/limits/record.ts")}`],
  );
  try {
    const headers = { authorization: token };
    const recordings: Recording[] = [];
    for (const request of requests) {
      const runs: (readonly SentStatement[])[] = [];
      let answer: unknown = null;
      for (let time = 0; time <= TIMES; time += 1) {
        await writeFile(file, "");
        const { status, body } = await answerOf(`${server.url}${request.path}`, { ...request, headers });
        if (status >= 300) throw new Error(`${request.path} is answered with ${status}: ${JSON.stringify(body)}`);
        answer = body;
        await pause(AFTER_MS);
        const lines = (await readFile(file, "utf8")).trim().split("\n").filter(Boolean);
        if (time > 0) runs.push(lines.map((line) => JSON.parse(line) as SentStatement));
      }
      const one = shortest(runs);
      const textsOf = (run: readonly SentStatement[]): string => JSON.stringify(run.map(({ text }) => text));
      const alike = runs.filter((run) => run !== one && textsOf(run) === textsOf(one));
      recordings.push({ ...request, answer, statements: parametersOf(one, alike[0]) });
    }
    return recordings;
  } finally {
    await server.stop();
  }
};

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The parts of a request besides its URL. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request body, sent as JSON. */
  readonly body?: unknown;
  /** The number of concurrent connections. */
  readonly connections?: number;
}

/** Requests per second, and the 99th-percentile response time in milliseconds. */
export interface Served {
  readonly rate: number;
  readonly p99: number;
}

/** The number of concurrent connections, unless a row sets its own number. */
const CONNECTIONS = 16;

const MS = { us: 0.001, ms: 1, s: 1_000 };

const isUnit = (text: string | undefined): text is keyof typeof MS => text !== undefined && text in MS;

const scriptOf = (urls: readonly string[], { method = "GET", headers = {}, body }: Sent): string => {
  const paths = urls.map((url) => JSON.stringify(`${new URL(url).pathname}${new URL(url).search}`)).join(", ");
  const all = { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const named = Object.entries(all).map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`);
  const text = body === undefined ? "nil" : `[==[${JSON.stringify(body)}]==]`;
  return [
    `local paths, headers, body = { ${paths} }, { ${named.join(", ")} }, ${text}`,
    "local n = 0",
    "function request()",
    "  n = n + 1",
    `  return wrk.format("${method}", paths[n % #paths + 1], headers, body)`,
    "end",
  ].join("\n");
};

/** Loads URLs of one server in turns. Fails on any response other than 2xx or 3xx. */
export const load = async (urls: readonly string[], seconds: number, sent: Sent = {}): Promise<Served> => {
  const [first = ""] = urls;
  const script = join(await mkdtemp(join(tmpdir(), "backlot-wrk-")), "requests.lua");
  await writeFile(script, scriptOf(urls, sent));
  const args = [
    "-c",
    String(sent.connections ?? CONNECTIONS),
    "-t",
    "1",
    "-d",
    `${seconds}s`,
    "--timeout",
    "30s",
    "--latency",
  ];
  const wrk = spawn("wrk", [...args, "-s", script, new URL(first).origin], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  wrk.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = (await once(wrk, "close")) as [number | null];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  const [, slow, unit] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(output) ?? [];
  if (code !== 0 || rate === undefined || !isUnit(unit)) throw new Error(`wrk failed at ${first}: ${output}`);
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${first} did not answer as it should: ${output}`);
  return { rate: Number(rate), p99: Number(slow) * MS[unit] };
};

/** Returns the requests per second that a URL serves. Fails on any response other than 2xx or 3xx. */
export const requestsPerSecond = async (url: string, seconds: number, sent: Sent = {}): Promise<number> =>
  (await load([url], seconds, sent)).rate;

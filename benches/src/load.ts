import { spawn } from "node:child_process";
import { once } from "node:events";

/** The number of concurrent connections. */
const CONNECTIONS = 16;

/** Returns the requests per second that a URL serves. Fails on any response other than 2xx or 3xx. */
export const requestsPerSecond = async (
  url: string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const named = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-c", String(CONNECTIONS), "-t", "1", "-d", `${seconds}s`, "--timeout", "30s", ...named, url];
  const wrk = spawn("wrk", args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  wrk.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(wrk, "close")) as [number | null];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? [];
  if (code !== 0 || rate === undefined) throw new Error(`wrk failed at ${url}: ${said}`);
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`${url} did not answer as it should: ${said}`);
  return Number(rate);
};

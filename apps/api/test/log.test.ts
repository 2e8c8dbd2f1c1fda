import * as EffectConsole from "effect/Console";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Logger from "effect/Logger";
import { describe, expect, it } from "vitest";
import { cleaned, effectLogger, makeLog, takeConsole, withoutPrivate } from "../src/observe/log.ts";
import { withinRequest } from "../src/observe/request-scope.ts";

const logOf = (format: "text" | "json") => {
  const lines: string[] = [];
  let now = Date.UTC(2026, 10, 27, 8);
  const log = makeLog({ format, print: (line) => void lines.push(line), now: () => now });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { log, lines, pass, parsed: () => lines.map((line): unknown => JSON.parse(line)) };
};

describe("the log", () => {
  it("writes one line for each event, as text or JSON, with the request that it belongs to", () => {
    const [text, json] = [logOf("text"), logOf("json")];
    for (const { log } of [text, json])
      withinRequest({ id: "abc-1", route: null }, () => log.write("warn", "a sign-in failed", { operation: "x" }));
    expect(text.lines).toEqual(["[08:00:00.000] WARN a sign-in failed request_id=abc-1 operation=x"]);
    expect(json.parsed()).toEqual([
      {
        time: "2026-11-27T08:00:00.000Z",
        level: "warn",
        message: "a sign-in failed",
        request_id: "abc-1",
        operation: "x",
      },
    ]);
  });

  it("reads a text once for addresses, however long it is and wherever one may begin", () => {
    // If the search started at each letter, this would take days.
    const long = "a.b".repeat(1_000_000);
    expect(withoutPrivate(`${long} ${long}@`)).toBe(`${long} ${long}@`);
    expect(withoutPrivate(`to:<${long}@b.co>`)).toBe("to:<[email]>");
  });

  it("replaces addresses, keys and passwords, wherever they are", () => {
    const { log, lines } = logOf("json");
    log.write("error", "550 <Ada.Lens+x@mail.example.com>: no such mailbox", {
      error: "sk_live_51abcDEF with postgres://ada:hunter2@db.example:5432/shop and whsec_0123456789",
    });
    expect(lines[0]).not.toMatch(/Ada|sk_live|hunter2|whsec_0/);
    expect(lines[0]).toContain("550 <[email]>: no such mailbox");
    expect(withoutPrivate("/support/customers?customer=eve.b%40studio.example&limit=1")).toBe(
      "/support/customers?customer=[email]&limit=1",
    );
    expect(lines[0]).toContain("postgres://[login]@db.example:5432/shop");
  });

  it("writes what repeats five times a minute, and then counts it, whatever its ids", () => {
    const { log, lines, pass } = logOf("text");
    for (let n = 0; n < 1_000; n += 1) log.write("warn", `order ${n} waits for stripe`);
    log.write("warn", "something else");
    expect(lines).toHaveLength(6);
    pass(60_000);
    log.write("warn", "order 77 waits for stripe");
    expect(lines.slice(6)).toEqual([
      "[08:01:00.000] WARN 995 more lines like this: order # waits for stripe held_back=995",
      "[08:01:00.000] WARN order 77 waits for stripe",
    ]);
    for (let n = 0; n < 10; n += 1) log.write("warn", "order 78 waits for stripe");
    log.flush();
    expect(lines.at(-1)).toContain("6 more lines like this");
  });

  it("holds no line about a request back", () => {
    const { log, lines } = logOf("text");
    for (let n = 0; n < 20; n += 1) log.request("info", "request", { status: 200 });
    expect(lines).toHaveLength(20);
  });

  it("gets what effects log, with their operation and the stack of an error, but not its parameters", async () => {
    const { log, parsed } = logOf("json");
    const context = Context.make(Logger.CurrentLoggers, new Set([effectLogger(log)]));
    const failed = new Error("no room", { cause: new Error("disk full") });
    Object.assign(failed, { parameters: ["ada@example.com"] });
    await Effect.runPromiseWith(context)(
      Effect.logWarning("a job failed", failed).pipe(Effect.annotateLogs({ operation: "jobs.run" })),
    );
    expect(parsed()).toEqual([
      {
        time: expect.any(String),
        level: "warn",
        message: "a job failed",
        operation: "jobs.run",
        error: expect.stringMatching(/^Error: no room\n[\s\S]*caused by Error: disk full/),
      },
    ]);
    expect(JSON.stringify(parsed())).not.toContain("parameters");
  });

  it("is no different for a collector: other loggers get no addresses either, and the request's id", async () => {
    const sent: unknown[] = [];
    const collector = Logger.make(({ message, cause }) => void sent.push([message, cause.reasons.length]));
    const context = Context.make(Logger.CurrentLoggers, new Set([cleaned(collector)]));
    await withinRequest({ id: "abc-2", route: null }, () =>
      Effect.runPromiseWith(context)(Effect.logError("refused: ada@example.com", new Error("550 <ada@example.com>"))),
    );
    expect(sent).toEqual([
      [["refused: [email]", expect.stringMatching(/^Error: 550 <\[email\]>/), "request_id=abc-2"], 0],
    ]);
  });

  it("gets what libraries print to the console", () => {
    const { log, parsed } = logOf("json");
    const target = { ...console };
    takeConsole(log.write, target);
    target.error("the file 7 could not be made:", new Error("no room"));
    target.log("ready");
    expect(parsed()).toMatchObject([
      { level: "error", message: "the file 7 could not be made:", error: expect.stringContaining("no room") },
      { level: "info", message: "ready" },
    ]);
  });

  it("takes the level and the text of what Effect itself prints", async () => {
    const { log, parsed } = logOf("json");
    const target = Object.create(console) as Console;
    takeConsole(log.write, target);
    const line = Effect.annotateLogs(Effect.logWarning("the mail server is slow", new Error("timed out")), { try: 2 });
    const failure = Effect.logError("the file is gone");
    for (const each of [line, failure, Effect.logInfo("done")])
      await Effect.runPromise(Effect.provideService(each, EffectConsole.Console, target));
    expect(parsed()).toMatchObject([
      { level: "warn", message: "the mail server is slow", error: expect.stringContaining("timed out") },
      { level: "error", message: "the file is gone" },
      { level: "info", message: "done" },
    ]);
  });
});

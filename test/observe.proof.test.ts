import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { linkOf } from "@backlot/testing/browser/inbox";
import { TestClient } from "@backlot/testing/client";
import { prepareData } from "@backlot/testing/prepared-data";
import { overTheWire, startApi } from "@backlot/testing/processes";
import { openSandbox, settingsOf } from "@backlot/testing/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../scripts/free-port.mjs";

/** A stand-in for an OpenTelemetry collector: keeps the paths and bodies that it is sent. */
const openCollector = async () => {
  const received: { readonly path: string; readonly body: string }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    received.push({ path: request.url ?? "", body: await text(request) });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { received, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
};

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Returns the spans in a body that a collector was sent. */
const spansOf = (body: {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, "attributes"> & {
        readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
      })[];
    }[];
  }[];
}): readonly Span[] =>
  body.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
    }));

/** Returns the names of the spans around a span, the innermost first. */
const ancestorsOf = (spans: readonly Span[], { parentSpanId }: Span): readonly string[] => {
  const parent = spans.find(({ spanId }) => spanId === parentSpanId);
  return parent === undefined ? [] : [parent.name, ...ancestorsOf(spans, parent)];
};

describe("what a running store tells about its work", () => {
  it("logs requests and events as JSON, counts them, and sends traces, without personal data", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-observe-"));
    await prepareData(DATA_DIR);
    const sandbox = await openSandbox({ webhookUrl: "http://127.0.0.1:1" });
    const collector = await openCollector();
    const [port, metricsPort] = [await freePort(), await freePort()];
    const api = await startApi({
      DATA_DIR,
      PORT: String(port),
      ...settingsOf(sandbox),
      TRUSTED_PROXIES: "1",
      LOG_FORMAT: "json",
      ACCESS_LOG: "on",
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    onTestFinished(async () => {
      api.kill("SIGKILL");
      await sandbox.stop();
    });
    let output = "";
    api.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
    const json = { "content-type": "application/json" };
    const email = "ada.lens@example.com";

    // Every answer names its request: of the API, a page, a file, an unknown path, and a refused upload.
    const paths = [
      "/api/plan_variants",
      "/collections/ground-fire",
      "/api/orders/secret-order",
      "/media/none.jpg",
      "/x",
    ];
    const ids: (string | null)[] = [];
    for (const path of paths) ids.push((await ask(path)).headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(paths.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
    const named = await ask("/api/health", { headers: { "x-request-id": "from-the-proxy-1" } });
    expect(named.headers.get("x-request-id")).toBe("from-the-proxy-1");

    // An error page shows it, for support.
    const failed = await ask("/500");
    expect([failed.status, await failed.text()]).toEqual([
      500,
      expect.stringContaining(`Request ID: ${failed.headers.get("x-request-id")}`),
    ]);

    const form = { first_name: "Ada", last_name: "Lens", email, password: "correct horse" };
    const signedUp = await ask("/api/users", { method: "POST", headers: json, body: JSON.stringify(form) });
    expect(signedUp.status).toBe(201);
    const signIn = { method: "POST", headers: json, body: JSON.stringify({ email, password: "wrong horse" }) };
    expect((await ask("/api/sessions", signIn)).status).toBe(401);
    const webhook = { method: "POST", headers: { "stripe-signature": "t=1,v1=00" }, body: "{}" };
    expect((await ask("/api/webhooks/stripe", webhook)).status).toBe(400);

    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const line of [
      /^backlot_http_requests_total\{route="\/api\/plan_variants",method="GET",status="200"\} 1$/m,
      /^backlot_http_requests_total\{route="\/collections\/:slug",method="GET",status="200"\} 1$/m,
      /^backlot_http_request_duration_seconds_bucket\{.*le="0.25".*\} \d+$/m,
      /^backlot_operations_total\{operation="accounts.signIn",outcome="unauthorized"\} 1$/m,
      /^backlot_operations_total\{operation="accounts.signUp",outcome="ok"\} 1$/m,
      /^backlot_database_queries_total \d+$/m,
      /^backlot_shared_answers_total\{result="miss"\} \d+$/m,
      /^backlot_jobs\{state="failing"\} 0$/m,
      /^backlot_mails\{state="failed"\} 0$/m,
    ])
      expect(metrics).toMatch(line);

    // An error whose message has the address of someone else: an invitation that another account opens.
    const admin = new TestClient(overTheWire(`http://127.0.0.1:${port}`));
    await admin.signUp();
    const { id: setup_intent_id } = await admin.saveCard(sandbox.url, "4242424242424242");
    const plan = { plan_variant_id: 131, license_id: 2, setup_intent_id };
    expect((await admin.post("/api/subscriptions", plan)).status).toBe(200);
    const stranger = "eve.stranger@example.com";
    expect((await admin.post("/api/team/invitations", { email: stranger, role: "Artist" })).status).toBe(204);
    const link = new URL(await linkOf({ sandboxUrl: sandbox.url }, stranger, "invited you"));
    const bob = new TestClient(overTheWire(`http://127.0.0.1:${port}`));
    await bob.signUp();
    const refused = await bob.post("/api/team/membership", { token: link.searchParams.get("token") });
    expect(refused.body.error.message).toContain(stranger);

    api.kill("SIGTERM");
    expect(await once(api, "exit")).toEqual([0, null]);
    const lines = output
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const { time, level, message } of lines)
      expect([time, level, message]).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        expect.stringMatching(/^(?:info|warn|error)$/),
        expect.any(String),
      ]);
    const requests = lines.filter(({ message }) => message === "request");
    expect(requests.find(({ request_id }) => request_id === ids[1])).toMatchObject({
      method: "GET",
      route: "/collections/:slug",
      status: 200,
      duration_ms: expect.any(Number),
    });
    expect(requests.find(({ request_id }) => request_id === ids[2])?.route).toBe("/api/orders/:id");
    expect(lines.map(({ message }) => message)).toEqual(
      expect.arrayContaining(["a sign-in failed", "a webhook was refused: its signature is invalid"]),
    );
    expect(output).not.toMatch(/ada|lens|stranger|secret-order|127\.0\.0\.1:\d+\/api/i);
    // The exporters send the rest before the process ends.
    expect(new Set(collector.received.map(({ path }) => path))).toEqual(
      new Set(["/v1/traces", "/v1/logs", "/v1/metrics"]),
    );
    const traces = collector.received.filter(({ path }) => path === "/v1/traces").map(({ body }) => body);
    expect(traces.join("")).toContain("accounts.signIn");
    // The steps below an operation are spans, too: of use cases, transactions, queries, and providers.
    const spans = traces.flatMap((body) => spansOf(JSON.parse(body)));
    const pathsOf = (name: string) =>
      spans.filter((span) => span.name === name).map((span) => ancestorsOf(spans, span).join(" < "));
    expect(pathsOf("stripe.gateway.create")).toEqual([
      expect.stringContaining("orders.advance < checkout.buy < subscriptions.subscribe"),
    ]);
    expect(pathsOf("orders.settle").join()).toContain("subscriptions.subscribe");
    expect(pathsOf("db.accounts.lock").join()).toContain("db.transaction < orders.settle");
    const advanced = spans.filter(({ name }) => name === "orders.advance");
    expect(advanced.map(({ attributes }) => attributes["provider"])).toContain("stripe");
    expect(collector.received.map(({ body }) => body).join("")).not.toMatch(/ada\.lens|eve\.stranger|wrong horse/);
  });
});

import { createServer } from "node:http";

/**
 * Starts a proxy to `target` with a fault for requests whose method and URL match. "hold": forwards the request but
 * never responds. "lost": forwards it, then responds with a 503. "down": responds with a 503 without forwarding it.
 * `reached` resolves at the first fault, `mend` stops the faults, and `fail` starts them again.
 */
export const startFaultyProxy = async (
  target: string,
  matches: RegExp,
  fault: "hold" | "lost" | "down" = "hold",
): Promise<{
  readonly url: string;
  readonly reached: Promise<void>;
  readonly mend: () => void;
  readonly fail: () => void;
  readonly stop: () => void;
}> => {
  let broken = true;
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const hit = broken && matches.test(`${request.method} ${request.url}`);
    const fail = (): void => {
      reach();
      response
        .writeHead(503, { "content-type": "application/json", "stripe-should-retry": "false" })
        .end('{"error":{"type":"api_error","message":"down"}}');
    };
    if (hit && fault === "down") return fail();
    const headers = Object.entries(request.headers).filter(
      ([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name),
    );
    const answer = await fetch(`${target}${request.url ?? ""}`, {
      method: request.method ?? "GET",
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (hit && fault === "lost") return fail();
    if (hit) return reach();
    response
      .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    reached,
    mend: () => {
      broken = false;
    },
    fail: () => {
      broken = true;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

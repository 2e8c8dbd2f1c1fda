import { createServer } from "node:http";

/** A proxy that forwards everything, and keeps the first answer to a path back for ever: it happened, nobody heard. */
export const startHoldingProxy = async (
  target: string,
  held: RegExp,
): Promise<{ readonly url: string; readonly reached: Promise<void>; readonly stop: () => void }> => {
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).filter(([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name));
    const answer = await fetch(`${target}${request.url ?? ""}`, {
      method: request.method ?? "GET",
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (held.test(`${request.method} ${request.url}`)) return reach();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    reached,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

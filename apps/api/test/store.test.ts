import { makeStoreClient } from "@backlot/adapters-http";
import { scenarioDatabases } from "@backlot/testing/databases";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect, it } from "vitest";
import { storeContract } from "@backlot/testing/contracts/store";
import { useTestStore } from "@backlot/testing/store";
import { storeAs } from "@backlot/testing/ports";

describe.each(scenarioDatabases)("on $kind", (databases) => {
  const suite = useTestStore(databases);
  storeContract("in process", (token) => storeAs(suite.store.ports, token));
  const overHttp = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    Promise.resolve(suite.store.app.request(input instanceof Request ? input : String(input), init));
  storeContract("over HTTP", (token) =>
    Effect.runPromise(
      makeStoreClient({ baseUrl: "http://store.test", fetch: overHttp, ...(token === null ? {} : { token }) }),
    ),
  );
});

describe("the store client without a store", () => {
  const reason = async (fetch: typeof globalThis.fetch): Promise<string> => {
    const client = await Effect.runPromise(makeStoreClient({ baseUrl: "http://store.test", fetch, timeoutMs: 100 }));
    const answered = await Effect.runPromise(Effect.result(client.health.check()));
    return Result.isFailure(answered) ? answered.failure._tag : "success";
  };
  it("calls every way of not being answered unreachable", async () => {
    expect(await reason(() => Promise.reject(new TypeError("refused")))).toBe("unreachable");
    expect(await reason(() => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 })))).toBe(
      "unreachable",
    );
    expect(await reason(() => Promise.resolve(Response.json({ status: "strange" })))).toBe("unreachable");
    expect(await reason(() => new Promise(() => {}))).toBe("unreachable");
  });
});

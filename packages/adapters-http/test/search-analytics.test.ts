import { makeSearchAnalytics } from "@backlot/adapters-http";
import { analyticsAt } from "@backlot/testing/analytics";
import { analyticsContract } from "@backlot/testing/contracts/analytics";
import { type RunningSandbox, openSandbox } from "@backlot/testing/sandbox";
import { afterAll, beforeAll } from "vitest";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

analyticsContract("a service as Segment is", () => {
  const url = `${sandbox.url}/analytics`;
  return {
    analytics: makeSearchAnalytics({ url, writeKey: "key" }),
    down: makeSearchAnalytics({ url: "http://127.0.0.1:1", writeKey: "key" }),
    unknown: makeSearchAnalytics({ url, writeKey: "" }),
    eventsOf: (fingerprint) => analyticsAt(sandbox.url, fingerprint),
  };
});

import { BacklotApi } from "@backlot/ports";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { TEST_SCALE } from "@backlot/testing/scale";
import { useTestStore } from "@backlot/testing/store";
import * as HttpApi from "effect/http-api/HttpApi";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const suite = useTestStore(plainDatabase);

const endpoints: { readonly method: string; readonly path: string; readonly statuses: ReadonlySet<number> }[] = [];
HttpApi.reflect(BacklotApi, {
  onGroup() {},
  onEndpoint({ endpoint: { method, path }, errors, successes }) {
    endpoints.push({ method, path, statuses: new Set([...successes.keys(), ...errors.keys()]) });
  },
});

const hasBody = (method: string): boolean => ["POST", "PATCH", "PUT"].includes(method);

describe("the API over HTTP", () => {
  it("answers nonsense with what the contract declares, never with a fault of its own", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    for (const { method, path, statuses } of endpoints.filter(
      (each) => each.path !== "/api/sessions" && each.path !== "/api/users" && each.method !== "DELETE",
    )) {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.jsonValue(),
            fc.record(
              {
                plan_variant_id: fc.jsonValue(),
                license_id: fc.jsonValue(),
                setup_intent_id: fc.string(),
                collection_id: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
          fc.string(),
          async (payload, part) => {
            const at = path.replace(/:\w+/, encodeURIComponent(part).replace(/^\.{0,2}$/, "x"));
            const { status } = await client.call(method, at, hasBody(method) ? payload : undefined);
            expect([...statuses, 404]).toContain(status);
          },
        ),
        { numRuns: TEST_SCALE.fuzz },
      );
    }
  });
});

import { SAMPLE_CATALOG } from "@backlot/catalog";
import { dataFolder } from "@backlot/testing/data-folder";
import { plainDatabase } from "@backlot/testing/databases";
import { portsOf } from "@backlot/testing/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { openStore } from "../src/open-store.ts";

describe("the catalog of a store", () => {
  it("is stocked once: a later start leaves what its owner changed", async () => {
    const config = readConfig({
      DATA_DIR: await dataFolder("stocking"),
      STRIPE_SECRET_KEY: "sk_test_harness",
      STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
      STRIPE_WEBHOOK_SECRET: "whsec_harness",
      SMTP_URL: "smtp://127.0.0.1:9",
      ...(await plainDatabase.environment()),
    });
    const first = await openStore(config);
    const { collections } = portsOf(first.services.context).transactions.read;
    const fire = await Effect.runPromise(collections.bySlug("ground-fire"));
    if (fire === null) throw new Error("the sample catalog has no fire");
    await Effect.runPromise(collections.put({ ...fire, name: "Our own fire" }));
    await first.close();
    const again = await openStore(config);
    const { read } = portsOf(again.services.context).transactions;
    expect((await Effect.runPromise(read.collections.bySlug("ground-fire")))?.name).toBe("Our own fire");
    const { length } = SAMPLE_CATALOG.plans;
    expect(await Effect.runPromise(read.plans.all())).toHaveLength(length);
    await again.close();
  });
});

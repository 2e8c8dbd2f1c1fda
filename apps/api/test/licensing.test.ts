import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

const VISA = "4242424242424242";

describe.each(scenarioDatabases)("licenses of accounts on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);

  it("LIC-11 ACC-06 a choice in the checkout binds nobody until something is paid under it", async () => {
    const client = new TestClient(suite.store.app);
    await client.signUp();
    const view = async (query: string) => (await client.get(`/api/checkout?plan_variant_id=130${query}`)).body.data;
    const minimum = async () => (await client.get("/api/users/me")).body.data.min_license_id;
    expect(await view("")).toMatchObject({ _tag: "license", minimum_license_id: 1, quote: { total: 4_900 } });
    expect((await view("&license_id=2&license_chosen=true"))._tag).toBe("new-plan");
    // A license in the URL is only preselected.
    expect((await view("&license_id=2"))._tag).toBe("license");
    expect(await view("&license_id=3&license_chosen=true")).toEqual({
      _tag: "redirect",
      to: "/pricing/enterprise?license_id=3&plan=unavailable",
    });
    expect(await minimum()).toBeNull();
    const card = await client.saveCard(suite.sandbox.url, VISA);
    const paid = { plan_variant_id: 130, license_id: 2, setup_intent_id: card.id };
    expect((await client.post("/api/subscriptions", paid)).status).toBe(200);
    expect(await minimum()).toBe(2);
  });

  it("LIC-11 the choice is asked for again on demand, until there is a plan", async () => {
    const ada = await subscriber(130);
    const view = async () =>
      (await ada.client.get("/api/checkout?plan_variant_id=131&license_chosen=false")).body.data._tag;
    expect(await view()).toBe("change");
    const eve = new TestClient(suite.store.app);
    await eve.signUp();
    await eve.post("/api/users/update_min_license", { license_id: 2 });
    const asked = (await eve.get("/api/checkout?plan_variant_id=131&license_chosen=false")).body.data;
    expect(asked).toMatchObject({ _tag: "license", minimum_license_id: 2 });
  });

  it("LIC-11 a license that a plan changes to counts from the day that it is paid", async () => {
    const ada = await subscriber(136, VISA, 3);
    const minimum = async () => (await ada.me()).min_license_id;
    expect(await minimum()).toBe(3);
    // Under the specified rule, a higher license takes effect at the end of the period.
    expect((await ada.change(136, VISA, 5)).body.data.change).toBe("downgrade");
    expect(await minimum()).toBe(3);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription.license.id).toBe(5);
    expect(await minimum()).toBe(5);
  });

  it("LIC-08 LIC-10 who had to confirm their license has done so with a profile", async () => {
    const client = new TestClient(suite.store.app);
    const { id } = (await client.signUp()).body.data.user;
    await sql`update accounts set should_see_confirm_license = true where id = ${id}`.execute(
      suite.store.database.kysely,
    );
    const due = async () => (await client.get("/api/users/me")).body.data.should_see_confirm_license;
    expect(await due()).toBe(true);
    const profile = { license_id: 2, company_name: "Ash", email: "a@b.co", address: "1 Mill St, London" };
    const refused = await client.post("/api/licensee_profiles", { ...profile, company_name: " " });
    expect(refused.body.error.issues).toEqual([{ path: "payload.company_name", message: "This field is required" }]);
    expect(await due()).toBe(true);
    expect((await client.post("/api/licensee_profiles", profile)).status).toBe(201);
    expect(await due()).toBe(false);
  });
});

import { LOWEST_LICENSE } from "@backlot/domain";
import { sendOutbox } from "@backlot/application";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { runIn } from "@backlot/testing/ports";

const VISA = "4242424242424242";
const CHANGE =
  "Your account is not authorized to buy make subscription changes for this team. To upgrade your plan, " +
  "please reach out to your account administrator.";
const BUY =
  "Your account is not authorized to buy credits on this team. For more credits, please reach out to " +
  "your account administrator.";

describe.each(scenarioDatabases)("teams on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);

  const mails = () => runIn(suite.store.ports, sendOutbox);
  const invitationOf = async (email: string): Promise<string> => {
    await mails();
    const inbox = (await (
      await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`)
    ).json()) as readonly { readonly subject: string; readonly text: string }[];
    const mail = inbox.filter(({ subject }) => subject.includes("invited you")).at(-1);
    return (
      new URL(/http\S+invitation\S+/.exec(mail?.text ?? "")?.[0] ?? "http://none/").searchParams.get("token") ?? ""
    );
  };
  const someone = async () => {
    const client = new TestClient(suite.store.app);
    const { user } = (await client.signUp()).body.data;
    const me = async () => (await client.get("/api/users/me")).body.data;
    return { client, id: user.id as string, email: user.email as string, me };
  };
  /** Creates a Startup team with plan 131 (50 credits), and functions to invite and to hire for a role. */
  const team = async () => {
    const admin = await subscriber(131, VISA, 2);
    const invite = (email: string, role: string) => admin.client.post("/api/team/invitations", { email, role });
    const hire = async (role: string) => {
      const who = await someone();
      expect((await invite(who.email, role)).status).toBe(204);
      expect((await who.client.post("/api/team/membership", { token: await invitationOf(who.email) })).status).toBe(
        204,
      );
      return who;
    };
    const view = async () => (await admin.client.get("/api/team")).body.data;
    return { admin, invite, hire, view };
  };

  it("ACC-08 administrators who join each other's team at once are both refused, and wait for nothing", async () => {
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const [one, other] = [await team(), await team()];
        const addressOf = async ({ admin }: typeof one): Promise<string> => (await admin.me()).email;
        expect((await one.invite(await addressOf(other), "Artist")).status).toBe(204);
        expect((await other.invite(await addressOf(one), "Artist")).status).toBe(204);
        await one.admin.client.post("/api/subscriptions/cancel", {});
        const tokens = [await invitationOf(await addressOf(one)), await invitationOf(await addressOf(other))];
        return [one, other].map((each, place) => ({ client: each.admin.client, token: tokens[place] }));
      }),
    );
    const answers = await Promise.all(
      pairs.flat().map(({ client, token }) => client.post("/api/team/membership", { token })),
    );
    for (const { status, body } of answers)
      expect([status, body.error.reason], JSON.stringify(body)).toEqual([409, "team_refused"]);
  });

  it("ACC-08 an invitation is accepted by its address alone, once, and confirms it", async () => {
    const { admin, invite, view } = await team();
    const [ada, eve] = [await someone(), await someone()];
    const shouted = ada.email.replace(/^[^@]+/, (local) => local.toUpperCase());
    expect((await invite("nonsense", "Artist")).body.error.issues).toMatchObject([{ path: "payload.email" }]);
    expect((await invite(ada.email, "Admin")).status).toBe(400);
    expect((await invite(shouted, "Artist")).status).toBe(204);
    const token = await invitationOf(shouted);
    const shown = await new TestClient(suite.store.app).post("/api/team/invitation", { token });
    expect(shown.body.data).toEqual({ team: "Ada Lens", role: "Artist", email: shouted });
    const join = (who: typeof ada, by = token) => who.client.post("/api/team/membership", { token: by });
    expect((await join(eve)).body.error.message).toContain(`This invitation is for ${shouted}`);
    expect((await join(ada, `${token}x`)).status).toBe(403);
    expect((await join(ada)).status).toBe(204);
    expect((await join(ada)).body.error.message).toBe(
      "This invitation was revoked or already used. Ask for a new one.",
    );
    const { team: own, confirmed_at, current_credit_balance, subscription } = await ada.me();
    expect([own.role_name, confirmed_at !== null, current_credit_balance, subscription.plan_variant.id]).toEqual([
      "Artist",
      true,
      50,
      131,
    ]);
    expect(await view()).toMatchObject({ seats: 5, members: [{ user_id: ada.id, role: "Artist" }], invitations: [] });
    // Members see the team's owner, but no other members.
    const { email } = await admin.me();
    expect((await ada.client.get("/api/team")).body.data).toMatchObject({
      role_name: "Artist",
      owner: { email },
      members: [],
      invitations: [],
    });
    // Another role replaces the invitation: the earlier mail stops working, and no second seat is taken.
    await invite(eve.email, "Download Only");
    const before = await invitationOf(eve.email);
    await invite(eve.email, "Artist");
    expect((await view()).invitations).toMatchObject([{ email: eve.email, role: "Artist" }]);
    expect((await new TestClient(suite.store.app).post("/api/team/invitation", { token: before })).status).toBe(403);
    const [replaced] = (await view()).invitations;
    expect((await admin.client.call("DELETE", `/api/team/invitations/${replaced.id}`)).status).toBe(204);
    // A revoked invitation does not work.
    await invite(eve.email, "Artist");
    const late = await invitationOf(eve.email);
    const [open] = (await view()).invitations;
    expect((await admin.client.call("DELETE", `/api/team/invitations/${open.id}`)).status).toBe(204);
    expect((await join(eve, late)).status).toBe(403);
  });

  it("ACC-08 no more are invited than there are seats, even at once, and only under a team plan", async () => {
    const { invite, view } = await team();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => invite(`m${index}-${crypto.randomUUID()}@example.com`, "Artist")),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(8);
    expect(refused[0]?.body.error).toMatchObject({
      reason: "team_refused",
      message: expect.stringContaining("All 5 seats"),
    });
    expect((await view()).invitations).toHaveLength(4);
    const alone = await subscriber(130);
    const no = await alone.client.post("/api/team/invitations", { email: "x@example.com", role: "Artist" });
    expect(no.body.error.message).toContain("Choose a plan with a Startup or Enterprise license");
  });

  it("ACC-08 CRD-10 DWN-04 an Artist spends and downloads at the team; who only downloads spends nothing", async () => {
    const { admin, hire } = await team();
    const [artist, loader] = [await hire("Artist"), await hire("Download Only")];
    const get = (who: typeof artist) => who.client.post("/api/purchases/collection", { collection_id: 104 });
    const refused = await get(loader);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      "Your account is not authorized to spend this team's credits. Please reach out to your account administrator.",
    ]);
    // An artist's earlier purchase counts for the artist, but does not lower the team's price.
    const file = {
      collection_id: 104,
      collection_variant_id: 1042,
      source: "payment:own:0",
      license_id: LOWEST_LICENSE,
      at_upgrade_price: false,
      raised_from: null,
    };
    const { read } = suite.store.ports.transactions;
    await Effect.runPromise(read.collections.grantEntitlement(artist.id, file, suite.store.clock.now()));
    const { body: shown } = await artist.client.get("/api/collections/forked-lightning");
    expect(shown).toMatchObject({ owned_variant_ids: [1042], upgrade_credit_price: null, credit_price: 12 });
    expect((await get(artist)).body.data).toMatchObject({ credits_spent: 12, current_credit_balance: 38 });
    expect((await admin.me()).current_credit_balance).toBe(38);
    // An artist exports only their own data.
    expect((await artist.client.get("/api/users/me/export")).body.data).toMatchObject({
      user: { id: artist.id, subscription: null, team: { role_name: "Artist", licensee_profile: null } },
      orders: [],
      items: [{ collection_variant_id: 1042 }],
    });
    const own = async (client: TestClient) => (await client.get("/api/collections/forked-lightning")).body.owned;
    expect([await own(admin.client), await own(artist.client), await own(loader.client)]).toEqual([true, true, true]);
    // Both can download what the plan includes (Essentials) and what the team owns, each with their own daily limit.
    for (const who of [artist, loader]) {
      expect((await who.client.get("/api/variant_downloads/1041/download")).status).toBe(200);
      const essentials = await who.client.get("/api/variant_downloads/1021/download");
      expect([essentials.status, essentials.body.download_limit, essentials.body.downloads_today]).toEqual([
        200, 20, 1,
      ]);
    }
    expect((await artist.client.call("DELETE", "/api/team/membership")).status).toBe(204);
    expect(await own(artist.client)).toBe(false);
    expect(await artist.me()).toMatchObject({
      subscription: null,
      current_credit_balance: 0,
      team: { role_name: "Admin" },
    });
    expect((await artist.client.get("/api/variant_downloads/1041/download")).status).toBe(403);
    expect(await own(admin.client)).toBe(true);
  });

  it("CHG-06 CRD-07 ACC-08 members pay for nothing and change nothing of the team, in the owner's words", async () => {
    const { admin, hire, invite } = await team();
    const before = await admin.ledgerSnapshot();
    for (const who of [await hire("Artist"), await hire("Download Only")]) {
      const says = async (method: string, path: string, payload?: unknown) => {
        const { status, body } = await who.client.call(method, path, payload);
        return [status, body?.error?.message];
      };
      for (const [method, path, payload] of [
        ["POST", "/api/subscriptions", { plan_variant_id: 130, setup_intent_id: "seti_1" }],
        ["POST", "/api/subscriptions/cancel", {}],
        ["POST", "/api/subscriptions/resume", {}],
        ["GET", "/api/subscriptions/change_preview?plan_variant_id=130", undefined],
        ["POST", "/api/orders/paypal/initialize_subscription", { plan_variant_id: 130 }],
        ["POST", "/api/setup_intent", {}],
        ["POST", "/api/cards", {}],
      ] as const)
        expect([path, ...(await says(method, path, payload))]).toEqual([path, 403, CHANGE]);
      for (const [path, payload] of [
        ["/api/payment_intent", { recurring_credits: 5 }],
        ["/api/orders/paypal", { recurring_credits: 5 }],
        ["/api/purchases/credit-pack-variant", { payment_intent: "pi_1", recurring_credits: 5 }],
      ] as const)
        expect([path, ...(await says("POST", path, payload))]).toEqual([path, 403, BUY]);
      const profile = { license_id: 2, company_name: "X", email: "a@b.co", address: "1 Mill St" };
      for (const [method, path, payload] of [
        ["POST", "/api/licensee_profiles", profile],
        ["POST", "/api/users/update_min_license", { license_id: 6 }],
        ["POST", "/api/certificates", undefined],
        ["POST", "/api/team/invitations", { email: "x@example.com", role: "Artist" }],
        ["PATCH", `/api/team/members/${who.id}`, { role: "Artist" }],
        ["DELETE", `/api/team/members/${who.id}`, undefined],
        ["DELETE", "/api/team/invitations/x", undefined],
      ] as const)
        expect([path, ...(await says(method, path, payload))]).toEqual([
          path,
          403,
          "Only a team administrator can do that.",
        ]);
      const view = (await who.client.get("/api/checkout?plan_variant_id=130&license_id=2")).body.data;
      expect(view).toMatchObject({ _tag: "refused", message: CHANGE });
    }
    expect(await admin.ledgerSnapshot()).toEqual(before);
    expect((await admin.me()).minimum_license_id).toBe(2);
    expect((await invite("not@disposable.example", "Artist")).status).toBe(204);
  });

  it("ACC-08 an administrator changes roles and removes; another team's is not found", async () => {
    const { admin, hire, view } = await team();
    const loader = await hire("Download Only");
    const other = await team();
    for (const [method, path] of [
      ["PATCH", `/api/team/members/${loader.id}`],
      ["DELETE", `/api/team/members/${loader.id}`],
    ] as const) {
      const payload = method === "PATCH" ? { role: "Artist" } : undefined;
      expect((await other.admin.client.call(method, path, payload)).status).toBe(404);
    }
    await admin.client.call("PATCH", `/api/team/members/${loader.id}`, { role: "Artist" });
    expect((await loader.me()).team.role_name).toBe("Artist");
    expect((await admin.client.call("DELETE", `/api/team/members/${loader.id}`)).status).toBe(204);
    expect((await view()).members).toEqual([]);
    expect((await loader.me()).subscription).toBeNull();
  });

  it("ACC-08 ACC-07 who has a plan or a team joins none, and a deleted team lets everybody go", async () => {
    const { admin, hire, invite } = await team();
    const artist = await hire("Artist");
    // A member's pages show the team's plan and credits, so the member cannot delete the account based on them.
    const early = await artist.client.post("/api/users/deletion", { password: "correct horse", forfeit_credits: 50 });
    expect([early.status, early.body.error.reason]).toEqual([409, "team_refused"]);
    const other = await subscriber(130);
    const { email } = await other.me();
    await invite(email, "Artist");
    const own = await other.client.post("/api/team/membership", { token: await invitationOf(email) });
    expect(own.body.error.message).toContain("End your own plan or team first.");
    expect(
      (await admin.client.post("/api/users/deletion", { password: "correct horse", forfeit_credits: 50 })).status,
    ).toBe(204);
    expect(await artist.me()).toMatchObject({ team: { role_name: "Admin" }, subscription: null });
  });
});

import { type SupportChange, message, licenseId } from "@backlot/domain";
import { Staff } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { changeCustomer } from "../src/support/change-customer.ts";
import { findCustomer } from "../src/support/find-customer.ts";
import { type Allowed, NOW, gives, nothing, storeWith } from "./services.ts";
import { account } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const GRANT: SupportChange = { kind: "grant_credits", credits: 20 };
const MADE = { id: "key", at: NOW, actor: "Grace", proven: true, reason: "", user_id: "ada", change: GRANT };

const changed = (change: SupportChange, more: Methods = {}, isUsedUp = false) => {
  const store = storeWith({
    rateLimits: { isUsedUp: gives(isUsedUp), clear: nothing },
    repositories: {
      accounts: {
        byEmail: gives(account()),
        lock: gives(account()),
        update: nothing,
        ...more.accounts,
      },
      guests: { keyOf: gives(null), ...more.guests },
      supportActions: { get: gives(null), add: gives(true), ...more.supportActions },
      credits: { grant: gives(true) },
      outbox: { enqueue: gives(false), repeat: gives(false), ...more.outbox },
      overviews: {
        get: gives({
          account: account(),
          profile: null,
          lots: [],
          running: null,
          pending_order: null,
          dispute_open: false,
          account_credit: [],
          carried: [],
        }),
      },
    },
  });
  const asked = { customer: " ada@example.com", change, idempotency_key: "key", reason: "A gift", actor: "Mallory" };
  const work = changeCustomer(asked).pipe(Effect.provideService(Staff, { name: "Grace", role: "admin" as const }));
  return store.run(Effect.result(work)).then((result) => ({ result, store }));
};

describe("a change that support makes", () => {
  it("CLI-02 CRD-09 is logged under the owner of the key, and made, under the account's lock", async () => {
    const { result, store } = await changed(GRANT);
    expect(result).toMatchObject({ success: { changed: true } });
    const underLock = ["accounts.lock", "supportActions.add", "credits.grant"];
    expect(store.order(...underLock)).toEqual(underLock);
    expect(store.effects()).toEqual(["supportActions.add", "credits.grant"]);
    expect(store.argsOf("commit")).toHaveLength(1);
    expect(store.argsOf("supportActions.add")).toMatchObject([["ada", { id: "key", actor: "Grace", proven: true }]]);
    expect(store.argsOf("credits.grant")).toMatchObject([["ada", { granted: 20, source: "support:key" }, {}, null]]);
  });

  it("CLI-02 CRD-09 is made once under a key, and a key of another change or account is refused", async () => {
    const known = (more: object = {}): Methods => ({ supportActions: { get: gives({ ...MADE, ...more }) } });
    const again = await changed(GRANT, known());
    expect(again.result).toMatchObject({ success: { changed: true } });
    const reused = { failure: { reason: "idempotency_key_reused" } };
    const others = [
      await changed({ ...GRANT, credits: 21 }, known()),
      await changed({ kind: "lock" }, known()),
      await changed(GRANT, known({ user_id: "bob" })),
      // Another account's change used the key after this one looked.
      await changed(GRANT, { supportActions: { add: gives(false) } }),
    ];
    for (const { result } of others) expect(result).toMatchObject(reused);
    for (const { store } of [again, ...others])
      expect([store.argsOf("credits.grant"), store.argsOf("accounts.update")]).toEqual([[], []]);
  });

  it("CLI-02 LIC-11 that changes nothing is not logged", async () => {
    const same: Methods = { accounts: { lock: gives(account({ min_license_id: licenseId(2) })) } };
    for (const { result, store } of [
      await changed({ kind: "unlock" }),
      await changed({ kind: "set_minimum_license", license_id: licenseId(2) }, same),
      // The last mail is too recent, or the address is confirmed.
      await changed({ kind: "resend_confirmation" }),
      await changed({ kind: "resend_confirmation" }, { accounts: { lock: gives(account({ confirmed_at: NOW })) } }),
    ]) {
      expect(result).toMatchObject({ success: { changed: false } });
      expect(store.argsOf("supportActions.add")).toEqual([]);
    }
  });

  it("CLI-02 ACC-03 that unlocks also gives back the password attempts, once it is stored", async () => {
    const { result, store } = await changed({ kind: "unlock" }, {}, true);
    expect(result).toMatchObject({ success: { changed: true } });
    expect(store.argsOf("rateLimits.clear")).toMatchObject([[{ name: "passwords" }, "ada@example.com"]]);
    expect(store.argsOf("supportActions.add")).toHaveLength(1);
  });

  it("CLI-02 ACC-07 ACC-08 ORD-03 is refused for a deleted account, a guest, and a member's credits", async () => {
    const member = account({ team_id: "bob", team_role: "Artist" });
    for (const [more, reason] of [
      [{ accounts: { lock: gives(account({ deleted_at: NOW })) } }, "account_unchangeable"],
      [{ guests: { keyOf: gives("browser") } }, "account_unchangeable"],
      [{ accounts: { lock: gives(member) } }, "team_refused"],
    ] as const) {
      const { result, store } = await changed(GRANT, more);
      expect(result).toMatchObject({ failure: { reason } });
      expect(store.argsOf("supportActions.add")).toEqual([]);
    }
    const { result } = await changed(GRANT, { accounts: { lock: gives(member) } });
    expect(result).toMatchObject({ failure: { message: expect.stringContaining("account bob") } });
  });
});

describe("a customer that support looks up", () => {
  it("CLI-02 is named by an address or an id, with or without spaces around it", async () => {
    const store = storeWith({ repositories: { accounts: { byEmail: gives(null), get: gives(null) } } });
    for (const name of [" ada@example.com ", " ada "])
      expect(await store.run(Effect.flip(findCustomer(name)))).toMatchObject({ message: message("not_found") });
    expect([store.argsOf("accounts.byEmail"), store.argsOf("accounts.get")]).toEqual([
      [["ada@example.com"]],
      [["ada"]],
    ]);
  });
});

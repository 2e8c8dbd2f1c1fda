import { type CreditLot, credits, message } from "@backlot/domain";
import { CurrentAccount, CurrentSession, type SignedInCaller, WrongCredentials } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { UNKNOWN_VISITOR } from "../src/caller.ts";
import { deleteAccount } from "../src/profile/delete-account.ts";
import { FREE_LEASES, type Allowed, NOW, down, gives, nothing, storeWith } from "./services.ts";
import { account, order, running } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const SESSION: SignedInCaller = {
  _tag: "SignedIn",
  person: { id: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lens", created_at: NOW },
  token: null,
  session: "session",
  scopes: null,
  visitor: UNKNOWN_VISITOR,
};
const ADA = account({ stripe_customer_token: "cus_1" });
const LOT: CreditLot = {
  id: "lot",
  kind: "pack",
  granted: credits(25),
  remaining: credits(25),
  granted_at: NOW,
  source: "payment:1",
  subscription_id: null,
};

const deletion = (more: Allowed & { readonly forfeit_credits?: number }) => {
  const { forfeit_credits, repositories = {}, ...others } = more;
  const store = storeWith({
    rateLimits: { take: gives(true), giveBack: nothing },
    identity: { checkPassword: nothing, forget: nothing },
    cards: { cards: gives([{ id: "card" } as never]), detachCard: nothing },
    stripe: { billing: { cancelNow: nothing } },
    ...others,
    repositories: {
      leases: FREE_LEASES,
      accounts: {
        lock: gives(ADA),
        close: nothing,
        update: nothing,
        ...repositories.accounts,
      },
      orders: { openSubscriptionOrder: gives(null), openOneTimeOrdersOf: gives([]), ...repositories.orders },
      disputes: { openOf: gives([]), ...repositories.disputes },
      credits: { lots: gives([]), post: nothing, ...repositories.credits },
      outbox: { enqueue: gives(true) },
      subscriptions: {
        current: gives(running()),
        save: nothing,
        enqueueTermination: nothing,
        ...repositories.subscriptions,
      },
      payments: { ofAccount: gives([]) },
      overviews: { get: gives(null), ...repositories.overviews },
    } satisfies Methods,
  });
  const form = { password: "correct horse", ...(forfeit_credits === undefined ? {} : { forfeit_credits }) };
  const work = deleteAccount(form).pipe(
    Effect.provideService(CurrentAccount, ADA),
    Effect.provideService(CurrentSession, SESSION),
  );
  return store.run(Effect.result(work)).then((result) => ({ result, store }));
};

describe("the deletion of an account", () => {
  it("ACC-07 is recorded first, then made at the provider, and ends with the sessions", async () => {
    const { store } = await deletion({});
    const order = ["accounts.lock", "subscriptions.save", "subscriptions.enqueueTermination", "accounts.close"];
    const outside = ["stripe.billing.cancelNow", "cards.cards", "cards.detachCard", "identity.forget"];
    expect(store.order(...order, ...outside)).toEqual([...order, ...outside]);
  });

  it("ACC-07 is complete even if the provider is down: a job ends the plan there", async () => {
    const { result, store } = await deletion({ stripe: { billing: { cancelNow: down } } });
    expect(result).toMatchObject({ _tag: "Success" });
    expect(store.argsOf("subscriptions.enqueueTermination")).toHaveLength(1);
    expect(store.argsOf("cards.detachCard")).toEqual([["card"]]);
    expect(store.argsOf("identity.forget")).toEqual([["session"]]);
  });

  it("ACC-07 by a wrong password costs a try, and ends nothing", async () => {
    const { result, store } = await deletion({
      identity: { checkPassword: () => Effect.fail(new WrongCredentials()) },
    });
    expect(result).toMatchObject({ failure: { message: message("deletion_password") } });
    expect(store.effects()).toEqual(["rateLimits.take", "rateLimits.take"]);
  });

  it("ACC-07 ACC-08 waits for open orders and disputes, a team, and credits that nobody gave up", async () => {
    const refused: readonly (readonly [Allowed & { readonly forfeit_credits?: number }, string])[] = [
      [{ repositories: { orders: { openOneTimeOrdersOf: gives([order()]) } } }, "order_in_progress"],
      [{ repositories: { disputes: { openOf: gives([{} as never]) } } }, "dispute_open"],
      [
        { repositories: { accounts: { lock: gives(account({ team_id: "bob", team_role: "Artist" })) } } },
        "team_refused",
      ],
      [{ repositories: { credits: { lots: gives([LOT]) } }, forfeit_credits: 24 }, "acknowledgement_required"],
    ];
    for (const [more, reason] of refused) {
      const { result, store } = await deletion(more);
      expect(result).toMatchObject({ failure: { reason } });
      for (const step of ["accounts.close", "subscriptions.save", "stripe.billing.cancelNow", "identity.forget"])
        expect(store.argsOf(step), `${reason} ${step}`).toEqual([]);
    }
    const { store } = await deletion({ repositories: { credits: { lots: gives([LOT]) } }, forfeit_credits: 25 });
    expect(store.argsOf("credits.post").at(-1)).toMatchObject(["ada", [{ lot_id: "lot", amount: -25 }]]);
  });

  it("ACC-07 that is repeated closes nothing twice", async () => {
    const { store } = await deletion({
      repositories: { accounts: { lock: gives({ ...ADA, deleted_at: NOW }) } },
    });
    expect([store.argsOf("accounts.close"), store.argsOf("stripe.billing.cancelNow")]).toEqual([[], []]);
    expect(store.argsOf("identity.forget")).toEqual([["session"]]);
  });
});

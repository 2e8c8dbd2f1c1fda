import { message, licenseId } from "@backlot/domain";
import {
  type Caller,
  CurrentAccount,
  CurrentCaller,
  CurrentSession,
  ResetRefused,
  type SignedInCaller,
  WrongCredentials,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { confirmEmail } from "../src/accounts/confirm-email.ts";
import { limitPasswordTries } from "../src/accounts/limit-credentials.ts";
import { resetPassword, sendPasswordReset } from "../src/accounts/reset-password.ts";
import { changePassword } from "../src/accounts/sign-in-security.ts";
import { signIn } from "../src/accounts/sign-in.ts";
import { signUp } from "../src/accounts/sign-up.ts";
import { takeOverGuests } from "../src/accounts/take-over-guests.ts";
import { teams } from "../src/accounts/team.ts";
import { UNKNOWN_VISITOR, anonymous, callerShopper } from "../src/caller.ts";
import { NOW, gives, nothing, storeWith } from "./services.ts";
import { account, order } from "./values.ts";

const PERSON = { id: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lens", created_at: NOW };
const FORM = { email: " ADA@example.com", password: "correct horse" };
const SESSION: SignedInCaller = {
  _tag: "SignedIn",
  person: PERSON,
  token: null,
  session: "session",
  scopes: null,
  visitor: UNKNOWN_VISITOR,
};

/** Rate limits that allow what they are told to, by the name of the limit. */
const limits = (left: Readonly<Record<string, boolean>> = {}) => ({
  take: ({ name }: { readonly name: string }) => Effect.succeed(left[name] ?? true),
  giveBack: nothing,
});

const asVisitor = Effect.provideService(CurrentCaller, anonymous());

describe("tries of passwords", () => {
  const tried = limitPasswordTries({ email: FORM.email, network: "203.0.113.7" });
  const wrong = Effect.fail(new WrongCredentials());

  it("ACC-03 count before the password is checked, and the right password costs none", async () => {
    const store = storeWith({ rateLimits: limits(), identity: { checkPassword: nothing } });
    const check = Effect.promise(async () => expect(store.argsOf("rateLimits.take")).toHaveLength(2));
    await store.run(tried(check));
    expect(store.argsOf("rateLimits.take").map(([, key]) => key)).toEqual(["203.0.113.7", "ada@example.com"]);
    expect(store.argsOf("rateLimits.giveBack").map(([, key]) => key)).toEqual(["ada@example.com", "203.0.113.7"]);
  });

  it("ACC-03 are lost by a wrong password, and given back by an outage", async () => {
    const store = storeWith({ rateLimits: limits() });
    await store.run(Effect.flip(tried(wrong)));
    expect(store.argsOf("rateLimits.giveBack")).toEqual([]);
    await store.run(Effect.exit(tried(Effect.die("the database is down"))));
    expect(store.argsOf("rateLimits.giveBack")).toHaveLength(2);
  });

  it("ACC-03 that are used up lock an address without a look at the password, even at the right one", async () => {
    const store = storeWith({ rateLimits: limits({ passwords: false }) });
    const refused = await store.run(Effect.flip(signIn(FORM).pipe(asVisitor)));
    expect(refused).toMatchObject({ _tag: "account_locked", message: expect.stringContaining("help@example.com") });
  });
});

describe("signing in", () => {
  it("ACC-03 shows support's lock only after the right password: a wrong one asks for no account", async () => {
    const store = storeWith({
      rateLimits: limits(),
      identity: { signIn: () => Effect.fail(new WrongCredentials()) },
    });
    const refused = await store.run(Effect.flip(signIn(FORM).pipe(asVisitor)));
    expect(refused).toMatchObject({ _tag: "unauthorized", message: message("wrong_password") });
    expect(store.argsOf("rateLimits.giveBack")).toEqual([]);
  });

  const opened = { signIn: gives({ token: "token", person: PERSON }), signOut: nothing, forget: nothing };
  const attempt = (known: ReturnType<typeof account>) => {
    const store = storeWith({
      rateLimits: limits(),
      identity: opened,
      repositories: { accounts: { get: gives(known) } },
    });
    return { store, refused: store.run(Effect.flip(signIn(FORM).pipe(asVisitor))) };
  };

  it("ACC-03 ends the session of a locked account, and takes nothing over", async () => {
    const { store, refused } = attempt(account({ locked: true }));
    expect(await refused).toMatchObject({ _tag: "account_locked" });
    expect(store.argsOf("identity.signOut")).toEqual([["token"]]);
    expect(store.argsOf("identity.forget")).toEqual([]);
  });

  it("ACC-07 completes a deletion that was interrupted, and answers as for a wrong password", async () => {
    const { store, refused } = attempt(account({ deleted_at: NOW }));
    expect(await refused).toMatchObject({ _tag: "unauthorized", message: message("wrong_password") });
    expect(store.argsOf("identity.forget")).toEqual([["token"]]);
    expect(store.argsOf("identity.signOut")).toEqual([]);
  });

  it("ACC-04 a locked account shops as nobody, and a deleted one as a visitor", async () => {
    const shopper = (known: ReturnType<typeof account>) => {
      const caller: Caller = SESSION;
      const store = storeWith({ repositories: { accounts: { get: gives(known) } } });
      return store.run(Effect.result(callerShopper.pipe(Effect.provideService(CurrentCaller, caller))));
    };
    expect(await shopper(account({ locked: true }))).toMatchObject({ failure: { _tag: "account_locked" } });
    expect(await shopper(account({ deleted_at: NOW }))).toMatchObject({ success: null });
  });
});

describe("signing up", () => {
  it("ACC-01 ACC-02 a form with problems costs no try and makes no person", async () => {
    const store = storeWith({});
    const form = { first_name: "Ada", last_name: " ", email: "ada@", password: "short" };
    const refused = await store.run(Effect.flip(signUp(form).pipe(asVisitor)));
    expect(refused).toMatchObject({
      issues: [{ path: "payload.password" }, { path: "payload.last_name" }, { path: "payload.email" }],
    });
    expect(store.effects()).toEqual([]);
  });
});

describe("passwords", () => {
  const outbox = { enqueue: gives(true), repeat: gives(true) };

  it("ACC-04 a reset does the same for every address: it looks up no account", async () => {
    const store = storeWith({ rateLimits: limits(), repositories: { outbox } });
    await store.run(sendPasswordReset(" Nobody@example.com", "203.0.113.7"));
    expect(store.argsOf("rateLimits.take")).toHaveLength(2);
    expect(store.argsOf("outbox.enqueue")).toEqual([
      [{ id: "id-1", kind: "reset-password", about: "nobody@example.com" }, NOW],
    ]);
  });

  it("ACC-04 a used link unlocks no address, confirms nothing, and sends no mail", async () => {
    // The second link is used by another request in the meantime.
    for (const found of [null, PERSON]) {
      const store = storeWith({
        identity: { findReset: gives(found), resetPassword: () => Effect.fail(new ResetRefused()) },
      });
      const refused = await store.run(Effect.flip(resetPassword({ token: "used", password: "correct horse" })));
      expect(refused).toMatchObject({ _tag: "forbidden", message: message("reset_over") });
      expect(store.argsOf("rateLimits.clear")).toEqual([]);
      expect(store.argsOf("identity.resetPassword")).toHaveLength(found === null ? 0 : 1);
    }
  });

  it("ACC-04 a new password unlocks its address before anything is written, and confirms it", async () => {
    const store = storeWith({
      identity: { findReset: gives(PERSON), resetPassword: gives(PERSON) },
      rateLimits: { clear: nothing },
      repositories: { outbox, accounts: { get: gives(account()), confirm: nothing }, guests: { ofEmail: gives([]) } },
    });
    await store.run(resetPassword({ token: "token", password: "correct horse" }));
    const unlocking = ["identity.resetPassword", "rateLimits.clear", "begin"];
    expect(store.order(...unlocking)).toEqual(unlocking);
    expect(store.argsOf("accounts.confirm")).toEqual([["ada", NOW]]);
  });

  it("ACC-07 a wrong current password costs a try, changes nothing, and sends no mail", async () => {
    const changed = (password: string) => {
      const store = storeWith({
        rateLimits: limits(),
        identity: { changePassword: () => Effect.fail(new WrongCredentials()) },
      });
      const work = changePassword({ current_password: "guessed", password }).pipe(
        Effect.provideService(CurrentAccount, account()),
        Effect.provideService(CurrentSession, SESSION),
      );
      return store.run(Effect.flip(work)).then((refused) => ({ refused, effects: store.effects() }));
    };
    expect(await changed("correct horse")).toMatchObject({
      refused: { issues: [{ path: "payload.current_password" }] },
      effects: ["rateLimits.take", "rateLimits.take", "identity.changePassword"],
    });
    // A new password that is too short says nothing about the current one.
    expect(await changed("short")).toMatchObject({ refused: { issues: [{ path: "payload.password" }] }, effects: [] });
  });
});

describe("what guests bought", () => {
  it("ACC-04 ORD-03 a link confirms only the address that it was sent to", async () => {
    const store = storeWith({
      links: { confirmation: { open: () => ({ account_id: "ada", email: "old@example.com", expires_at: NOW }) } },
      repositories: { accounts: { get: gives(account()) } },
    });
    const refused = await store.run(asVisitor(Effect.flip(confirmEmail("token"))));
    expect(refused).toMatchObject({ message: message("confirmation_over") });
    expect(store.effects()).toEqual([]);
  });

  it("ORD-03 LIC-11 is moved under the guest's lock and then the account's, and raises its license", async () => {
    const paid = order({ license_id: licenseId(3), status: { _tag: "paid", at: NOW } });
    const store = storeWith({
      repositories: {
        accounts: { lock: gives(account()), update: nothing },
        orders: { ofAccount: gives([paid]) },
        guests: { giveTo: nothing },
      },
    });
    await store.run(takeOverGuests(account(), ["guest"]));
    expect(store.argsOf("accounts.lock")).toEqual([["guest"], ["ada"]]);
    const underLock = ["accounts.lock", "accounts.update"];
    expect(store.order(...underLock)).toEqual(underLock);
    expect(store.argsOf("accounts.update")).toEqual([["ada", { min_license_id: 3 }]]);
    expect(store.argsOf("guests.giveTo")).toEqual([["guest", "ada"]]);
  });

  it("ORD-03 ACC-07 goes to no account that was deleted while it signed in", async () => {
    const store = storeWith({ repositories: { accounts: { lock: gives(account({ deleted_at: NOW })) } } });
    await store.run(takeOverGuests(account(), ["guest"]));
    expect(store.effects()).toEqual([]);
  });
});

describe("joining a team", () => {
  const invitation = { id: "i", team_id: "bob", email: "ada@example.com", role: "Artist", invited_at: NOW } as const;
  const join = (more: { readonly isOpen?: boolean; readonly team?: ReturnType<typeof account> }) => {
    const { isOpen = true, team = account({ id: "bob" }) } = more;
    const store = storeWith({
      links: { invitation: { open: () => ({ invitation_id: "i", expires_at: NOW }) } },
      repositories: {
        accounts: { lock: (id) => Effect.succeed(id === "bob" ? team : account()), confirm: nothing },
        subscriptions: { current: gives(null) },
        orders: { openSubscriptionOrder: gives(null) },
        teams: {
          invitation: gives(invitation),
          members: gives([]),
          invitations: gives([]),
          lockJoins: nothing,
          removeInvitation: gives(isOpen),
          join: nothing,
        },
      },
    });
    const work = teams
      .join({ payload: { token: "token" } } as never)
      .pipe(
        Effect.provideService(CurrentAccount, account()),
        Effect.provideService(CurrentSession, SESSION),
        Effect.provideService(CurrentCaller, SESSION),
      );
    return store.run(Effect.result(work)).then((result) => ({ result, store }));
  };

  it("ACC-08 locks the team and then the member, uses the invitation, and confirms the address", async () => {
    const { store } = await join({});
    expect(store.order("teams.lockJoins", "accounts.lock")).toEqual(["teams.lockJoins", "accounts.lock"]);
    expect(store.argsOf("accounts.lock")).toEqual([["bob"], ["ada"]]);
    expect(store.effects()).toEqual(
      expect.arrayContaining(["teams.removeInvitation", "teams.join", "accounts.confirm"]),
    );
  });

  it("ACC-08 joins nobody by an invitation that was just used, or to a team that was deleted", async () => {
    const over = { failure: { _tag: "forbidden", message: message("invitation_over") } };
    for (const each of [{ isOpen: false }, { team: account({ id: "bob", deleted_at: NOW }) }]) {
      const { result, store } = await join(each);
      expect(result).toMatchObject(over);
      expect(store.effects()).toEqual([]);
    }
  });
});

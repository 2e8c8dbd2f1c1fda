import { SHIPPED_VERSION } from "@backlot/domain";
import {
  type AccountOverview,
  CurrentCaller,
  CurrentSession,
  PayingAccount,
  type SignedInCaller,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { UNKNOWN_VISITOR } from "../src/caller.ts";
import { certificates } from "../src/certificates/issue-certificate.ts";
import { FREE_LEASES, type Allowed, NOW, gives, nothing, storeWith } from "./services.ts";
import { INDIVIDUAL, account } from "./values.ts";

type Methods = NonNullable<Allowed["repositories"]>;

const SESSION: SignedInCaller = {
  _tag: "SignedIn",
  person: { id: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lens", created_at: NOW },
  token: null,
  session: "session",
  scopes: null,
  visitor: UNKNOWN_VISITOR,
};

const PROFILE: NonNullable<AccountOverview["profile"]> = {
  user_id: "ada",
  license_id: INDIVIDUAL,
  completed: true,
  invalidated: false,
  company_name: null,
  first_name: "Ada",
  last_name: "Lens",
  email: "ada@example.com",
  phone: null,
  address: "1 Mill St, London",
  token: "BL-1",
};

const CERTIFICATE = {
  license_token: "BL-1",
  license_id: INDIVIDUAL,
  company_name: null,
  name: "Ada Lens",
  address: "1 Mill St, London",
  terms_version: SHIPPED_VERSION,
  covered: [],
  number: "BC-1",
  issued_at: NOW,
};

const issued = (
  more: { readonly left?: boolean; readonly known?: object | null; readonly profile?: null } & Methods,
) => {
  const { left = true, known = null, profile = PROFILE, ...repositories } = more;
  const stored =
    known === null ? [] : [{ user_id: "ada", certificate: { ...CERTIFICATE, ...known }, superseded_at: null }];
  const store = storeWith({
    rateLimits: { take: gives(left) },
    certificates: { unprintable: gives([]), print: gives(new Uint8Array()) },
    repositories: {
      leases: FREE_LEASES,
      accounts: {
        lock: gives(account()),
        ...repositories.accounts,
      },
      overviews: {
        get: gives({
          account: account(),
          profile,
          lots: [],
          running: null,
          pending_order: null,
          dispute_open: false,
          account_credit: [],
          carried: [],
        }),
      },
      legalTexts: { versions: gives([]) },
      orders: { ofAccount: gives([]) },
      payments: { ofAccount: gives([]) },
      disputes: { openOf: gives([]) },
      collections: { entitlementsOf: gives([]), byVariants: gives([]) },
      certificates: { ofAccount: gives(stored), insert: nothing },
    },
  });
  const work = certificates
    .issue({} as never)
    .pipe(
      Effect.provideService(PayingAccount, account()),
      Effect.provideService(CurrentSession, SESSION),
      Effect.provideService(CurrentCaller, SESSION),
    );
  return store.run(Effect.result(work)).then((result) => ({ result, store }));
};

describe("a certificate", () => {
  it("LIC-13 that states the same is returned again: it costs no try and is not drawn", async () => {
    const { result, store } = await issued({ known: {}, left: false });
    expect(result).toMatchObject({ success: { number: "BC-1", status: "valid" } });
    expect([store.argsOf("rateLimits.take"), store.argsOf("certificates.print")]).toEqual([[], []]);
  });

  it("LIC-13 that states something new is drawn outside the transaction that stores it, under the lease", async () => {
    const { result, store } = await issued({ known: { address: "Elsewhere" } });
    expect(result).toMatchObject({ success: { number: "code-2", issued_at: NOW } });
    const underLease = ["leases.take", "certificates.print", "certificates.insert", "leases.release"];
    expect(store.order(...underLease)).toEqual(underLease);
    expect(store.effects()).toEqual(["rateLimits.take", "certificates.insert"]);
  });

  it("LIC-13 is not drawn without a try left, or for a license that nobody confirmed", async () => {
    const limited = await issued({ left: false });
    expect(limited.result).toMatchObject({ failure: { _tag: "too_many_attempts" } });
    const unconfirmed = await issued({ profile: null });
    expect(unconfirmed.result).toMatchObject({ failure: { reason: "license_not_confirmed" } });
    expect(unconfirmed.store.argsOf("rateLimits.take")).toEqual([]);
    for (const { store } of [limited, unconfirmed]) expect(store.argsOf("certificates.print")).toEqual([]);
  });

  it("LIC-13 ACC-07 is not stored for an account that was deleted while it was drawn", async () => {
    const { result, store } = await issued({ accounts: { lock: gives(account({ deleted_at: NOW })) } });
    expect(result).toMatchObject({ failure: { _tag: "unauthorized" } });
    expect(store.argsOf("certificates.insert")).toEqual([]);
  });
});

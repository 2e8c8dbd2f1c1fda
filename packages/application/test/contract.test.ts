import { instant } from "@backlot/domain";
import { BacklotApi, type Caller, Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as OpenApi from "effect/http-api/OpenApi";
import { describe, expect, it } from "vitest";
import { UNKNOWN_VISITOR, anonymous } from "../src/caller.ts";
import { makeStore } from "../src/store.ts";
import type { StoreServices } from "../src/store-services.ts";

/** A store without working services: callers are refused before any service is needed. */
const { operations } = makeStore(
  Context.make(Transactions, {
    check: () => Effect.void,
  } as Transactions) as unknown as Context.Context<StoreServices>,
);

const visitor = UNKNOWN_VISITOR;
const person = { id: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lens", created_at: instant(0) };

/** A caller for each security scheme of the document, and one without any. */
const CALLERS: Readonly<Record<string, Caller>> = {
  nothing: anonymous(),
  bearer: { _tag: "SignedIn", person, token: "token", session: "token", scopes: null, visitor },
  guest: anonymous({ ...visitor, browser: { key: "secret", giveKey: () => "secret" } }),
  support: { _tag: "Support", staff: null, role: "admin" },
};

interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

describe("the operations of the contract", () => {
  const described = Object.values(OpenApi.fromApi(BacklotApi).paths).flatMap(
    (path) => Object.values(path) as unknown as readonly Described[],
  );

  it("DEV-02 are all described, and each has a handler", () => {
    expect(described.map(({ operationId }) => operationId).sort()).toEqual([...operations.keys()].sort());
  });

  it("ACC-05 let in who holds what their security names, and nobody else", () => {
    const letIn = (name: string): readonly string[] =>
      Object.entries(CALLERS).flatMap(([credential, caller]) =>
        operations.get(name)?.refusal(caller) === null ? [credential] : [],
      );
    for (const { operationId, security = [] } of described) {
      const schemes = security.flatMap((requirement) => Object.keys(requirement));
      const named = Object.keys(CALLERS).filter((credential) => schemes.includes(credential));
      expect([operationId, letIn(operationId)]).toEqual([
        operationId,
        schemes.length === 0 ? Object.keys(CALLERS) : named,
      ]);
    }
  });
});

import { CurrentAccount, NotFound, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import { PlanVariants } from "@backlot/ports/plans/plans.contract";
import { Wishlists } from "@backlot/ports/catalog/catalog.contract";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { planVariants } from "../src/plans/plan-variants.ts";
import { wishlists } from "../src/catalog/wishlist.ts";
import { implement } from "../src/implement.ts";

const { get } = planVariants;
const { add, list } = wishlists;

const readAccount = () => CurrentAccount.useSync(() => []);
const write = () => Repositories.use((repos) => repos.wishlists.remove("ada", 1));

/** Code that must not compile. If a line starts to compile, the type check that `npm test` runs fails. */
describe("a handler", () => {
  it("gets an account only where the contract asks for one", () => {
    // @ts-expect-error: anyone may list the plan variants, so there is no account.
    const refused = implement(PlanVariants, { list: readAccount, get });
    const read = CurrentAccount.useSync(() => ({ data: [], has_more: false }));
    const accepted = implement(Wishlists, { list: () => read, add, remove: () => Effect.void });
    expect([refused, accepted].every((group) => group.list !== undefined)).toBe(true);
  });

  it("writes only in a transaction", () => {
    // @ts-expect-error: nothing provides repositories that write outside a transaction.
    const refused = implement(Wishlists, { list, add, remove: write });
    const accepted = implement(Wishlists, { list, add, remove: () => transactional(write()) });
    // @ts-expect-error: the repositories that read have no writes.
    const unwritten = () => ReadRepositories.use((repos) => repos.wishlists.remove("ada", 1));
    expect([refused.remove, accepted.remove, unwritten].every((each) => typeof each === "function")).toBe(true);
  });

  it("fails only as its endpoint says, and stands beside all the others of its group", () => {
    // @ts-expect-error: nothing is not found in a list.
    const failing = implement(PlanVariants, { list: () => Effect.fail(new NotFound({ message: "" })), get });
    // @ts-expect-error: `get` is missing.
    const missing = implement(PlanVariants, { list: planVariants.list });
    // @ts-expect-error: the contract has no such endpoint.
    const unknown = implement(PlanVariants, { ...planVariants, remove: () => Effect.void });
    expect([failing, missing, unknown].every((group) => "list" in group)).toBe(true);
  });
});

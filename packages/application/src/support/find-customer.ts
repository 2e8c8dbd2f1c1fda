import { message, soughtEmail } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { accountRecord } from "../profile/export-account.ts";

/** Returns the account with an email address or id; fails if there is none. */
export const accountNamed = (name: string) =>
  Effect.gen(function* () {
    const { accounts } = yield* ReadRepositories;
    const account = yield* name.includes("@") ? accounts.byEmail(soughtEmail(name)) : accounts.get(name.trim());
    return account ?? (yield* new NotFound({ message: message("not_found") }));
  });

/** Returns the account with an email address or id, with its purchases, for support staff. */
export const findCustomer = (name: string) =>
  Effect.gen(function* () {
    const read = yield* ReadRepositories;
    const account = yield* accountNamed(name);
    const support_actions = yield* read.supportActions.ofAccount(account.id);
    return { ...(yield* accountRecord(account)), support_actions };
  });

import { type Account, message } from "@backlot/domain";
import { type CustomerView, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { accountRecord } from "./export-account.ts";

/** The account of an address or an id. (CLI-02) */
export const accountNamed =
  ({ transactions }: Pick<StorePorts, "transactions">) =>
  (name: string): Effect.Effect<Account, NotFound> =>
    Effect.gen(function* () {
      const { accounts } = transactions.read;
      const account = yield* name.includes("@") ? accounts.byEmail(name.trim()) : accounts.get(name.trim());
      return account ?? (yield* new NotFound({ message: message("not_found") }));
    });

/** An account by its address or its id, with what it bought and has, for support staff. (CLI-02) */
export const findCustomer =
  (ports: StorePorts) =>
  (name: string): Effect.Effect<CustomerView, NotFound> =>
    Effect.gen(function* () {
      const account = yield* accountNamed(ports)(name);
      const support_actions = yield* ports.transactions.read.supportActions.ofAccount(account.id);
      return { ...(yield* accountRecord(ports)(account)), support_actions };
    });

import { message } from "@backlot/domain";
import { type CustomerView, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";
import { accountRecord } from "./export-account.ts";

/** An account by its address or its id, with what it bought and has, for support staff. (CLI-02) */
export const findCustomer =
  (ports: StorePorts) =>
  (name: string): Effect.Effect<CustomerView, NotFound> =>
    Effect.gen(function* () {
      const { accounts } = ports.transactions.read;
      const account = yield* name.includes("@") ? accounts.byEmail(name.trim()) : accounts.get(name.trim());
      if (account === null) return yield* new NotFound({ message: message("not_found") });
      return yield* accountRecord(ports)(account);
    });

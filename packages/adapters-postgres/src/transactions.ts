import type { Repositories, Transactions } from "@backlot/ports";
import type * as Cause from "effect/Cause";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import type { Handle } from "./handle.ts";
import { instantsPlugin } from "./instants-plugin.ts";
import { accountsOn } from "./repositories/accounts.ts";
import { collectionsOn } from "./repositories/collections.ts";
import { creditsOn } from "./repositories/credits.ts";
import { downloadsOn } from "./repositories/downloads.ts";
import { jobsOn } from "./repositories/jobs.ts";
import { ordersOn } from "./repositories/orders.ts";
import { packsOn } from "./repositories/packs.ts";
import { paymentsOn } from "./repositories/payments.ts";
import { plansOn } from "./repositories/plans.ts";
import { subscriptionsOn } from "./repositories/subscriptions.ts";
import { webhookEventsOn } from "./repositories/webhook-events.ts";

const repositoriesOn = (db: Handle): Repositories => ({
  accounts: accountsOn(db),
  plans: plansOn(db),
  packs: packsOn(db),
  subscriptions: subscriptionsOn(db),
  orders: ordersOn(db),
  credits: creditsOn(db),
  collections: collectionsOn(db),
  downloads: downloadsOn(db),
  webhookEvents: webhookEventsOn(db),
  payments: paymentsOn(db),
  jobs: jobsOn(db),
});

/** Whether the running fiber is inside a transaction of this adapter. */
const InTransaction = Context.Reference<boolean>("backlot/InTransaction", { defaultValue: () => false });

const outside = <A, E>(what: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(InTransaction, (inside) =>
    inside
      ? Effect.die(new Error(`${what} inside a transaction: use the repositories that the transaction hands out`))
      : effect,
  );

type Method = (...args: never[]) => Effect.Effect<unknown, unknown>;

/** The same repositories, which refuse to be used inside a transaction: with one connection that waits for ever. */
const outsideOnly = (repositories: Repositories): Repositories =>
  Object.fromEntries(
    Object.entries(repositories).map(([name, repository]) => [
      name,
      Object.fromEntries(
        Object.entries(repository as Record<string, Method>).map(([verb, method]) => [
          verb,
          (...args: never[]) => outside(`${name}.${verb}`, method(...args)),
        ]),
      ),
    ]),
  ) as unknown as Repositories;

class Rollback<E> {
  readonly cause: Cause.Cause<E>;
  constructor(cause: Cause.Cause<E>) {
    this.cause = cause;
  }
}

/** Transactions over a database handle; the same code on PostgreSQL and on the embedded engine. */
export const makeTransactions = (handle: Handle): Transactions => {
  const db = handle.withPlugin(instantsPlugin);
  const run = <A, E>(work: (repositories: Repositories) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.callback<A, E>((resume) => {
      db.transaction()
        .execute(async (transaction) => {
          const inside = Effect.provideService(work(repositoriesOn(transaction)), InTransaction, true);
          const exit = await Effect.runPromiseExit(inside);
          if (Exit.isSuccess(exit)) return exit.value;
          throw new Rollback(exit.cause);
        })
        .then(
          (value) => resume(Effect.succeed(value)),
          (reason: unknown) =>
            resume(reason instanceof Rollback ? Effect.failCause(reason.cause as Cause.Cause<E>) : Effect.die(reason)),
        );
    });
  return { run: (work) => outside("a transaction", run(work)), read: outsideOnly(repositoriesOn(db)) };
};

import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type Stripe from "stripe";
import type { Clock } from "../clock.ts";
import { ApiError, missing } from "./errors.ts";
import { type EventOf, makeEvent } from "./objects/event.ts";
import type { CardBehavior } from "./test-cards.ts";

/** Every object that the sandbox stores, as the library declares it. */
export type StoredObject =
  | Stripe.BalanceTransaction
  | Stripe.Charge
  | Stripe.Coupon
  | Stripe.Customer
  | Stripe.CustomerBalanceTransaction
  | Stripe.Discount
  | Stripe.Dispute
  | Stripe.Invoice
  | Stripe.InvoiceItem
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Price
  | Stripe.Product
  | Stripe.PromotionCode
  | Stripe.Refund
  | Stripe.SetupIntent
  | Stripe.Subscription
  | Stripe.SubscriptionSchedule
  | Stripe.TaxRate
  | Stripe.TestHelpers.TestClock;

/** The kind of an object: its field `object`. */
export type Kind = StoredObject["object"];

/** The object of a kind. */
export type OfKind<K extends Kind> = Extract<StoredObject, { object: K }>;

const isOfKind = <K extends Kind>(object: StoredObject, kind: K): object is OfKind<K> => object.object === kind;

/** How a stored card behaves. Its number is never stored. */
export interface CardState extends CardBehavior {
  /** Whether its bank has authenticated it for later payments. */
  readonly setUp?: boolean;
  /** Whether it was taken off its customer. It can never be used again. */
  readonly detached?: boolean;
}

/** An answer as it was sent. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
}

/** An answer under the idempotency key that it was given for. */
interface KeyedAnswer {
  readonly key: string;
  readonly endpoint: string;
  readonly print: string;
  readonly answer: Answer;
}

/** Answers that the provider does not store under an idempotency key. */
const NOT_STORED: readonly number[] = [400, 401, 409, 429];

// structuredClone would lose decimals. What JSON changes of a type, a string for each decimal, is what the wire has.
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * The state of the sandbox's Stripe: objects, cards' behavior, answers by idempotency key, and events. A request
 * changes objects in memory and is written in one transaction with its answer, so a kill leaves all of it or nothing.
 */
export class StripeState {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #objects = new Map<string, StoredObject>();
  readonly #cards = new Map<string, CardState>();
  readonly #touched = new Set<string>();
  #newEvents: Stripe.Event[] = [];
  /** Called with each event once it is written. */
  onEvent: (event: Stripe.Event) => void = () => {};

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#db.exec(`
      create table if not exists objects (id text primary key, json text not null, card text);
      create table if not exists answers (key text primary key, endpoint text not null, print text not null,
        status integer not null, body text not null);
      create table if not exists events (seq integer primary key autoincrement, id text not null unique,
        json text not null, delivered integer not null default 0);
    `);
    for (const row of this.#db.prepare("select id, json, card from objects order by rowid").all()) {
      // Only `commit` writes these columns, and only with objects and cards of these types.
      this.#objects.set(String(row.id), JSON.parse(String(row.json)) as StoredObject);
      if (row.card !== null) this.#cards.set(String(row.id), JSON.parse(String(row.card)) as CardState);
    }
  }

  /** The sandbox's time, in Unix seconds. */
  now(): number {
    return this.#clock.now();
  }

  /** Stores an object, or what was changed of it. */
  put<T extends StoredObject>(object: T): T {
    this.#objects.set(object.id, object);
    this.#touched.add(object.id);
    return object;
  }

  /** Removes an object for good. */
  remove(id: string): void {
    this.#objects.delete(id);
    this.#touched.delete(id);
    this.#db.prepare("delete from objects where id = ?").run(id);
  }

  /** The object of a kind with an id; what a handler changes of it is stored. Throws the API's 404. */
  get<K extends Kind>(kind: K, id: string, param = "id"): OfKind<K> {
    const found = this.findOf(kind, id);
    if (found === undefined) throw missing(kind, id, param);
    this.#touched.add(id);
    return found;
  }

  /** Any object with an id. */
  find(id: string): StoredObject | undefined {
    return this.#objects.get(id);
  }

  /** The object of a kind with an id, where there is one. */
  findOf<K extends Kind>(kind: K, id: string): OfKind<K> | undefined {
    const found = this.#objects.get(id);
    return found !== undefined && isOfKind(found, kind) ? found : undefined;
  }

  /** Every object of a kind, newest first. */
  all<K extends Kind>(kind: K): OfKind<K>[] {
    return [...this.#objects.values()].filter((each) => isOfKind(each, kind)).reverse();
  }

  /** How a card behaves. */
  card(paymentMethodId: string): CardState {
    return this.#cards.get(paymentMethodId) ?? {};
  }

  setCard(paymentMethodId: string, card: CardState): void {
    this.#cards.set(paymentMethodId, card);
    this.#touched.add(paymentMethodId);
  }

  /** Sends an event about an object as it is now, once the request is written. */
  emit<T extends Stripe.Event["type"]>(type: T, object: EventOf<T>["data"]["object"]): void {
    this.#newEvents.push(makeEvent(this.now(), type, copyOf(object)));
  }

  /** Events, newest first. */
  events(limit: number): Stripe.Event[] {
    return this.#readEvents(this.#db.prepare("select json from events order by seq desc limit ?").all(limit));
  }

  /** Events that no webhook has delivered, oldest first. */
  undelivered(): Stripe.Event[] {
    return this.#readEvents(this.#db.prepare("select json from events where delivered = 0 order by seq").all());
  }

  markDelivered(eventId: string): void {
    this.#db.prepare("update events set delivered = 1 where id = ?").run(eventId);
  }

  /** Writes what a handler changed; with its answer under its key, where it has one. */
  commit(keyed?: KeyedAnswer): void {
    const events = this.#newEvents;
    this.#newEvents = [];
    this.#db.exec("begin immediate");
    const write = this.#db.prepare(
      `insert into objects (id, json, card) values (?, ?, ?)
       on conflict (id) do update set json = excluded.json, card = excluded.card`,
    );
    for (const id of this.#touched) {
      const card = this.#cards.get(id);
      write.run(id, JSON.stringify(this.#objects.get(id)), card === undefined ? null : JSON.stringify(card));
    }
    this.#touched.clear();
    const append = this.#db.prepare("insert into events (id, json) values (?, ?)");
    for (const event of events) append.run(event.id, JSON.stringify(event));
    if (keyed !== undefined) {
      this.#db
        .prepare("insert into answers (key, endpoint, print, status, body) values (?, ?, ?, ?, ?)")
        .run(keyed.key, keyed.endpoint, keyed.print, keyed.answer.status, keyed.answer.body);
    }
    this.#db.exec("commit");
    for (const event of events) this.onEvent(event);
  }

  /**
   * Handles a request once per idempotency key. The first answer is stored and given again, declines and 500s included;
   * 400, 401, 409 and 429 are not stored. The same key with other parameters is an error.
   */
  once(key: string | undefined, endpoint: string, body: string, handle: () => Answer): Answer {
    if (key === undefined) {
      const answer = handle();
      this.commit();
      return answer;
    }
    const print = createHash("sha256").update(body).digest("hex");
    const before = this.#db.prepare("select endpoint, print, status, body from answers where key = ?").get(key);
    if (before !== undefined) {
      if (before.endpoint === endpoint && before.print === print) {
        return { status: Number(before.status), body: String(before.body), replayed: true };
      }
      throw new ApiError(400, {
        type: "idempotency_error",
        message:
          "Keys for idempotent requests can only be used with the same parameters they were first used with. " +
          `Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    const answer = handle();
    this.commit(NOT_STORED.includes(answer.status) ? undefined : { key, endpoint, print, answer });
    return answer;
  }

  #readEvents(rows: readonly Record<string, unknown>[]): Stripe.Event[] {
    // Only `commit` writes events, and only with what `emit` made.
    return rows.map((row) => JSON.parse(String(row["json"])) as Stripe.Event);
  }
}

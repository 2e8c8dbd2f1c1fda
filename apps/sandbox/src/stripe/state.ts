import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type Stripe from "stripe";
import type { Clock } from "../clock.ts";
import { ApiError, notFound } from "./errors.ts";
import { type EventOf, makeEvent } from "./objects/event.ts";
import type { CardBehavior } from "./test-cards.ts";

/** Every object that the sandbox stores, in the Stripe library's types. */
export type StoredObject =
  | Stripe.Account
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
  | Stripe.TestHelpers.TestClock
  | Stripe.WebhookEndpoint;

/** The kind of an object: the value of its `object` field. */
export type Kind = StoredObject["object"];

/** The type of a stored object, by its kind. */
export type OfKind<K extends Kind> = Extract<StoredObject, { object: K }>;

const isOfKind = <K extends Kind>(object: StoredObject, kind: K): object is OfKind<K> => object.object === kind;

/** The behavior of a stored card. The card number is never stored. */
export interface CardState extends CardBehavior {
  /** Whether its bank has authenticated it for later payments. */
  readonly setUp?: boolean;
  /** Whether it was detached from its customer. A detached card can't be used again. */
  readonly detached?: boolean;
}

/** A response as it was sent. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
  /** The seconds after which the client can retry, if the response states them. */
  readonly retryAfter?: number;
}

/** A response and the idempotency key that it is stored under. */
interface KeyedAnswer {
  readonly key: string;
  readonly endpoint: string;
  readonly print: string;
  readonly answer: Answer;
}

/** Statuses of responses that Stripe does not store under an idempotency key. */
const NOT_STORED: readonly number[] = [400, 401, 409, 429];

// structuredClone would break decimals. JSON turns them into strings, as the API does.
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * The state of the sandbox's Stripe: objects, card behavior, responses by idempotency key, and events. A request
 * changes objects in memory, then stores everything with its response in one transaction, so a crash never leaves half
 * of its changes.
 */
export class StripeState {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #objects = new Map<string, StoredObject>();
  readonly #cards = new Map<string, CardState>();
  readonly #touched = new Set<string>();
  #newEvents: Stripe.Event[] = [];
  /** Called with each event after it is stored. */
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
      // Only `commit` writes these columns, and only with these types.
      this.#objects.set(String(row.id), JSON.parse(String(row.json)) as StoredObject);
      if (row.card !== null) this.#cards.set(String(row.id), JSON.parse(String(row.card)) as CardState);
    }
  }

  /** Returns the sandbox's time in Unix seconds. */
  now(): number {
    return this.#clock.now();
  }

  /** Adds an object or marks it as changed. The next commit stores it. */
  put<T extends StoredObject>(object: T): T {
    this.#objects.set(object.id, object);
    this.#touched.add(object.id);
    return object;
  }

  remove(id: string): void {
    this.#objects.delete(id);
    this.#touched.delete(id);
    this.#db.prepare("delete from objects where id = ?").run(id);
  }

  /**
   * Returns the object of a kind with an id. The next commit stores changes to it. Throws the API's 404 if there is
   * none.
   */
  get<K extends Kind>(kind: K, id: string, param = "id"): OfKind<K> {
    const object = this.findOf(kind, id);
    if (object === undefined) throw notFound(kind, id, param);
    this.#touched.add(id);
    return object;
  }

  /** Returns the object of any kind with an id, or undefined. */
  find(id: string): StoredObject | undefined {
    return this.#objects.get(id);
  }

  /** Returns the object of a kind with an id, or undefined. Changes to it are stored only after `put`. */
  findOf<K extends Kind>(kind: K, id: string): OfKind<K> | undefined {
    const object = this.#objects.get(id);
    return object !== undefined && isOfKind(object, kind) ? object : undefined;
  }

  /** Returns all objects of a kind, newest first. */
  all<K extends Kind>(kind: K): OfKind<K>[] {
    return [...this.#objects.values()].filter((each) => isOfKind(each, kind)).reverse();
  }

  /** Returns the test behavior of a card. */
  card(paymentMethodId: string): CardState {
    return this.#cards.get(paymentMethodId) ?? {};
  }

  setCard(paymentMethodId: string, card: CardState): void {
    this.#cards.set(paymentMethodId, card);
    this.#touched.add(paymentMethodId);
  }

  /** Queues an event about an object in its current state for the next commit. */
  emit<T extends Stripe.Event["type"]>(type: T, object: EventOf<T>["data"]["object"]): void {
    this.#newEvents.push(makeEvent(this.now(), type, copyOf(object)));
  }

  /** Returns the latest events, newest first. */
  events(limit: number): Stripe.Event[] {
    return this.#readEvents(this.#db.prepare("select json from events order by seq desc limit ?").all(limit));
  }

  /** Returns the events that no webhook has delivered, oldest first. */
  undelivered(): Stripe.Event[] {
    return this.#readEvents(this.#db.prepare("select json from events where delivered = 0 order by seq").all());
  }

  markDelivered(eventId: string): void {
    this.#db.prepare("update events set delivered = 1 where id = ?").run(eventId);
  }

  /** Stores all changes in one transaction, with the response if the request had an idempotency key. */
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
   * Handles a request once per idempotency key. The first response is stored and replayed, including declines and 500s;
   * 400, 401, 409 and 429 are not stored. Throws if the key was used with other parameters.
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
    // Only `commit` writes events, and `emit` creates them.
    return rows.map((row) => JSON.parse(String(row["json"])) as Stripe.Event);
  }
}

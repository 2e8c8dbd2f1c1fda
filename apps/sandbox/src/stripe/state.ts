import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type Stripe from "stripe";
import type { Clock } from "../clock.ts";
import { ApiError, type CardBehaviour, missing } from "./errors.ts";
import { makeEvent } from "./factories.ts";

/** Any object of the provider. */
export interface Kept {
  readonly id: string;
  readonly object: string;
}

/** How a saved card behaves. Its number is never kept. */
export interface CardMemory extends CardBehaviour {
  setUp?: boolean;
}

/** An answer as it went out. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
}

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * The provider's memory: objects, cards' behaviour, answers by idempotency key and events, in a file of its own. A
 * request changes objects in memory and is written in one go with its answer, so a kill leaves all of it or nothing.
 */
export class State {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #objects = new Map<string, Kept>();
  readonly #cards = new Map<string, CardMemory>();
  readonly #touched = new Set<string>();
  #fresh: Stripe.Event[] = [];
  /** Called with each event once it is written. */
  onEvent: (event: Stripe.Event) => void = () => {};

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#db.exec(`
      create table if not exists objects (id text primary key, json text not null, card text);
      create table if not exists answers (key text primary key, endpoint text not null, print text not null, status integer not null, body text not null);
      create table if not exists events (seq integer primary key autoincrement, id text not null unique, json text not null, delivered integer not null default 0);
    `);
    for (const row of this.#db.prepare("select id, json, card from objects order by rowid").all()) {
      this.#objects.set(String(row.id), JSON.parse(String(row.json)) as Kept);
      if (row.card !== null) this.#cards.set(String(row.id), JSON.parse(String(row.card)) as CardMemory);
    }
  }

  put<T extends Kept>(object: T): T {
    this.#objects.set(object.id, object);
    this.#touched.add(object.id);
    return object;
  }

  /** The sandbox's time, in Unix seconds. */
  now(): number {
    return this.#clock.now();
  }

  /** Removes an object for good. */
  remove(id: string): void {
    this.#objects.delete(id);
    this.#touched.delete(id);
    this.#db.prepare("delete from objects where id = ?").run(id);
  }

  /** The object of a kind with an id; what a handler changes of it is kept. Throws the API's 404. */
  get<T extends Kept>(kind: T["object"], id: string, param = "id"): T {
    const found = this.#objects.get(id);
    if (found === undefined || found.object !== kind) throw missing(kind, id, param);
    this.#touched.add(id);
    return found as T;
  }

  find(id: string): Kept | undefined {
    return this.#objects.get(id);
  }

  /** Every object of a kind, newest first. */
  all<T extends Kept>(kind: T["object"]): T[] {
    return [...this.#objects.values()].filter((each) => each.object === kind).reverse() as T[];
  }

  card(paymentMethodId: string): CardMemory {
    return this.#cards.get(paymentMethodId) ?? {};
  }

  rememberCard(paymentMethodId: string, card: CardMemory): void {
    this.#cards.set(paymentMethodId, card);
    this.#touched.add(paymentMethodId);
  }

  emit(type: Stripe.Event["type"], object: Kept): void {
    this.#fresh.push(makeEvent(this.now(), type as "invoice.paid", plain(object) as Stripe.Invoice) as Stripe.Event);
  }

  /** Events, newest first. */
  events(limit: number): Stripe.Event[] {
    return this.#db
      .prepare("select json from events order by seq desc limit ?")
      .all(limit)
      .map((row) => JSON.parse(String(row.json)) as Stripe.Event);
  }

  undelivered(): Stripe.Event[] {
    return this.#db
      .prepare("select json from events where delivered = 0 order by seq")
      .all()
      .map((row) => JSON.parse(String(row.json)) as Stripe.Event);
  }

  delivered(eventId: string): void {
    this.#db.prepare("update events set delivered = 1 where id = ?").run(eventId);
  }

  /** Writes what a handler changed; with its answer under its key, where it has one. */
  commit(kept?: {
    readonly key: string;
    readonly endpoint: string;
    readonly print: string;
    readonly answer: Answer;
  }): void {
    const events = this.#fresh;
    this.#fresh = [];
    this.#db.exec("begin immediate");
    const put = this.#db.prepare(
      "insert into objects (id, json, card) values (?, ?, ?) on conflict (id) do update set json = excluded.json, card = excluded.card",
    );
    for (const id of this.#touched) {
      const card = this.#cards.get(id);
      put.run(id, JSON.stringify(this.#objects.get(id)), card === undefined ? null : JSON.stringify(card));
    }
    this.#touched.clear();
    const note = this.#db.prepare("insert into events (id, json) values (?, ?)");
    for (const event of events) note.run(event.id, JSON.stringify(event));
    if (kept !== undefined) {
      this.#db
        .prepare("insert into answers (key, endpoint, print, status, body) values (?, ?, ?, ?, ?)")
        .run(kept.key, kept.endpoint, kept.print, kept.answer.status, kept.answer.body);
    }
    this.#db.exec("commit");
    for (const event of events) this.onEvent(event);
  }

  /**
   * Does a piece of work once per key. The first answer is kept and given again, refusals and 500s included; 400, 401,
   * 409 and 429 are not kept. The same key for something else is an error.
   */
  once(key: string | undefined, endpoint: string, body: string, work: () => Answer): Answer {
    if (key === undefined) {
      const answer = work();
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
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    const answer = work();
    const kept = [400, 401, 409, 429].includes(answer.status) ? undefined : { key, endpoint, print, answer };
    this.commit(kept);
    return answer;
  }
}

import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { Settings } from "../settings.ts";

/** Money as this sandbox counts it: cents. */
export interface Capture {
  readonly id: string;
  status: "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  readonly amount: number;
  readonly time: number;
  refunded: number;
}

/** Where the buyer goes afterwards. */
interface ReturnUrls {
  readonly return_url: string;
  readonly cancel_url: string;
}

/** A payment that a buyer approves. Times are Unix seconds. */
export interface PayPalOrder extends ReturnUrls {
  readonly kind: "order";
  readonly id: string;
  status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  readonly custom_id: string | null;
  readonly description: string;
  readonly amount: number;
  readonly created: number;
  declines: boolean;
  captures: Capture[];
}

/** An agreement about a plan. Its money comes at its start and then period after period. */
export interface Agreement extends ReturnUrls {
  readonly kind: "subscription";
  readonly id: string;
  status: "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED";
  readonly plan_id: string;
  readonly unit: "month" | "year";
  readonly custom_id: string | null;
  readonly created: number;
  readonly start: number;
  updated: number;
  readonly setup_fee: number;
  price: number;
  /** How many periods have been billed since the start. */
  billed: number;
  outstanding: number;
  failed_count: number;
  last_failed: number | null;
  retry_at: number | null;
  /** Whether the buyer's account has no money. */
  declines: boolean;
  transactions: Capture[];
}

export interface Refund {
  readonly kind: "refund";
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly total: number;
  readonly time: number;
}

export type StoredObject = PayPalOrder | Agreement | Refund;

/** An event as it is told. */
export interface PayPalEvent {
  readonly id: string;
  readonly create_time: string;
  readonly event_type: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** An id as the provider makes them. */
export const newId = (prefix = "", length = 17): string =>
  prefix + Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join("");

export const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");

/** PayPal's memory, in a file of its own: objects, answers by request id, and events. */
export class PayPalState {
  readonly #db: DatabaseSync;
  readonly #kept = new Map<string, StoredObject>();
  readonly #touched = new Set<string>();
  #fresh: PayPalEvent[] = [];
  readonly #clock: Clock;
  /** Signs webhooks. Made once. */
  readonly signingKey: string;
  /** Called with each event once it is written. */
  onEvent: (event: PayPalEvent) => void = () => {};

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#db.exec(`
      create table if not exists kept (id text primary key, json text not null);
      create table if not exists answers (request text primary key, print text not null, status integer not null, body text not null);
      create table if not exists events (seq integer primary key autoincrement, id text not null unique, json text not null, delivered integer not null default 0);
    `);
    const settings = new Settings(db);
    const known = settings.get("signing-key");
    this.signingKey = known ?? randomBytes(32).toString("hex");
    if (known === null) settings.set("signing-key", this.signingKey);
    for (const row of this.#db.prepare("select id, json from kept order by rowid").all()) {
      this.#kept.set(String(row.id), JSON.parse(String(row.json)) as StoredObject);
    }
  }

  /** The sandbox's time, in Unix seconds. */
  now(): number {
    return this.#clock.now();
  }

  put<T extends StoredObject>(object: T): T {
    this.#kept.set(object.id, object);
    this.#touched.add(object.id);
    return object;
  }

  /** The object of a kind with an id; what a handler changes of it is kept. */
  find<K extends StoredObject["kind"]>(kind: K, id: string): Extract<StoredObject, { kind: K }> | null {
    const found = this.#kept.get(id);
    if (found === undefined || found.kind !== kind) return null;
    this.#touched.add(id);
    return found as Extract<StoredObject, { kind: K }>;
  }

  /** Every object of a kind, newest first. */
  all<K extends StoredObject["kind"]>(kind: K): Extract<StoredObject, { kind: K }>[] {
    return [...this.#kept.values()].filter((each) => each.kind === kind).reverse() as Extract<
      StoredObject,
      { kind: K }
    >[];
  }

  remove(id: string): void {
    this.#kept.delete(id);
    this.#touched.delete(id);
    this.#db.prepare("delete from kept where id = ?").run(id);
  }

  emit(event_type: string, resource: object): void {
    this.#fresh.push({
      id: newId("WH-"),
      create_time: iso(this.now()),
      event_type,
      resource: JSON.parse(JSON.stringify(resource)) as PayPalEvent["resource"],
    });
  }

  /** Events, newest first, with where each stands in the row. */
  events(before: number, limit: number): { readonly seq: number; readonly event: PayPalEvent }[] {
    return this.#db
      .prepare("select seq, json from events where seq < ? order by seq desc limit ?")
      .all(before, limit)
      .map((row) => ({ seq: Number(row.seq), event: JSON.parse(String(row.json)) as PayPalEvent }));
  }

  undelivered(): PayPalEvent[] {
    return this.#db
      .prepare("select json from events where delivered = 0 order by seq")
      .all()
      .map((row) => JSON.parse(String(row.json)) as PayPalEvent);
  }

  markDelivered(id: string): void {
    this.#db.prepare("update events set delivered = 1 where id = ?").run(id);
  }

  /** Writes what a handler changed in one go; with its answer under its request id, where it has one. */
  commit(answered?: {
    readonly request: string;
    readonly print: string;
    readonly status: number;
    readonly body: string;
  }): void {
    const events = this.#fresh;
    this.#fresh = [];
    this.#db.exec("begin immediate");
    const put = this.#db.prepare(
      "insert into kept (id, json) values (?, ?) on conflict (id) do update set json = excluded.json",
    );
    for (const id of this.#touched) put.run(id, JSON.stringify(this.#kept.get(id)));
    this.#touched.clear();
    const note = this.#db.prepare("insert into events (id, json) values (?, ?)");
    for (const event of events) note.run(event.id, JSON.stringify(event));
    if (answered !== undefined) {
      this.#db
        .prepare("insert into answers values (?, ?, ?, ?)")
        .run(answered.request, answered.print, answered.status, answered.body);
    }
    this.#db.exec("commit");
    for (const event of events) this.onEvent(event);
  }

  /** Does a piece of work once per request id: asked again it gives the first answer. Refusals are not kept. */
  once(
    request: string | undefined,
    body: string,
    work: () => { status: number; body: string },
  ): { status: number; body: string } {
    if (request === undefined) {
      const answer = work();
      this.commit();
      return answer;
    }
    const print = createHash("sha256").update(body).digest("hex");
    const before = this.#db.prepare("select print, status, body from answers where request = ?").get(request);
    if (before !== undefined && before.print === print)
      return { status: Number(before.status), body: String(before.body) };
    const answer = work();
    this.commit(answer.status < 300 && before === undefined ? { request, print, ...answer } : undefined);
    return answer;
  }
}

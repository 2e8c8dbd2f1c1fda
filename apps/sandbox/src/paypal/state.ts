import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { Settings } from "../settings.ts";
import { type EventResources, type EventType, type PayPalEvent, makeEvent } from "./resources/event.ts";
import type { OfKind, StoredObject } from "./stored-objects.ts";

const isOfKind = <K extends StoredObject["kind"]>(object: StoredObject, kind: K): object is OfKind<K> =>
  object.kind === kind;

// Only `commit` writes events, and `emit` creates them.
const readEvent = (json: unknown): PayPalEvent => JSON.parse(String(json)) as PayPalEvent;

/** The state of the sandbox's PayPal: objects, responses by request id, and events. */
export class PayPalState {
  readonly #db: DatabaseSync;
  readonly #objects = new Map<string, StoredObject>();
  readonly #touched = new Set<string>();
  #newEvents: PayPalEvent[] = [];
  readonly #clock: Clock;
  /** The key that signs webhooks, created once. */
  readonly signingKey: string;
  /** Called with each event after it is stored. */
  onEvent: (event: PayPalEvent) => void = () => {};

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#db.exec(`
      create table if not exists objects (id text primary key, json text not null);
      create table if not exists answers (request text primary key, print text not null,
        status integer not null, body text not null);
      create table if not exists events (seq integer primary key autoincrement, id text not null unique,
        json text not null, delivered integer not null default 0);
    `);
    const settings = new Settings(db);
    const savedKey = settings.get("signing-key");
    this.signingKey = savedKey ?? randomBytes(32).toString("hex");
    if (savedKey === null) settings.set("signing-key", this.signingKey);
    for (const row of this.#db.prepare("select id, json from objects order by rowid").all()) {
      // Only `commit` writes this column, and only with stored objects.
      this.#objects.set(String(row.id), JSON.parse(String(row.json)) as StoredObject);
    }
  }

  /** Returns the sandbox's time in Unix seconds. */
  now(): number {
    return this.#clock.now();
  }

  put<T extends StoredObject>(object: T): T {
    this.#objects.set(object.id, object);
    this.#touched.add(object.id);
    return object;
  }

  /** Returns the object of a kind with an id, or null. Changes to it are stored by the next commit. */
  find<K extends StoredObject["kind"]>(kind: K, id: string): OfKind<K> | null {
    const object = this.#objects.get(id);
    if (object === undefined || !isOfKind(object, kind)) return null;
    this.#touched.add(id);
    return object;
  }

  /** Returns all objects of a kind, newest first. */
  all<K extends StoredObject["kind"]>(kind: K): OfKind<K>[] {
    return [...this.#objects.values()].filter((each) => isOfKind(each, kind)).reverse();
  }

  remove(id: string): void {
    this.#objects.delete(id);
    this.#touched.delete(id);
    this.#db.prepare("delete from objects where id = ?").run(id);
  }

  /** Queues an event for the next commit. The resource is already a copy, so later changes don't affect it. */
  emit<T extends EventType>(type: T, resource: EventResources[T]): void {
    this.#newEvents.push(makeEvent(this.now(), type, resource));
  }

  /** Returns the events before a sequence number, newest first. */
  events(before: number, limit: number): { readonly seq: number; readonly event: PayPalEvent }[] {
    return this.#db
      .prepare("select seq, json from events where seq < ? order by seq desc limit ?")
      .all(before, limit)
      .map((row) => ({ seq: Number(row.seq), event: readEvent(row.json) }));
  }

  /** Returns the events that no webhook has delivered, oldest first. */
  undelivered(): PayPalEvent[] {
    return this.#db
      .prepare("select json from events where delivered = 0 order by seq")
      .all()
      .map((row) => readEvent(row.json));
  }

  markDelivered(id: string): void {
    this.#db.prepare("update events set delivered = 1 where id = ?").run(id);
  }

  /** Stores all changes in one transaction, with the response if the request had an id. */
  commit(answered?: {
    readonly request: string;
    readonly print: string;
    readonly status: number;
    readonly body: string;
  }): void {
    const events = this.#newEvents;
    this.#newEvents = [];
    this.#db.exec("begin immediate");
    const put = this.#db.prepare(
      "insert into objects (id, json) values (?, ?) on conflict (id) do update set json = excluded.json",
    );
    for (const id of this.#touched) put.run(id, JSON.stringify(this.#objects.get(id)));
    this.#touched.clear();
    const append = this.#db.prepare("insert into events (id, json) values (?, ?)");
    for (const event of events) append.run(event.id, JSON.stringify(event));
    if (answered !== undefined) {
      this.#db
        .prepare("insert into answers values (?, ?, ?, ?)")
        .run(answered.request, answered.print, answered.status, answered.body);
    }
    this.#db.exec("commit");
    for (const event of events) this.onEvent(event);
  }

  /**
   * Handles a request once per request id. A repeat with the same body gets the first response, and a repeat with
   * another body is handled again. Error responses are not stored. Without an id, handles the request every time.
   */
  once(
    request: string | undefined,
    body: string,
    handle: () => { status: number; body: string },
  ): { status: number; body: string } {
    if (request === undefined) {
      const answer = handle();
      this.commit();
      return answer;
    }
    const print = createHash("sha256").update(body).digest("hex");
    const before = this.#db.prepare("select print, status, body from answers where request = ?").get(request);
    if (before !== undefined && before.print === print)
      return { status: Number(before.status), body: String(before.body) };
    const answer = handle();
    this.commit(answer.status < 300 && before === undefined ? { request, print, ...answer } : undefined);
    return answer;
  }
}

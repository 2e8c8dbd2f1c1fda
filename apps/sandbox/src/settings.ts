import type { DatabaseSync } from "node:sqlite";

/** The sandbox's own settings, stored with its state. */
export class Settings {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#db.exec("create table if not exists settings (name text primary key, value text not null)");
  }

  get(name: string): string | null {
    const row = this.#db.prepare("select value from settings where name = ?").get(name);
    return row === undefined ? null : String(row.value);
  }

  set(name: string, value: string): void {
    this.#db
      .prepare(
        "insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value",
      )
      .run(name, value);
  }
}

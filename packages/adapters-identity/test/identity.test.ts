import { argon2Sync } from "node:crypto";
import { makeIdentity } from "@backlot/adapters-identity";
import { testDatabases } from "@backlot/testing/databases";
import { CHEAP_PASSWORDS } from "@backlot/testing/store";
import { identityContract } from "@backlot/testing/contracts/identity";
import { hashPassword as scrypt } from "better-auth/crypto";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Result from "effect/Result";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

for (const databases of testDatabases) {
  identityContract(databases.kind, async () => {
    const database = await databases.open();
    return {
      identity: makeIdentity({
        kysely: database.kysely,
        secret: "a secret of forty characters, for tests",
        sessionSeconds: 3_600,
        passwordCost: CHEAP_PASSWORDS,
      }),
      addChannel: async (id) => {
        await sql`insert into channels values (${id}, ${id}, 'quote customer:act', now())`.execute(database.kysely);
      },
      passInterval: async () => {
        await sql`update auth_device_codes set last_polled_at = null`.execute(database.kysely);
      },
      expireCodes: async () => {
        await sql`update auth_device_codes set expires_at = now() - interval '1 minute'`.execute(database.kysely);
      },
      close: database.close,
    };
  });
}

/** Returns an argon2id hash with the store's former cost: 19 MiB and two passes. */
const smallerHash = (message: string): string => {
  const nonce = Buffer.alloc(16, 7);
  const cost = { memory: 19_456, passes: 2, parallelism: 1 };
  const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");
  const hash = argon2Sync("argon2id", { message, nonce, ...cost, tagLength: 32 });
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(nonce)}$${unpadded(hash)}`;
};

describe.each(testDatabases)("identity on $kind", ({ open }) => {
  const opened = async () => {
    const database = await open();
    const secret = "a secret of forty characters, for tests";
    return { database, identity: makeIdentity({ kysely: database.kysely, secret, sessionSeconds: 3_600 }) };
  };
  const ada = { email: "ada@example.com", password: "correct horse", first_name: "Ada", last_name: "Lens" };

  it("ACC-03 keeps sessions open after a change of the secret, while the old one is listed", async () => {
    const { database, identity: before } = await opened();
    const { token } = await Effect.runPromise(before.register(ada));
    const identityWith = (secret: string, oldSecrets: readonly string[]) =>
      makeIdentity({ kysely: database.kysely, secret, oldSecrets, sessionSeconds: 3_600 });
    const old = "a secret of forty characters, for tests";
    const next = "another secret of forty characters or so";
    const find = (identity: ReturnType<typeof identityWith>, sent: string) =>
      Effect.runPromise(Effect.map(identity.findSession(sent), (owner) => owner?.person ?? null));
    expect((await find(identityWith(next, [old]), token))?.email).toBe(ada.email);
    expect(await find(identityWith(next, []), token)).toBeNull();
    // A made-up signature doesn't become a good one.
    const forged = `${decodeURIComponent(token).slice(0, 10)}.${decodeURIComponent(token).split(".")[1]}`;
    expect(await find(identityWith(next, [old]), forged)).toBeNull();
    const signedIn = await Effect.runPromise(identityWith(next, [old]).signIn(ada));
    expect((await find(identityWith(next, []), signedIn.token))?.email).toBe(ada.email);
    await database.close();
  });

  it("ACC-03 hashes passwords with argon2id, and an older hash is replaced at the next sign-in", async () => {
    const { database, identity } = await opened();
    const stored = async (): Promise<string | undefined> =>
      (await sql<{ password: string }>`select password from auth_credentials`.execute(database.kysely)).rows[0]
        ?.password;
    await Effect.runPromise(identity.register(ada));
    const made = await stored();
    expect(made).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[^$]{22}\$[^$]{43}$/);
    await Effect.runPromise(identity.signIn(ada));
    expect(await stored()).toBe(made);

    const store = (hash: string) => sql`update auth_credentials set password = ${hash}`.execute(database.kysely);
    await store(smallerHash(ada.password));
    await Effect.runPromise(identity.signIn(ada));
    expect(await stored()).toMatch(/m=47104,t=1/);

    await store(await scrypt(ada.password));
    const wrong = await Effect.runPromise(Effect.result(identity.signIn({ ...ada, password: "wrong horse" })));
    expect(Result.isFailure(wrong) && wrong.failure._tag).toBe("WrongCredentials");
    expect(await stored()).not.toMatch(/^\$argon2id/);
    await Effect.runPromise(identity.signIn(ada));
    expect(await stored()).toMatch(/^\$argon2id/);
    expect((await Effect.runPromise(identity.signIn(ada))).person.email).toBe(ada.email);
    await database.close();
  });

  it("ACC-03 an older hash of letters in parts still fits, however they are typed, and is replaced", async () => {
    const { database, identity } = await opened();
    const [composed, apart] = ["crème brûlée".normalize("NFC"), "crème brûlée".normalize("NFD")];
    await Effect.runPromise(identity.register(ada));
    const stored = async (): Promise<string | undefined> =>
      (await sql<{ password: string }>`select password from auth_credentials`.execute(database.kysely)).rows[0]
        ?.password;
    for (const typed of [apart, composed]) {
      const old = smallerHash(apart);
      await sql`update auth_credentials set password = ${old}`.execute(database.kysely);
      await Effect.runPromise(identity.signIn({ ...ada, password: typed }));
      expect(await stored()).toMatch(/m=47104,t=1/);
      for (const again of [composed, apart]) await Effect.runPromise(identity.signIn({ ...ada, password: again }));
    }
    await database.close();
  });

  it("ACC-01 makes an account whole or not at all, and a storage that fails is no wrong password", async () => {
    const { database, identity } = await opened();
    const db = database.kysely;
    await sql`alter table auth_credentials add constraint refuse check (false) not valid`.execute(db);
    expect(Exit.isFailure(await Effect.runPromiseExit(identity.register(ada)))).toBe(true);
    expect((await sql`select 1 from auth_users`.execute(db)).rows).toEqual([]);
    await sql`alter table auth_credentials drop constraint refuse`.execute(db);
    await Effect.runPromise(identity.register(ada));
    await sql`alter table auth_sessions add constraint refuse check (false) not valid`.execute(db);
    const exit = await Effect.runPromiseExit(identity.signIn(ada));
    expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true);
    await database.close();
  });
});

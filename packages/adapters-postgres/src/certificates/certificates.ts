import { licenseId } from "@backlot/domain";
import type { Certificates, StoredCertificate } from "@backlot/ports";
import type { Selectable } from "kysely";
import { type Db, query } from "../db.ts";
import type { Tables } from "../schema.ts";

type Row = Omit<Selectable<Tables["certificates"]>, "file">;

const storedCertificate = ({ user_id, number, facts, issued_at, superseded_at }: Row): StoredCertificate => ({
  user_id,
  superseded_at,
  certificate: { ...facts, license_id: licenseId(facts.license_id), number, issued_at },
});

export const postgresCertificates = (db: Db): Certificates => {
  const rows = () => db.selectFrom("certificates").select(["number", "user_id", "facts", "issued_at", "superseded_at"]);
  return {
    get: (number) =>
      query(async () => {
        const row = await rows().where("number", "=", number).executeTakeFirst();
        return row === undefined ? null : storedCertificate(row);
      }),
    ofAccount: (accountId, limit) =>
      query(async () =>
        (
          await rows()
            .where("user_id", "=", accountId)
            .orderBy("superseded_at", (order) => order.desc().nullsFirst())
            .orderBy("issued_at", "desc")
            .orderBy("number")
            .$if(limit !== null, (from) => from.limit(limit ?? 0))
            .execute()
        ).map(storedCertificate),
      ),
    file: (accountId, number) =>
      query(async () => {
        const row = await db
          .selectFrom("certificates")
          .select("file")
          .where("number", "=", number)
          .where("user_id", "=", accountId)
          .executeTakeFirst();
        return row === undefined ? null : new Uint8Array(row.file);
      }),
    insert: (user_id, { number, issued_at, ...facts }, file) =>
      query(async () => {
        await db
          .updateTable("certificates")
          .set({ superseded_at: issued_at })
          .where("user_id", "=", user_id)
          .where("superseded_at", "is", null)
          .execute();
        await db
          .insertInto("certificates")
          .values({
            number,
            user_id,
            facts: JSON.stringify(facts),
            issued_at,
            superseded_at: null,
            file: Buffer.from(file),
          })
          .execute();
      }),
  };
};

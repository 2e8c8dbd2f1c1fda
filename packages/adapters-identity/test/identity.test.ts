import { makeIdentity } from "@backlot/adapters-identity";
import { testDatabases } from "@backlot/testing/databases";
import { identityContract } from "@backlot/testing/contracts/identity";

for (const databases of testDatabases) {
  identityContract(databases.kind, async () => {
    const database = await databases.open();
    return {
      identity: makeIdentity({
        kysely: database.kysely,
        secret: "a secret of forty characters, for tests",
        sessionSeconds: 3_600,
      }),
      close: database.close,
    };
  });
}

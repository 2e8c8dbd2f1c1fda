import { makeTransactions } from "@backlot/adapters-postgres";
import { testDatabases } from "@backlot/testing/databases";
import { TEST_SCALE } from "@backlot/testing/scale";
import { transactionsContract } from "@backlot/testing/contracts/transactions";

for (const databases of testDatabases) {
  transactionsContract(
    databases.kind,
    async () => {
      const database = await databases.openMigrated();
      return { transactions: makeTransactions(database.kysely), close: database.close };
    },
    { writes: TEST_SCALE.concurrentWrites, hasOwnClock: databases.kind === "PostgreSQL" },
  );
}

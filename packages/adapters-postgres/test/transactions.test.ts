import { makeTransactions } from "@backlot/adapters-postgres";
import { testDatabases } from "@backlot/testing/databases";
import { TEST_SCALE } from "@backlot/testing/scale";
import { ownersDataContract } from "@backlot/testing/contracts/owners-data";
import { transactionsContract } from "@backlot/testing/contracts/transactions";

for (const databases of testDatabases) {
  const open = async () => {
    const database = await databases.openMigrated();
    return { transactions: makeTransactions(database.kysely), close: database.close };
  };
  ownersDataContract(databases.kind, open);
  transactionsContract(databases.kind, open, {
    writes: TEST_SCALE.concurrentWrites,
    hasOwnClock: databases.kind === "PostgreSQL",
  });
}

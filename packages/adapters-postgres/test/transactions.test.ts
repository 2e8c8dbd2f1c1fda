import { makeTransactions } from "@backlot/adapters-postgres";
import { testDatabases } from "@backlot/adapters-postgres/testing";
import { TEST_SCALE } from "../../../test-scale.ts";
import { transactionsContract } from "../../ports/contract-tests/transactions.ts";

for (const databases of testDatabases) {
  transactionsContract(
    databases.kind,
    async () => {
      const database = await databases.open();
      return { transactions: makeTransactions(database.kysely), close: database.close };
    },
    { writes: TEST_SCALE.concurrentWrites },
  );
}

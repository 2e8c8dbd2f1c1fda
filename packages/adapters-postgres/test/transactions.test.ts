import { makeTransactions } from "@backlot/adapters-postgres";
import { testDatabases } from "@backlot/adapters-postgres/testing";
import { PROOFS } from "../../../proofs.ts";
import { transactionsContract } from "../../ports/contract-tests/transactions.ts";

for (const databases of testDatabases) {
  transactionsContract(
    databases.kind,
    async () => {
      const database = await databases.open();
      return { transactions: makeTransactions(database.kysely), close: database.close };
    },
    { writes: PROOFS.concurrentWrites },
  );
}

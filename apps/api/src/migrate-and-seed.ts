import { DataDirLocked } from "@backlot/adapters-postgres";
import { BadSetting } from "./settings/schema.ts";
import { readConfig } from "./settings/derived.ts";
import { openStore } from "./open-store.ts";

// Creating a database leaves its process using 800 MB, so this process only creates it. The store runs in another
// process.
try {
  const store = await openStore(readConfig(process.env));
  await store.close();
} catch (error) {
  console.error(error instanceof BadSetting || error instanceof DataDirLocked ? error.message : error);
  process.exit(1);
}

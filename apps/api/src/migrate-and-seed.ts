import { DataDirLocked } from "@backlot/adapters-postgres";
import { BadSetting } from "./bad-setting.ts";
import { readConfig } from "./config.ts";
import { openStore } from "./open-store.ts";

// A process that creates a database holds 800 MB for good: it is made here, and served from another process.
try {
  const store = await openStore(readConfig(process.env));
  await store.close();
} catch (error) {
  console.error(error instanceof BadSetting || error instanceof DataDirLocked ? error.message : error);
  process.exit(1);
}

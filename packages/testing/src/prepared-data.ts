import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runScript } from "./processes.ts";

const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_harness",
  STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
  STRIPE_WEBHOOK_SECRET: "whsec_harness",
  SMTP_URL: "smtp://127.0.0.1:1",
  DATABASE_URL: "",
};

const make = async (folder: string): Promise<void> => {
  const made = await mkdtemp(join(tmpdir(), "backlot-template-"));
  const { code, err } = await runScript(["apps/api/dist/migrate-and-seed.js"], { ...KEYS, DATA_DIR: made });
  if (code !== 0) throw new Error(`the database could not be made: ${err}`);
  await rename(join(made, "pg"), folder);
  await rm(made, { recursive: true, force: true });
};

/** How often a suite looks whether another one has made the database, in milliseconds. */
const LOOK_MS = 50;

/** The run's one stocked database: the first suite that asks makes it, the others wait for that. Answers its folder. */
const template = async (): Promise<string> => {
  const kept = process.env.TEST_DATABASE_TEMPLATE ?? (await mkdtemp(join(tmpdir(), "backlot-template-")));
  const [folder, claim] = [join(kept, "pg"), join(kept, "making")];
  for (;;) {
    if (existsSync(folder)) return folder;
    const isOurs = await mkdir(claim).then(
      () => true,
      () => false,
    );
    if (isOurs) {
      // It may have come between the look and the claim. Where making it fails, the next suite tries it.
      const making = existsSync(folder) ? Promise.resolve() : make(folder);
      await making.finally(() => rm(claim, { recursive: true, force: true }));
      return folder;
    }
    await pause(LOOK_MS);
  }
};

/** Puts a stocked embedded database into a new data folder: copying one takes a tenth of the time of making one. */
export const prepareData = async (dataDir: string): Promise<void> =>
  cp(await template(), join(dataDir, "pg"), { recursive: true });

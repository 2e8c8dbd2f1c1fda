import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { BacklotApi } from "@backlot/ports";
import { TestClient } from "@backlot/testing/client";
import { dataFolder } from "@backlot/testing/data-folder";
import { plainDatabase } from "@backlot/testing/databases";
import { SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import * as HttpApi from "effect/http-api/HttpApi";
import { describe, expect, it } from "vitest";

const BACKLOT = fileURLToPath(new URL("../../cli/dist/backlot.mjs", import.meta.url));
const KEYS = { Ben: "b".repeat(40), Eve: "e".repeat(40), Ada: "a".repeat(40) };

/** The changes that a key with the role "support" may make. All others need "admin". */
const SUPPORT_MAY = [
  "POST /api/support/certificates",
  "POST /api/support/customers/changes",
  "POST /api/support/mails",
  "POST /api/support/mails/refused/retry",
  "POST /api/support/orders/:id/refunds",
  "POST /api/support/orders/:id/revoke_links",
  "POST /api/support/payments/refunds",
  "POST /api/support/payments/settle",
];

const operationsOfSupport = (): readonly { readonly method: string; readonly path: string }[] => {
  const found: { method: string; path: string }[] = [];
  HttpApi.reflect(BacklotApi, {
    onGroup() {},
    onEndpoint({ group, endpoint: { method, path } }) {
      if (group.identifier === "support") found.push({ method, path });
    },
  });
  return found;
};

describe("the roles of support keys", () => {
  const suite = useTestStore(plainDatabase, () => ({
    SUPPORT_KEYS: `Ben:read=${KEYS.Ben},Eve:support=${KEYS.Eve},Ada=${KEYS.Ada}`,
  }));
  const as = (key: string) => {
    const client = new TestClient(suite.store.app);
    client.token = key;
    return client;
  };

  it("CLI-02 a reader changes nothing, support helps customers, and admins change the store", async () => {
    const allowed: Record<keyof typeof KEYS, string[]> = { Ben: [], Eve: [], Ada: [] };
    const operations = operationsOfSupport();
    for (const name of ["Ben", "Eve", "Ada"] as const)
      for (const { method, path } of operations) {
        const at = path.replace(":notification_type", "top_bar").replace(":kind", "page").replace(/:\w+/g, "x");
        const { status } = await as(KEYS[name]).call(method, at, /GET|DELETE/.test(method) ? undefined : {});
        expect([200, 400, 403, 404], `${name} ${method} ${path}`).toContain(status);
        if (status !== 403) allowed[name].push(`${method} ${path}`);
      }
    const all = operations.map(({ method, path }) => `${method} ${path}`);
    const reads = all.filter((each) => each.startsWith("GET") || each === "POST /api/support/prices/check");
    expect(allowed.Ben).toEqual(reads);
    expect(allowed.Eve.filter((each) => !reads.includes(each)).toSorted()).toEqual(SUPPORT_MAY);
    expect(allowed.Ada).toEqual(all);
    const refused = await as(KEYS.Ben).post("/api/support/customers/changes", {});
    expect(refused.body.error.message).toBe(
      'Your support key has the role "read". This needs the role "support" or "admin".',
    );
    const upload = await as(KEYS.Eve).call("PUT", "/api/support/stock/files/x.zip", undefined);
    expect(upload.status).toBe(403);
    expect((await as(SUPPORT_KEY).get("/api/support/me")).body).toEqual({ data: { name: null, role: "admin" } });
  });

  it("CLI-02 CLI-04 the command says who may do what, and keeps a key that only its owner can read", async () => {
    const { url, run, close } = await openSupportCommand(suite.store.app);
    const home = await dataFolder("config");
    const ask = async (words: readonly string[], typed = "") => {
      const env = { ...process.env, XDG_CONFIG_HOME: home, BACKLOT_SUPPORT_KEY: undefined, BACKLOT_URL: undefined };
      const child = spawn(process.execPath, [BACKLOT, ...words], { env });
      child.stdin.end(typed);
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { out, err, code };
    };
    try {
      const refused = await run(KEYS.Ben, "sale", "start", ...WHY);
      expect([refused.code, refused.err]).toEqual([
        4,
        'Your support key has the role "read". This needs the role "admin".\n',
      ]);
      expect((await run(KEYS.Eve, "whoami")).out).toBe(`Eve, role support, at ${url}\n`);

      expect(await ask(["whoami"])).toMatchObject({ code: 1, err: expect.stringContaining("run backlot login") });
      const wrong = await ask(["login", "--store", url], "nonsense\n");
      expect([wrong.code, wrong.err]).toEqual([4, expect.stringContaining("doesn't accept this support key.")]);
      const file = join(home, "backlot", "profiles.json");
      const signedIn = await ask(["login", "--store", url], `${KEYS.Eve}\n`);
      expect([signedIn.code, signedIn.out]).toEqual([
        0,
        `Signed in to ${url} as Eve, role support. The key is saved in ${file}.\n`,
      ]);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await ask(["whoami"])).out).toBe(`Eve, role support, at ${url}\n`);
      // The saved key is only for its store.
      const other = await ask(["whoami", "--store", "http://127.0.0.1:1"]);
      expect([other.code, other.err]).toEqual([4, expect.stringContaining("Pass your support key")]);
      expect((await ask(["logout"])).out).toBe(`Signed out of ${url}. The saved key has been deleted.\n`);
      expect((await ask(["whoami"])).code).toBe(1);
    } finally {
      close();
    }
  });
});

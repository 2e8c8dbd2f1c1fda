import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareData } from "@backlot/testing/prepared-data";
import { freePort } from "../scripts/free-port.mjs";
import { ROOT, SHORT_LIVED, whenReady } from "@backlot/testing/processes";

describe("the store from its sources", () => {
  it("answers at one address with its pages, its operations and its pictures, and ends with npm", async () => {
    const [PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT] = [await freePort(), await freePort(), await freePort()].map(String);
    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-dev-"));
    await prepareData(DATA_DIR);
    const npm = spawn("npm", ["run", "dev"], {
      cwd: ROOT,
      env: { ...process.env, ...SHORT_LIVED, NODE_ENV: "", PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT, DATA_DIR },
      stdio: ["ignore", "pipe", "pipe"],
    });
    await whenReady(npm, /Backlot is open/, "npm");
    const at = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`);
    expect(await (await at("/api/health")).json()).toEqual({ status: "ok" });
    expect(await (await at("/pricing")).text()).toContain("/app/entry.client.tsx");
    expect((await at("/app/entry.client.tsx")).headers.get("content-type")).toContain("javascript");
    expect((await at("/media/ground-fire.avif")).headers.get("content-type")).toBe("image/avif");
    npm.kill("SIGTERM");
    const isClosed = () =>
      at("/api/health").then(
        () => false,
        () => true,
      );
    await expect.poll(isClosed).toBe(true);
  });
});

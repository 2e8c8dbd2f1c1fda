import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareData } from "@backlot/testing/prepared-data";
import { ROOT, SHORT_LIVED, startApi, whenReady } from "@backlot/testing/processes";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../scripts/free-port.mjs";

const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_PUBLISHABLE_KEY: "pk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  STRIPE_BASE_URL: "http://127.0.0.1:1",
  SMTP_URL: "smtp://127.0.0.1:1",
};
const stockedFolder = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), "backlot-end-"));
  await prepareData(dir);
  return dir;
};

describe("the end of a store", () => {
  it("says that it is not ready before it closes its port, and answers until then", async () => {
    const port = await freePort();
    const env = { ...KEYS, DATA_DIR: await stockedFolder(), PORT: String(port) };
    // Long enough for any machine to look at it meanwhile.
    const api = await startApi({ ...env, DRAIN_DELAY: "999" });
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const both = () => Promise.all([statusOf("/api/health"), statusOf("/api/health/live")]);
    expect(await both()).toEqual([200, 200]);
    api.kill("SIGTERM");
    await expect.poll(both).toEqual([503, 200]);
    expect(await statusOf("/api/plan_variants")).toBe(200);
    api.kill("SIGKILL");
    await once(api, "exit");
    const brief = await startApi({ ...env, DRAIN_DELAY: "1" });
    brief.kill("SIGTERM");
    expect(await once(brief, "exit")).toEqual([0, null]);
  });

  it("cuts off a request that never arrives, and does not wait for one when it is to end", async () => {
    const port = await freePort();
    const env = {
      ...KEYS,
      DATA_DIR: await stockedFolder(),
      PORT: String(port),
      REQUEST_SECONDS: "1",
      DRAIN_SECONDS: "1",
    };
    const stalled = async (): Promise<{ readonly ended: Promise<string>; readonly destroy: () => void }> => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      let answer = "";
      socket.on("data", (chunk: Buffer) => {
        answer += chunk.toString();
      });
      const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
      socket.on("error", () => {});
      socket.write(
        "POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
      );
      return { ended, destroy: () => socket.destroy() };
    };
    const slow = await startApi(env);
    expect(await (await stalled()).ended).toContain("408");
    slow.kill("SIGTERM");
    expect(await once(slow, "exit")).toEqual([0, null]);

    const patient = await startApi({ ...env, REQUEST_SECONDS: "600" });
    const held = await stalled();
    patient.kill("SIGTERM");
    expect(await once(patient, "exit")).toEqual([0, null]);
    await held.ended;
  });

  it("ended by a signal to npm, leaves no process behind", async () => {
    const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
    const DATA_DIR = await stockedFolder();
    const npm = spawn("npm", ["start"], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...SHORT_LIVED,
        NODE_ENV: "",
        PORT: port,
        SANDBOX_PORT: sandboxPort,
        DATA_DIR,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // A test that times out must not leave processes running either.
    onTestFinished(() => void npm.kill("SIGTERM"));
    await whenReady(npm, /Backlot is open/, "npm");
    // Every process that npm has started has the data folder in its environment. Without /proc, only the ports can
    // tell.
    const running = async (): Promise<readonly string[]> => {
      const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
      const known = await Promise.all(
        ids.map(async (id) => (await readFile(`/proc/${id}/environ`, "utf8").catch(() => "")).includes(DATA_DIR)),
      );
      return ids.filter((_, index) => known[index]);
    };
    if (process.platform === "linux") expect((await running()).length).toBeGreaterThan(2);
    npm.kill("SIGTERM");
    const answers = async (at: string, path: string): Promise<boolean> =>
      fetch(`http://127.0.0.1:${at}${path}`).then(
        () => true,
        () => false,
      );
    await expect.poll(() => answers(port, "/api/health")).toBe(false);
    await expect.poll(() => answers(sandboxPort, "/health")).toBe(false);
    await expect.poll(running).toEqual([]);
  });
});

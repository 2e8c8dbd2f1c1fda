import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { until } from "@backlot/testing/guard";
import { ROOT } from "@backlot/testing/processes";
import { expect, it } from "vitest";

it("a store's processes end once nothing reads their output anymore", async () => {
  const started = "process.stdout.on('error', () => {}); setInterval(() => console.log('pid', process.pid), 20)";
  const script = `
    import { supervise } from ${JSON.stringify(pathToFileURL(join(ROOT, "scripts/processes.mjs")).href)};
    await supervise(process.env).start(["-e", ${JSON.stringify(started)}], "never");
  `;
  const supervisor = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [chunk] = await once(supervisor.stdout, "data");
  const pid = Number(/pid (\d+)/.exec(String(chunk))?.[1]);
  const ended = once(supervisor, "exit");
  supervisor.stdout.destroy();
  await ended;
  await until(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
});

// `npm run dev` runs the store from its sources. Changed rules apply to the next request, and changed screens appear
// immediately.
import { install } from "./setup.mjs";
import { localSettings, mailOf, makeDatabase, supervise } from "./processes.mjs";

await install();

const settings = localSettings({ port: process.env.PORT ?? "3000" });
// A fixed port, so that mail still arrives after the sandbox restarts.
const smtpPort = process.env.SANDBOX_SMTP_PORT ?? "3998";
const { state, start, stop } = supervise({ ...settings.env, SANDBOX_SMTP_PORT: smtpPort });
const fromSource = ["--conditions=@backlot/source", "--disable-warning=ExperimentalWarning"];

const sandbox = [...fromSource, "--watch", "--watch-preserve-output", "apps/sandbox/src/main.ts"];
const mail = settings.sandboxed ? mailOf(await start(sandbox, "sandbox at")) : {};
const code = await makeDatabase(settings, [...fromSource, "apps/api/src/migrate-and-seed.ts"], mail);
if (code !== 0) {
  process.exitCode = code;
  stop();
}
if (!state.stopping) console.log("Starting the store…");
if (!state.stopping) await start([...fromSource, "apps/api/dev/server.ts"], "listening on", mail);
if (settings.sandboxed && !state.stopping)
  console.log(`The payment sandbox is at http://127.0.0.1:${settings.sandboxPort}`);
if (!state.stopping) console.log(`Backlot is open at http://127.0.0.1:${settings.env.PORT}, running from source`);

// `npm start` installs, builds and creates the database, then runs the store and the payment sandbox side by side.
import { build, install, timed } from "./setup.mjs";
import { localSettings, mailOf, makeDatabase, supervise } from "./processes.mjs";

await install({ toRun: true });
await timed("Building", build);

const port = process.env.PORT ?? "3000";
const settings = localSettings({ port });
const { state, start, stop } = supervise(settings.env);

const mail = settings.sandboxed ? mailOf(await start(["apps/sandbox/dist/main.js"], "sandbox at")) : {};
const code = await makeDatabase(settings, ["apps/api/dist/migrate-and-seed.js"], mail);
if (code !== 0) {
  process.exitCode = code;
  stop();
}
if (!state.stopping) console.log("Starting the store…");
if (!state.stopping) await start(["apps/api/dist/main.js"], "listening on", mail);
if (settings.sandboxed && !state.stopping)
  console.log(`The payment sandbox is at http://127.0.0.1:${settings.sandboxPort}`);
if (!state.stopping) console.log(`Backlot is open at http://127.0.0.1:${port}`);

// `npm run prove:failover` kills the leader of a PostgreSQL cluster while shoppers buy, and counts the losses. On
// Debian as root; see docs/operations.md.
import { join } from "node:path";
import { installCluster } from "./failover-cluster.mjs";
import { NODE, ROOT, build, environment, install, run } from "./setup.mjs";

if (!(await installCluster())) {
  console.error(
    "The cluster needs the Debian packages patroni, etcd-server, and haproxy. Install them, or run this as root.",
  );
  process.exit(1);
}
await install();
await build();
const code = await run(
  NODE,
  [
    "--conditions=@backlot/source",
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=verbose",
    "test/failover.proof.test.ts",
  ],
  { env: environment({ BACKLOT_FAILOVER: "1" }) },
);
process.exit(code);

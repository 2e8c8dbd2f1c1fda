// `npm test` sets up a machine for the tests, runs the first circle of tests, and prints the count. --all adds the
// proofs, --hard runs the first circle on a hostile machine, and --changed runs the suites that the working copy's
// changes can affect. Other arguments go to Vitest.
import { changedTests } from "./changed-tests.mjs";
import { makeHostile } from "./hostile-machine.mjs";
import { runChecks, runCircle, sum } from "./run-tests.mjs";
import { setUpTests } from "./test-setup.mjs";

const MODES = ["--all", "--hard", "--changed"];
const args = process.argv.slice(2);
const isMode = (mode) => args.includes(mode);
const passedOn = args.filter((arg) => !MODES.includes(arg));

/** Whether to run only some tests. Proofs can also be run by name. */
const isNarrowed = passedOn.some((arg) => !arg.startsWith("--sequence"));
const namesProof = passedOn.some((arg) => arg.includes(".proof"));

const close = ({ passed, failed }) => {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
};

const hostile = isMode("--hard") ? makeHostile() : null;
const tests = await setUpTests({ proofs: isMode("--all") || namesProof, fullScale: false });

if (isMode("--changed")) {
  const { first, proofs } = await changedTests();
  console.log(`The changes can affect ${first.length} suites of npm test and ${proofs.length} proofs.`);
  const parts = [];
  if (first.length > 0) parts.push(await runCircle("first", tests, [...first, ...passedOn]));
  close(sum([...parts, await runChecks(tests.env)]));
}
if (isNarrowed) close(await runCircle(namesProof ? "proofs" : "first", tests, passedOn));

// The checks use one core while the screen suites wait for their store.
const firstCircle = Promise.all([
  runCircle("first", tests, [...passedOn, ...(hostile?.args ?? [])], hostile?.launcher),
  runChecks(tests.env),
]);
const parts = await firstCircle;
if (isMode("--all")) parts.push(await runCircle("proofs", tests, passedOn));
hostile?.end();
close(sum(parts));

// Several sandboxes in one process, for the suites of the process that forked it: a process for each takes half a
// second to start. Each sandbox has its ports, its state and its clock to itself.
import { type SandboxOptions, startSandbox } from "../src/sandbox.ts";

/** What the forking process asks for: a sandbox with these options, or the end of the one with this address. */
export type HostRequest =
  | { readonly id: number; readonly start: SandboxOptions }
  | { readonly id: number; readonly stop: string };

/** What it is told: where the sandbox is, or why there is none. */
export interface HostAnswer {
  readonly id: number;
  readonly url?: string;
  readonly smtpUrl?: string;
  readonly error?: string;
}

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const open = new Map<string, Sandbox>();

const answer = async (request: HostRequest): Promise<Omit<HostAnswer, "id">> => {
  if ("start" in request) {
    const sandbox = await startSandbox(request.start);
    open.set(sandbox.url, sandbox);
    return { url: sandbox.url, smtpUrl: sandbox.smtpUrl };
  }
  await open.get(request.stop)?.stop();
  open.delete(request.stop);
  return {};
};

process.on("message", (request: HostRequest) => {
  answer(request).then(
    (found) => process.send?.({ id: request.id, ...found } satisfies HostAnswer),
    (error: unknown) => process.send?.({ id: request.id, error: String(error) } satisfies HostAnswer),
  );
});
// Whoever forked it has ended.
process.on("disconnect", () => process.exit());

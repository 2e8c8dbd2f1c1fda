// Hosts several sandboxes in one process for the test suites of its parent: a process per sandbox takes half a second
// to start. Each sandbox has its own ports, state and clock.
import { type SandboxOptions, startSandbox } from "../src/sandbox.ts";

/** A request from the parent process: start a sandbox with these options, or stop the one at this URL. */
export type HostRequest =
  | { readonly id: number; readonly start: SandboxOptions }
  | { readonly id: number; readonly stop: string };

/** The reply: the sandbox's URL, or why it did not start. */
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
// The parent process has ended.
process.on("disconnect", () => process.exit());

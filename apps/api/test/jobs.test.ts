import { startJobs } from "@backlot/api/jobs";
import { plainDatabase } from "@backlot/testing/databases";
import { startSandboxProcess } from "@backlot/testing/sandbox";
import { openTestStore } from "@backlot/testing/store";
import { expect, it, vi } from "vitest";

it("the jobs of a store are broken off by its end, and ask a closed database nothing", async () => {
  const sandbox = await startSandboxProcess();
  const store = await openTestStore(plainDatabase, sandbox);
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    const stop = startJobs(store.services);
    await stop();
    store.queries();
    await store.close();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(store.queries()).toBe(0);
    expect(complaints).not.toHaveBeenCalled();
  } finally {
    complaints.mockRestore();
    await sandbox.stop();
  }
});

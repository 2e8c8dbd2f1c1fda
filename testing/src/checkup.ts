import { expect } from "vitest";
import { TestClient } from "./client.ts";
import { SUPPORT_KEY } from "./sandbox.ts";
import type { TestStore } from "./store.ts";

/** A fault that a checkup reports. */
export interface ReportedFault {
  readonly code: string;
  readonly about: string;
  readonly says: string;
}

/** Returns a store's checkups: of one customer, and of what all customers share. */
export const checkupsOf = (store: TestStore) => {
  const staff = new TestClient(store.app);
  staff.token = SUPPORT_KEY;
  const faultsAt = async (path: string): Promise<readonly ReportedFault[]> => {
    const { status, body } = await staff.get(path);
    expect(status, path).toBe(200);
    return body.data.faults;
  };
  return {
    faultsOf: (id: string) => faultsAt(`/api/support/checkup/customers?customer=${id}`),
    faultsOfStore: () => faultsAt("/api/support/checkup"),
  };
};

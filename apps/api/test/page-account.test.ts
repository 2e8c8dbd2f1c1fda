import { OTHER_ACCOUNT, PAGE_ACCOUNT } from "@backlot/ports/driving/page-account";
import { plainDatabase } from "@backlot/testing/databases";
import { TestClient } from "@backlot/testing/client";
import { useTestStore } from "@backlot/testing/store";
import { describe, expect, it } from "vitest";

describe("what a page of one account sends", () => {
  const suite = useTestStore(plainDatabase);

  it("ACC-07 changes nothing for another account that is signed in by now", async () => {
    const [ada, eve] = [new TestClient(suite.store.app), new TestClient(suite.store.app)];
    for (const client of [ada, eve]) await client.signUp();
    const idOf = async (client: TestClient) => (await client.get("/api/users/me")).body.data.id as string;
    const save = (client: TestClient, page: string | null) =>
      suite.store.app.request("/api/wishlists/101", {
        method: "PUT",
        headers: {
          authorization: `Bearer ${client.token}`,
          ...(page === null ? {} : { [PAGE_ACCOUNT]: page }),
        },
      });
    const refused = await save(eve, await idOf(ada));
    expect([refused.status, refused.headers.get(OTHER_ACCOUNT)]).toEqual([409, "1"]);
    expect((await refused.json()).error.message).toMatch(
      /^You're now signed in to a different account in this browser\./,
    );
    expect((await eve.get("/api/wishlists")).body.data).toEqual([]);
    for (const page of [await idOf(eve), null]) expect((await save(eve, page)).status).toBe(204);
    // The operation itself reports to a page that its session has ended.
    const ended = await suite.store.app.request("/api/wishlists/101", {
      method: "PUT",
      headers: { [PAGE_ACCOUNT]: await idOf(ada) },
    });
    expect(ended.status).toBe(401);
  });
});

import { randomUUID } from "node:crypto";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enterSubscribed } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { callStartedStore } from "@backlot/testing/started-store";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();

describe("an app that asks for access", () => {
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${suite.store.url}/api/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const addChannel = async (name: string): Promise<string> => {
    const added = await callStartedStore(suite.store, "POST", "channels", { name, scopes: ["quote", "customer:act"] });
    return ((await added.json()) as { data: { id: string } }).data.id;
  };
  const request = (client_id: string) => post("device_authorizations", { client_id, scope: "quote customer:act" });

  it("ACC-03 a customer types its code, allows what it asks for, and disconnects it again", async () => {
    const { page, store } = suite;
    await enterSubscribed(suite.context, store, `connect-${randomUUID()}`);
    const client_id = await addChannel("Studio bot");
    const { user_code = "", device_code = "", verification_uri = "" } = await request(client_id);
    expect(verification_uri).toBe(`${store.url}/connect`);
    await page.goto("/connect");
    await expectAccessible(page);
    await shoot(page, "connect");
    await page.getByLabel("Code").fill("AAAA-2222");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("That code isn't valid. Check it, or get a new one in the app.").waitFor();
    expect(await page.getByLabel("Code").inputValue()).toBe("AAAA-2222");
    await expectAccessible(page);
    await shoot(page, "connect-unknown");
    await page.getByLabel("Code").fill(user_code.toLowerCase().replace("-", ""));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Studio bot wants to use your account" }).waitFor();
    for (const text of ["See your prices for plans, credits, and plan changes", `the code ${user_code}`])
      await page.getByText(text).waitFor();
    await expectAccessible(page);
    await shoot(page, "connect-asked");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("heading", { name: "Access allowed" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "connect-allowed");
    const { access_token } = await post("device_tokens", { client_id, device_code });
    const read = async () =>
      (await fetch(`${store.url}/api/users/me`, { headers: { authorization: `Bearer ${access_token}` } })).status;
    expect(await read()).toBe(200);
    await page.getByRole("link", { name: "Sign-in & Security" }).click();
    const apps = page.getByRole("region", { name: "Connected apps" });
    await apps.getByText("Studio bot").waitFor();
    await expectAccessible(page);
    await shoot(page, "connected-apps");
    await apps.getByRole("button", { name: /^Disconnect Studio bot/ }).click();
    await page.getByText("Disconnected. The app can't use your account anymore.").waitFor();
    expect(await apps.count()).toBe(0);
    expect(await read()).toBe(401);
  });

  it("ACC-03 its link asks for a sign-in first, and a refusal gives it nothing", async () => {
    const { page, store } = suite;
    const client_id = await addChannel("Another bot");
    const { verification_uri_complete = "", device_code = "" } = await request(client_id);
    await page.goto(verification_uri_complete);
    await page.waitForURL("**/sign-in?next=*");
    await enterSubscribed(suite.context, store, `refuse-${randomUUID()}`);
    await page.goto(verification_uri_complete);
    await page.getByRole("heading", { name: "Another bot wants to use your account" }).waitFor();
    await page.getByRole("button", { name: "Don't allow" }).click();
    await page.getByRole("heading", { name: "Access denied" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "connect-refused");
    const refused = await post("device_tokens", { client_id, device_code });
    expect(refused.error).toMatchObject({ code: "conflict", reason: "access_denied" });
  });
});

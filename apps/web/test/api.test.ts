import { licenseId } from "@backlot/domain";
import { afterEach, describe, expect, it, vi } from "vitest";
import { callApi, postJson } from "#app/browser/api.ts";

/** Mocks the browser's fetch with a response, and returns the mock. */
const answeredWith = (status: number, body: unknown) => {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
};

describe("a call of the browser", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("puts parameters into the path, and the query behind it", async () => {
    const fetched = answeredWith(200, { data: [] });
    const related = await callApi("GET /api/collections/:slug/related", { params: { slug: "fire/and smoke" } });
    expect(related.ok && related.value.data).toEqual([]);
    await callApi("GET /api/plan_variants", { query: { license_id: licenseId(2) } });
    expect(fetched.mock.calls.map(([path, { method, body }]) => [path, method, body])).toEqual([
      ["/api/collections/fire%2Fand%20smoke/related", "GET", undefined],
      ["/api/plan_variants?license_id=2", "GET", undefined],
    ]);
    // @ts-expect-error: the path needs its slug.
    await callApi("GET /api/collections/:slug/related", {});
  });

  it("is aborted by the controller that it gets", async () => {
    const fetched = answeredWith(200, { data: { essentials: 300 } });
    const asking = new AbortController();
    await callApi("GET /api/claims", {}, asking);
    expect(fetched.mock.calls[0]?.[1].signal).toBe(asking.signal);
  });

  it("answers an empty response with null", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
    expect(await callApi("DELETE /api/sessions/current", {})).toEqual({ ok: true, value: null });
  });

  it("sends an event once the session has ended, if it posts", async () => {
    const sent = vi.fn();
    vi.stubGlobal("window", { dispatchEvent: sent });
    answeredWith(401, { error: { code: "unauthorized", message: "Sign in." } });
    await callApi("GET /api/variant_downloads/:id/download", { params: { id: 1 } });
    expect(sent).not.toHaveBeenCalled();
    await postJson("/api/setup_intent", {});
    expect(sent).toHaveBeenCalledOnce();
  });

  it("takes the paths and bodies of the contract, and answers what they answer", async () => {
    const fetched = answeredWith(200, { id: "seti_1", client_secret: "s", status: "succeeded" });
    const made = await postJson("/api/setup_intent", { payment_method: "pm_1" });
    expect(made.ok && made.value.status).toBe("succeeded");
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect([path, init?.method, init?.body]).toEqual(["/api/setup_intent", "POST", '{"payment_method":"pm_1"}']);
    // @ts-expect-error: the contract has no such path.
    await postJson("/api/setup_intents", {});
    // @ts-expect-error: a license is a number.
    await postJson("/api/users/update_min_license", { license_id: "1" });
    // @ts-expect-error: the answer has no such field.
    expect(made.ok && made.value.token).toBeUndefined();
  });

  it("answers a refusal, and a network that fails, without throwing", async () => {
    answeredWith(409, { error: { code: "conflict", message: "No.", reason: "price_changed" } });
    const refused = await postJson("/api/users/update_min_license", { license_id: licenseId(1) });
    expect(refused).toMatchObject({ ok: false, refusal: { code: "conflict", reason: "price_changed" } });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    const lost = await postJson("/api/users/update_min_license", { license_id: licenseId(1) });
    expect(lost).toMatchObject({ ok: false, refusal: { code: "unreachable" } });
  });
});

import { lateModule } from "#app/browser/late-scripts.tsx";
import { describe, expect, it } from "vitest";

describe("the scripts of a page", () => {
  it("load after the first paint, all at once", () => {
    const text = [
      'import * as route0 from "/assets/root.js";',
      'import * as route1 from "/assets/home.js";',
      'window.__reactRouterRouteModules = {"root":route0,"home":route1};',
      'import("/assets/entry.js");',
    ].join("\n");
    const late = lateModule(text, ["/assets/entry.js", "/assets/shared.js"]);
    expect(late).not.toContain("import * as");
    const order = [
      "requestAnimationFrame",
      '["/assets/entry.js","/assets/shared.js"]',
      'const [route0, route1] = await Promise.all([import("/assets/root.js"), import("/assets/home.js")]);',
      'window.__reactRouterRouteModules = {"root":route0,"home":route1};',
    ].map((part) => late.indexOf(part));
    expect(order.every((place) => place >= 0)).toBe(true);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it("without imports stay as they are", () => {
    expect(lateModule(" ", [])).toBe(" ");
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { themeOf } from "#app/browser/theme.ts";

describe("the color themes", () => {
  it("are chosen by a cookie, or else by the system", () => {
    expect([null, "", "theme=", "theme=blue", "mytheme=light"].map(themeOf)).toEqual(Array(5).fill("system"));
    expect(["theme=light", "a=b; theme=light; c=d"].map(themeOf)).toEqual(["light", "light"]);
    expect(themeOf("theme=dark")).toBe("dark");
  });

  it("are the same light one, whether chosen or the system's", () => {
    const css = readFileSync(new URL("../app/tokens.css", import.meta.url), "utf8");
    const tokensOf = (selector: string) => {
      const from = css.indexOf(`${selector} {`);
      expect(from).toBeGreaterThan(0);
      return css.slice(css.indexOf("{", from) + 1, css.indexOf("}", from)).match(/[\w-]+: [^;]+/g);
    };
    expect(tokensOf(':root[data-theme="system"]')).toEqual(tokensOf(':root[data-theme="light"]'));
  });
});

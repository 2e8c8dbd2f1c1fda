import { ARTICLE_TAGS, NOTIFICATION_TAGS } from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeMarkup } from "../src/markup.ts";

describe("HTML and Markdown made safe", () => {
  const names = fc.constantFrom("a", "b", "strong", "em", "br", "p", "A", "script", "svg", "img", "style", "textarea");
  const noise = fc.constantFrom(
    "<",
    ">",
    '"',
    "'",
    "=",
    "&",
    "&lt;",
    "<!--",
    "-->",
    "</",
    "]]>",
    "\0",
    "é",
    "x ",
    "1 < 2",
  );
  const schemes = [
    "https://",
    "http://",
    "mailto:",
    "/",
    "//",
    "/\\",
    "javascript:",
    "data:",
    "vbscript:",
    "",
    "\tjava\nscript:",
  ];
  const addresses = fc.tuple(
    fc.constantFrom(...schemes),
    fc.constantFrom("a.example", "pricing", "alert(1)", "a@b.example"),
  );
  const attributes = fc.oneof(
    addresses.map(([scheme, rest]) => `href="${scheme}${rest}"`),
    fc.constantFrom('onclick="x()"', "onload=x", 'style="position:fixed"', 'class="x"', 'src="x"', "href='"),
  );
  const elements = fc
    .tuple(names, fc.array(attributes, { maxLength: 3 }), noise)
    .map(([name, each, inside]) => `<${[name, ...each].join(" ")}>${inside}</${name}>`);
  const html = fc
    .array(fc.oneof({ weight: 3, arbitrary: elements }, noise), { maxLength: 8 })
    .map((all) => all.join(""));
  const ATTRIBUTES = /^href="(https?:\/\/|mailto:|\/(?![/\\]))[^"<>\s]*"$/i;

  const markdown = fc.constantFrom(
    ...["# One", "## Two", "- a", "1. b", "> c", "`d`", "    e", "| f |\n|---|\n| g |", "**h**", "~~i~~", "---"],
    ...["[j](/pricing)", "[k](javascript:alert(1))", "![l](/media/campfire.jpg)", "![m](https://a.example/x.png)"],
    ...[
      "[n]: javascript:alert(1)",
      "[n]",
      "<javascript:alert(1)>",
      "<https://a.example>",
      "![o](/media/../api/x)",
      "![p](/media/..)",
      "3. q",
    ],
  );
  const PICTURE = /^src="\/media\/[\w-]+(?:\.[\w-]+)*" alt="[^"<>]*" loading="lazy"$/;
  const START = /^start="\d+"$/;

  it("SHL-03 an article has no tag, no attribute and no address but those that are allowed", () => {
    const seen = { links: 0, pictures: 0 };
    const texts = fc
      .array(fc.oneof({ weight: 2, arbitrary: markdown }, elements, noise), { maxLength: 8 })
      .map((all) => all.join("\n\n"));
    fc.assert(
      fc.property(texts, (written) => {
        const safe = safeMarkup.ofMarkdown(written).html;
        for (const [, inside = ""] of safe.matchAll(/<([^>]*)>/g)) {
          const [, name = "", rest = ""] = /^\/?(\w+)\s*(.*?)\s*\/?$/s.exec(inside) ?? [];
          expect(ARTICLE_TAGS, written).toContain(name);
          const isLink = name === "a" && ATTRIBUTES.test(rest);
          const isPicture = name === "img" && PICTURE.test(rest);
          const isList = name === "ol" && START.test(rest);
          expect(rest === "" || isLink || isPicture || isList, `${written}: ${inside}`).toBe(true);
          seen.links += isLink ? 1 : 0;
          seen.pictures += isPicture ? 1 : 0;
        }
        expect(safe.replaceAll(/<[^>]*>/g, ""), written).not.toMatch(/[<>]/);
      }),
    );
    expect(Math.min(seen.links, seen.pictures)).toBeGreaterThan(10);
  });

  it("SHL-03 Markdown becomes what it says; the headings in a text are below its title", () => {
    for (const [source, html] of [
      ["# One\n\n## Two\n\n##### Five", "<h2>One</h2>\n<h3>Two</h3>\n<h4>Five</h4>"],
      ["## Two\n\n### Three", "<h2>Two</h2>\n<h3>Three</h3>"],
      [
        "Use **straight** alpha, _not_ ~~that~~.",
        "<p>Use <strong>straight</strong> alpha, <em>not</em> <s>that</s>.</p>",
      ],
      ["3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
      ["[prices](/pricing)", '<p><a href="/pricing">prices</a></p>'],
      ["![A fire](/media/campfire.jpg)", '<p><img src="/media/campfire.jpg" alt="A fire" loading="lazy" /></p>'],
      // Text about HTML stays complete.
      ["The <script> tag.\n\nMore.", "<p>The &lt;script&gt; tag.</p>\n<p>More.</p>"],
      ["1 < 2 & 3", "<p>1 &lt; 2 &amp; 3</p>"],
    ] as const)
      expect(safeMarkup.ofMarkdown(source), source).toEqual({ html, unusable: [] });
  });

  it("SHL-03 names the addresses that pages can't lead to or show, and bears any nesting", () => {
    const source = "[a](pricing) [b](#c) [d](//e.example) ![f](https://g.example/h.png) [i](/pricing) ![j](/media/..)";
    expect(safeMarkup.ofMarkdown(source).unusable).toEqual([
      "pricing",
      "#c",
      "//e.example",
      "https://g.example/h.png",
      "/media/..",
    ]);
    for (const piece of [">", "[", "*a_", "- ", "`"])
      expect(safeMarkup.ofMarkdown(piece.repeat(10_000)).unusable, piece).toEqual([]);
  });

  it("SHL-05 has no tag, no attribute and no address but those that are allowed, and stays as it is", () => {
    let links = 0;
    fc.assert(
      fc.property(html, (written) => {
        const safe = safeMarkup.clean(written);
        for (const [, inside = ""] of safe.matchAll(/<([^>]*)>/g)) {
          const [, name = "", rest = ""] = /^\/?(\w+)\s*(.*?)\s*\/?$/s.exec(inside) ?? [];
          expect(NOTIFICATION_TAGS, written).toContain(name);
          expect(rest === "" || (name === "a" && ATTRIBUTES.test(rest)), `${written}: ${inside}`).toBe(true);
          if (rest !== "") links += 1;
        }
        expect(safe.replaceAll(/<[^>]*>/g, ""), written).not.toMatch(/[<>]/);
        expect(safeMarkup.clean(safe), written).toBe(safe);
      }),
    );
    // The property must see links, because they are the risk.
    expect(links).toBeGreaterThan(10);
  });
});

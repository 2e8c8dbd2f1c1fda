import { NEW_SHOP, accentColors, contrast, shopOf, withShopDefaults } from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("a store's name and look", () => {
  it("has defaults for all that its owner hasn't set, and they carry its name", () => {
    expect(NEW_SHOP).toMatchObject({ name: "Backlot", accent: null, logos: { light: null, dark: null, icon: null } });
    const own = shopOf({ name: "Nordlys & Sønn", accent: "#0b5fff" }, { icon: "7c1f" });
    expect(own).toMatchObject({
      name: "Nordlys & Sønn",
      title: "Nordlys & Sønn: visual-effects elements, practice footage, and 3D assets",
      accent: "#0b5fff",
      logos: { light: null, dark: null, icon: "/shop/logo/icon?v=7c1f" },
    });
    expect(JSON.stringify(own)).not.toContain("Backlot");
  });

  it("takes each contact and each line about the seller from its owner first, then from the defaults", () => {
    const defaults = {
      contact: { ...NEW_SHOP.contact, support_email: "help@a.example", jobs: "https://jobs.example" },
      seller: { name: "Świt Ltd", address: ["1 Studio Lane", "Łódź"], tax_id: "PL 1" },
    };
    expect(withShopDefaults(NEW_SHOP, defaults)).toEqual({ ...NEW_SHOP, ...defaults });
    const own = shopOf({ support_email: "us@b.example", roadmap: "https://b.example", seller_address: ["2 Elm"] }, {});
    expect(withShopDefaults(own, defaults)).toMatchObject({
      contact: { support_email: "us@b.example", roadmap: "https://b.example", jobs: "https://jobs.example" },
      seller: { name: "Świt Ltd", address: ["2 Elm"], tax_id: "PL 1" },
    });
  });

  it("has the contrast of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#ffb224", "#ffb224")).toBe(1);
  });

  it("makes any color legible, in both themes", () => {
    const arbColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(arbColor, (color) => {
        const { light, dark } = accentColors(color);
        for (const { accent, strong, on } of [light, dark])
          expect(Math.min(contrast(accent, on), contrast(strong, on))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(light.ring, "#faf9f7")).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark.ring, "#121214")).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

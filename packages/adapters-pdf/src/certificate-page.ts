import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Certificate, CERTIFICATE_STATEMENT, certificateLines, coveredLines } from "@backlot/domain";
import { Document, Font, Page, Rect, StyleSheet, Svg, Text, View, renderToBuffer } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { encode } from "uqr";

/**
 * The scripts that licensees' names may use. Each has its own font; the renderer takes each character from the first
 * font that has it.
 */
const SUBSETS = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese", "devanagari"] as const;
const FAMILY = SUBSETS.map((subset) => `Noto Sans ${subset}`);

let registered = false;
/** Registers the fonts when the first certificate is rendered, so that loading this module opens no files. */
const registerFonts = (): void => {
  if (registered) return;
  registered = true;
  const files = join(dirname(createRequire(import.meta.url).resolve("@fontsource/noto-sans/package.json")), "files");
  for (const subset of SUBSETS)
    Font.register({
      family: `Noto Sans ${subset}`,
      fonts: [400, 700].map((fontWeight) => ({
        src: join(files, `noto-sans-${subset}-${fontWeight}-normal.woff`),
        fontWeight,
      })),
    });
  // Never hyphenate: a hyphen would change a number or an address.
  Font.registerHyphenationCallback((word) => [word]);
};

const styles = StyleSheet.create({
  page: {
    paddingVertical: 56,
    paddingHorizontal: 60,
    fontFamily: FAMILY,
    fontSize: 10,
    lineHeight: 1.5,
    color: "#17171a",
  },
  frame: { position: "absolute", top: 24, bottom: 24, left: 24, right: 24, borderWidth: 0.75, borderColor: "#c9a45a" },
  brand: { flexDirection: "row", alignItems: "center", gap: 8, marginBottom: 44 },
  mark: { width: 10, height: 10, backgroundColor: "#ffb224" },
  name: { fontSize: 13, fontWeight: 700 },
  title: { fontSize: 27, fontWeight: 700, lineHeight: 1.15, marginBottom: 12 },
  statement: { color: "#4e4c49", marginBottom: 26, maxWidth: 430 },
  line: { flexDirection: "row", gap: 20, paddingVertical: 7, borderTopWidth: 0.5, borderColor: "#dddad5" },
  label: { width: 120, color: "#6a6862" },
  value: { flex: 1, fontWeight: 700 },
  covered: { marginTop: 24, marginBottom: 8, fontSize: 13, fontWeight: 700 },
  item: { paddingVertical: 2.5 },
  foot: { flexDirection: "row", gap: 20, alignItems: "center", marginTop: 32 },
  note: { flex: 1, fontSize: 8.5, color: "#4e4c49" },
  number: {
    position: "absolute",
    bottom: 32,
    left: 60,
    right: 60,
    fontSize: 7.5,
    color: "#6a6862",
    textAlign: "center",
  },
});

/** Returns a QR code as an SVG. */
const code = (address: string, size: number) => {
  const { data, size: modules } = encode(address, { ecc: "L", border: 0 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((on, x) =>
      on ? [h(Rect, { key: `${x} ${y}`, x, y, width: 1.02, height: 1.02, fill: "#17171a" })] : [],
    ),
  );
  return h(Svg, { width: size, height: size, viewBox: `0 0 ${modules} ${modules}` }, squares);
};

/** Renders a certificate as a PDF. `address` is the URL in its QR code. */
export const drawCertificate = (
  certificate: Certificate,
  address: string,
  seller: { readonly name: string },
): Promise<Buffer> => {
  registerFonts();
  const lines = certificateLines(certificate).map(({ name, text }) =>
    h(
      View,
      { key: name, style: styles.line, wrap: false },
      h(Text, { style: styles.label }, name),
      h(Text, { style: styles.value }, text),
    ),
  );
  const covered = coveredLines(certificate).map((text, index) =>
    h(Text, { key: `${index} ${text}`, style: styles.item }, text),
  );
  const site = new URL(address);
  const page = h(
    Page,
    { size: "A4", style: styles.page },
    h(View, { style: styles.frame, fixed: true }),
    h(View, { style: styles.brand }, h(View, { style: styles.mark }), h(Text, { style: styles.name }, seller.name)),
    h(Text, { style: styles.title }, "License Certificate"),
    h(Text, { style: styles.statement }, CERTIFICATE_STATEMENT),
    ...lines,
    h(Text, { style: styles.covered, minPresenceAhead: 40 }, "Covered"),
    ...covered,
    h(
      View,
      { style: styles.foot, wrap: false },
      code(address, 118),
      h(
        Text,
        { style: styles.note },
        `Scan the code, or open ${site.origin}${site.pathname}, to see how this certificate stands. The ` +
          "file is signed: " +
          `its keys are at ${site.origin}/.well-known/backlot-certificates.json.`,
      ),
    ),
    h(Text, { style: styles.number, fixed: true }, `License Certificate ${certificate.number}`),
  );
  const document = h(
    Document,
    {
      title: `License Certificate ${certificate.number}`,
      author: seller.name,
      language: "en",
      creationDate: new Date(certificate.issued_at),
    },
    page,
  );
  return renderToBuffer(document);
};

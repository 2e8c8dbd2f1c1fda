import {
  type Certificate,
  CERTIFICATE_KEYS_PATH,
  CERTIFICATE_STATEMENT,
  certificateLines,
  coveredLines,
} from "@backlot/domain";
import { Document, Page, Rect, StyleSheet, Svg, View, renderToBuffer } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { encode } from "uqr";
import { type TextStyle, typeset } from "./typeset.ts";

const SIDE = 60;
const WIDTH = 595.28 - 2 * SIDE;
const LABEL_WIDTH = 120;
const GAP = 20;
const CODE_SIZE = 118;

const styles = StyleSheet.create({
  page: { paddingVertical: 56, paddingHorizontal: SIDE },
  frame: { position: "absolute", top: 24, bottom: 24, left: 24, right: 24, borderWidth: 0.75, borderColor: "#c9a45a" },
  brand: { flexDirection: "row", alignItems: "center", gap: 8, marginBottom: 44 },
  mark: { width: 10, height: 10, backgroundColor: "#ffb224" },
  title: { marginBottom: 12 },
  statement: { marginBottom: 26 },
  line: { flexDirection: "row", gap: GAP, paddingVertical: 7, borderTopWidth: 0.5, borderColor: "#dddad5" },
  covered: { marginTop: 24, marginBottom: 8 },
  item: { paddingVertical: 2.5 },
  foot: { flexDirection: "row", gap: GAP, alignItems: "center", marginTop: 32 },
  number: { position: "absolute", bottom: 32, left: SIDE },
});

const INK = "#17171a";
const SOFT = "#4e4c49";
const FAINT = "#6a6862";

/** Returns an element with text in the page's text color. */
const set = async (text: string, style: Partial<TextStyle> = {}) =>
  (await typeset(text, { size: 10, width: WIDTH, weight: 400, color: INK, ...style })).element;

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

/** Renders a certificate as a PDF. `address` is the URL in its QR code, and `seller` is the seller's name. */
export const drawCertificate = async (certificate: Certificate, address: string, seller: string): Promise<Buffer> => {
  const { number } = certificate;
  const site = new URL(address);
  const lines = await Promise.all(
    certificateLines(certificate).map(async ({ name, text }) =>
      h(
        View,
        { key: name, style: styles.line, wrap: false },
        await set(name, { width: LABEL_WIDTH, color: FAINT }),
        await set(text, { width: WIDTH - LABEL_WIDTH - GAP, weight: 700 }),
      ),
    ),
  );
  const covered = await Promise.all(
    coveredLines(certificate).map(async (text, index) =>
      h(View, { key: `${index} ${text}`, style: styles.item, wrap: false }, await set(text)),
    ),
  );
  const note =
    `Scan the code, or open ${site.origin}${site.pathname}, to check this certificate's status. The file is signed. ` +
    `The public keys are at ${site.origin}${CERTIFICATE_KEYS_PATH}.`;
  const page = h(
    Page,
    { size: "A4", style: styles.page },
    h(View, { style: styles.frame, fixed: true }),
    h(
      View,
      { style: styles.brand },
      h(View, { style: styles.mark }),
      await set(seller, { size: 13, weight: 700, width: WIDTH - GAP }),
    ),
    h(View, { style: styles.title }, await set("License Certificate", { size: 27, weight: 700, lineHeight: 1.15 })),
    h(View, { style: styles.statement }, await set(CERTIFICATE_STATEMENT, { color: SOFT, width: 430 })),
    ...lines,
    h(View, { style: styles.covered, minPresenceAhead: 40 }, await set("Coverage", { size: 13, weight: 700 })),
    ...covered,
    h(
      View,
      { style: styles.foot, wrap: false },
      code(address, CODE_SIZE),
      await set(note, { size: 8.5, color: SOFT, width: WIDTH - CODE_SIZE - GAP }),
    ),
    h(
      View,
      { style: styles.number, fixed: true },
      await set(`License Certificate ${number}`, { size: 7.5, color: FAINT, align: "center" }),
    ),
  );
  const document = h(
    Document,
    {
      title: `License Certificate ${number}`,
      author: seller,
      language: "en",
      creationDate: new Date(certificate.issued_at),
    },
    page,
  );
  return renderToBuffer(document);
};

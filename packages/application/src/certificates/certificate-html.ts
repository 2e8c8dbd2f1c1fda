import { type Certificate, CERTIFICATE_STATEMENT, certificateLines, coveredLines } from "@backlot/domain";
import { escapeHtml } from "../escape-html.ts";

/** Renders a certificate's preview as an HTML page. */
export const certificateHtml = (certificate: Certificate): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>License Certificate</title></head>',
    '<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:42rem;margin:2rem auto;padding:0 1rem">',
    "<h1>License Certificate</h1>",
    `<p>${escapeHtml(CERTIFICATE_STATEMENT)}</p>`,
    "<dl>",
    ...certificateLines(certificate)
      .filter(({ text }) => text !== "")
      .map(({ name, text }) => `<dt>${escapeHtml(name)}</dt><dd><strong>${escapeHtml(text)}</strong></dd>`),
    "</dl><h2>Covered</h2><ul>",
    ...coveredLines(certificate).map((text) => `<li>${escapeHtml(text)}</li>`),
    "</ul></body></html>",
  ].join("");

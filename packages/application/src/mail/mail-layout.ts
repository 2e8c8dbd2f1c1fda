import { type Shop, accentColors } from "@backlot/domain";
import type { MailMessage } from "@backlot/ports";
import { escapeHtml } from "../escape-html.ts";

/** An email's button. */
export interface MailAction {
  readonly text: string;
  readonly url: string;
}

/** A row of an email's table, such as a line of a receipt and its amount. */
interface MailRow {
  readonly name: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

/** The content of an email: its subject, paragraphs of plain text, optional table, and optional button. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly rows?: readonly MailRow[];
  readonly action?: MailAction;
}

/** An email and its recipient. The content is null if the email no longer has to be sent. */
export interface Addressed {
  readonly to: string;
  readonly content: MailContent | null;
}

/** An email that no longer has to be sent. */
export const NOBODY: Addressed = { to: "", content: null };

/** Light by default, dark if the mail program is in dark mode. Programs that ignore styles show black on white. */
const STYLES =
  "body{margin:0;background:#faf9f7;color:#17171a}" +
  ".card{background:#fff;border:1px solid #dddad5}.quiet{color:#4e4c49}.row{border-top:1px solid #dddad5}" +
  "@media(prefers-color-scheme:dark){body{background:#121214!important;color:#f4f2ee!important}" +
  ".card{background:#1b1b1f!important;border-color:#2c2c32!important}.quiet{color:#b9b7b2!important}" +
  ".row{border-color:#2c2c32!important}}";

const mark = (shop: string, { accent }: MailColors): string =>
  '<p style="margin:0 0 1.5rem;font-size:1.125rem;font-weight:700;letter-spacing:-.015em">' +
  `<span style="display:inline-block;width:.625rem;height:.625rem;margin-right:.5rem;background:${accent}"></span>` +
  `${escapeHtml(shop)}</p>`;

/** The accent color, and text on it. */
interface MailColors {
  readonly accent: string;
  readonly on: string;
}

const colorsOf = ({ accent }: Pick<Shop, "accent">): MailColors =>
  accent === null ? { accent: "#ffb224", on: "#1a1206" } : accentColors(accent).light;

const button = ({ text, url }: MailAction, { accent, on }: MailColors): string =>
  `<p style="margin:1.5rem 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:.75rem 1.25rem;` +
  `border-radius:.5rem;background:${accent};color:${on};font-weight:600;text-decoration:none">` +
  `${escapeHtml(text)}</a></p>` +
  `<p class="quiet" style="font-size:.8125rem;overflow-wrap:anywhere">Or paste this link into your browser: ` +
  `${escapeHtml(url)}</p>`;

const table = (rows: readonly MailRow[]): string =>
  '<table style="width:100%;border-collapse:collapse;margin:0 0 1rem">' +
  rows
    .map(({ name, value, isTotal = false }) => {
      const cell = `padding:.375rem 0;vertical-align:top${isTotal ? ";font-weight:700" : ""}`;
      return (
        `<tr><td class="row" style="${cell}">${escapeHtml(name)}</td>` +
        `<td class="row" style="${cell};padding-left:1.5rem;text-align:right;white-space:nowrap">` +
        `${escapeHtml(value)}</td></tr>`
      );
    })
    .join("") +
  "</table>";

const html = ({ subject, paragraphs, rows = [], action }: MailContent, shop: Pick<Shop, "accent" | "name">): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>`,
    `<style>${STYLES}</style></head>`,
    '<body style="font-family:system-ui,-apple-system,sans-serif;line-height:1.5;padding:2rem 1rem">',
    '<div class="card" style="max-width:34rem;margin:0 auto;padding:2rem 1.5rem;border-radius:.75rem">',
    mark(shop.name, colorsOf(shop)),
    `<h1 style="font-size:1.375rem;line-height:1.25;margin:0 0 1rem">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((each) => `<p style="margin:0 0 1rem">${escapeHtml(each)}</p>`),
    rows.length === 0 ? "" : table(rows),
    action === undefined ? "" : button(action, colorsOf(shop)),
    "</div></body></html>",
  ].join("");

const text = ({ paragraphs, rows = [], action }: MailContent): string => {
  const listed = rows.map(({ name, value }) => `${name}: ${value}`).join("\n");
  const link = action === undefined ? "" : `${action.text}: ${action.url}`;
  return `${[...paragraphs, listed, link].filter((part) => part !== "").join("\n\n")}\n`;
};

/**
 * Renders an email as plain text and HTML. Use the same `id` when sending it again, so that mail programs drop the
 * duplicate.
 */
export const toMessage = (
  id: string,
  to: string,
  content: MailContent,
  shop: Pick<Shop, "accent" | "name"> & { readonly replyTo: string },
): MailMessage => ({
  id: `${id}@store`,
  sender: shop.name,
  replyTo: shop.replyTo,
  to,
  subject: content.subject,
  text: text(content),
  html: html(content, shop),
});

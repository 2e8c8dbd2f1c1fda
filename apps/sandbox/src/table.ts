import { html } from "hono/html";

export const toDollars = (cents: number): string =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** Formats Unix seconds as a date and time in UTC. */
export const toMinute = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().slice(0, 16).replace("T", " ");

/** The style sheet of the sandbox's pages. */
export const STYLE = `
  :root { color-scheme: dark light; background: Canvas; color: CanvasText; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 1100px; margin: 0 auto; padding: 24px 16px 64px }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
  .wide { overflow-x: auto }
  th, td { text-align: left; padding: 8px 12px 8px 0; border-bottom: 1px solid #8884; white-space: nowrap }
  th.n, td.n { text-align: right } p { max-width: 65ch }
  code { font-size: 13px }
  form.row { display: inline-block; margin: 0 8px 8px 0 } td form.row { margin: 0 }
  button { font: inherit; padding: 8px 14px; min-height: 40px }
  .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 8px 16px }
  .fields { margin-bottom: 12px }
  .fields label { display: flex; justify-content: space-between; gap: 12px; align-items: center }
  input { font: inherit; padding: 6px 8px }`;

/** A table column. Amounts are right-aligned. */
export interface Column {
  readonly heading: string;
  readonly isAmount?: boolean;
}

/** Renders a table with a title, or the sentence `empty` if it has no rows. */
export const table = (
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
  empty: string,
) => html`
  <h2>${title}</h2>
  <div class="wide" tabindex="0" role="region" aria-label="${title}">
    <table>
      <thead>
        <tr>
          ${columns.map(({ heading, isAmount }) => html`<th class="${isAmount ? "n" : ""}">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => html`<td class="${columns[index]?.isAmount ? "n" : ""}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
  ${rows.length === 0 ? html`<p>${empty}</p>` : ""}`;

/**
 * Renders the form that refunds part or all of a payment: a typed amount, or the whole `remainder` in cents if the
 * field is empty. Renders nothing if nothing is left.
 */
export const refundForm = (refundAt: string, remainder: number) =>
  remainder === 0
    ? ""
    : html`<form class="row" method="post" action="${refundAt}">
        <input
          name="dollars"
          type="number"
          min="0.01"
          max="${remainder / 100}"
          step="0.01"
          placeholder="${(remainder / 100).toFixed(2)}"
          aria-label="Dollars to refund"
        />
        <button>Refund</button>
      </form>`;

/**
 * A payment's dispute in a table; `dispute` is null if there is none. `openAt` and `closeAt` are form actions;
 * `outcome` is null while the dispute is open.
 */
interface ShownDispute {
  readonly openAt: string;
  readonly dispute: { readonly closeAt: string; readonly outcome: string | null } | null;
}

/** Renders the button that opens a dispute, the buttons that close it, or its outcome. */
export const disputeButtons = ({ openAt, dispute }: ShownDispute) => {
  if (dispute === null) return html`<form method="post" action="${openAt}"><button>Open a dispute</button></form>`;
  if (dispute.outcome !== null) return dispute.outcome;
  return html`<form class="row" method="post" action="${dispute.closeAt}">
    <button name="outcome" value="won">Win it</button> <button name="outcome" value="lost">Lose it</button>
  </form>`;
};

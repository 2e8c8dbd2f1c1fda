import * as Ports from "@backlot/ports";
import { REASONS, reasonText } from "../src/document/reasons.ts";
import type { ContractTexts } from "../src/document/field-texts.ts";

/** The error classes of the contract. */
const ERRORS = [
  Ports.InvalidRequest,
  Ports.Unauthorized,
  Ports.PaymentDeclined,
  Ports.PaymentNeedsConfirmation,
  Ports.Forbidden,
  Ports.DownloadRefused,
  Ports.NotFound,
  Ports.Conflict,
  Ports.NotEnoughCredits,
  Ports.AccountLocked,
  Ports.ProviderUnreachable,
  Ports.TooManyAttempts,
  Ports.Unavailable,
] as const;

/** Returns the page of the API's errors. */
export const errorsPage = ({ errors }: ContractTexts): string => {
  const rows = ERRORS.map((error) => {
    const code = error.fields._tag.schema.literal;
    const status = (error.ast.annotations as { readonly httpApiStatus?: number } | undefined)?.httpApiStatus;
    if (status === undefined) throw new Error(`${code} has no status`);
    return `| \`${code}\` | ${status} | ${errors[code] ?? ""} |`;
  });
  return [
    "# API errors",
    "",
    'Every API error has the form `{ "error": { "code", "message" } }`. `code` and `reason` are for programs, and',
    "`message` is for people. `npm run generate` writes this page from the contract and the domain's messages.",
    "",
    "| code | status | meaning |",
    "|---|---|---|",
    ...rows,
    "| `request_in_progress` | 409 | A request with the same idempotency key is still running. |",
    "| `idempotency_key_reused` | 422 | This key was used for another request. Use a new one. |",
    "| `too_large` | 413 | The request is too large. |",
    "| `internal` | 500 | Something went wrong. Search the log for the ID in the header `x-request-id`. |",
    "",
    "A 503 has the header `retry-after`, the number of seconds to wait before you repeat the request.",
    "",
    "## Reasons of `conflict`",
    "",
    "If the message for a reason is always the same, the table shows it. Otherwise, the table explains the reason.",
    "",
    "| reason | meaning |",
    "|---|---|",
    ...REASONS.map((reason) => `| \`${reason}\` | ${reasonText(reason)} |`),
    "",
  ].join("\n");
};

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
    "# Errors of the API",
    "",
    "Written by `npm run generate` from the contract and the domain's messages. Every error has the form",
    '`{ "error": { "code", "message" } }`. `code` and `reason` are for programs, `message` is for people.',
    "",
    "| code | status | meaning |",
    "|---|---|---|",
    ...rows,
    "| `request_in_progress` | 409 | A request with the same idempotency key is still running. |",
    "| `idempotency_key_reused` | 422 | This key was used for another request. Use a new one. |",
    "| `too_large` | 413 | The request is too large. |",
    "| `internal` | 500 | Something went wrong. The log has the request's ID, from the header `x-request-id`. |",
    "",
    "A 503 has the header `retry-after`: the seconds to wait before you repeat the request.",
    "",
    "## Reasons of `conflict`",
    "",
    "A message is shown here if it's always the same. Others depend on the case.",
    "",
    "| reason | meaning |",
    "|---|---|",
    ...REASONS.map((reason) => `| \`${reason}\` | ${reasonText(reason)} |`),
    "",
  ].join("\n");
};

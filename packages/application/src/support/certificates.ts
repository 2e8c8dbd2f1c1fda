import { isDeleted, message, typedCertificateNumber, worksInTeam } from "@backlot/domain";
import { Conflict, type CustomerCertificate, NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Base64 from "effect/encoding/Base64";
import { certificateFileName, issueCertificate, viewCertificate } from "../certificates/issue-certificate.ts";
import { logAction } from "../log-change.ts";
import { accountNamed } from "./find-customer.ts";

const refused = (words: string) => new Conflict({ reason: "account_unchangeable", message: words });

/**
 * Issues a customer's certificate for support staff, or returns the latest one if it is still accurate. Logs who issued
 * a new one and why. Fails if there is no such customer, for deleted accounts and team members, and if the license is
 * not confirmed or not paid for.
 */
export const issueForCustomer = Effect.fnUntraced(function* ({ customer, ...by }: CustomerCertificate) {
  const account = yield* accountNamed(customer);
  if (isDeleted(account)) return yield* refused("This account was deleted.");
  if (worksInTeam(account))
    return yield* refused(`The team owns the license. Issue it for the administrator, account ${account.team_id}.`);
  const issued = yield* issueCertificate(account, (number) =>
    logAction(account.id, by, { kind: "issue_certificate", number }),
  ).pipe(Effect.catchTag("unauthorized", () => refused("This account was deleted.")));
  return yield* viewCertificate(issued);
});

/** Returns the PDF of any customer's certificate, base64-encoded. Fails if no certificate has this number. */
export const certificateFileOf = Effect.fnUntraced(function* (typed: string) {
  const number = typedCertificateNumber(typed);
  const repos = yield* ReadRepositories;
  const certificateRecord = yield* repos.certificates.get(number);
  const file = certificateRecord === null ? null : yield* repos.certificates.file(certificateRecord.user_id, number);
  if (file === null) return yield* new NotFound({ message: message("not_found") });
  return { file_name: certificateFileName(number), pdf: Base64.encode(file) };
});

import { message } from "@backlot/domain";
import {
  Clock,
  type CustomerCertificate,
  Ids,
  NotFound,
  ReadRepositories,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Base64 from "effect/encoding/Base64";
import { certificateFileName, issueCertificate, viewCertificate } from "../certificates/issue-certificate.ts";
import { actorOf } from "../staff-actor.ts";
import { accountNamed } from "./find-customer.ts";

/**
 * Issues a customer's certificate for support staff, or returns the latest one if it still states the truth. Logs who
 * issued it and why. Fails if there is no such customer, and like the customer's own request.
 */
export const issueForCustomer = ({ customer, actor, reason }: CustomerCertificate) =>
  Effect.gen(function* () {
    const by = yield* actorOf(actor);
    const { certificates } = yield* ReadRepositories;
    const account = yield* accountNamed(customer);
    const [before] = yield* certificates.ofAccount(account.id, 1);
    const issued = yield* issueCertificate(account);
    const { number } = issued.certificate;
    if (number !== before?.certificate.number)
      yield* Effect.gen(function* () {
        const { supportActions } = yield* Repositories;
        const change = { kind: "issue_certificate", number } as const;
        const id = (yield* Ids).next();
        yield* supportActions.add(account.id, { ...by, reason, id, at: (yield* Clock).now(), change });
      }).pipe(transactional);
    return yield* viewCertificate(issued);
  });

/** Returns the PDF of anyone's certificate, base64-encoded; fails if there is none with this number. */
export const certificateFileOf = (number: string) =>
  Effect.gen(function* () {
    const { certificates } = yield* ReadRepositories;
    const stored = yield* certificates.get(number);
    const file = stored === null ? null : yield* certificates.file(stored.user_id, number);
    if (file === null) return yield* new NotFound({ message: message("not_found") });
    return { file_name: certificateFileName(number), pdf: Base64.encode(file) };
  });

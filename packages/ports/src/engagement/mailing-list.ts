import * as Context from "effect/Context";
import type { NewsletterForm } from "@backlot/domain";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Captcha } from "../accounts/captcha.ts";

/** The service already has a contact with this email address. */
export class ContactTaken extends Data.TaggedError("ContactTaken") {}

/** The service did not respond, or rejected the request. Safe to retry. */
export class MailingListUnavailable extends Data.TaggedError("MailingListUnavailable")<{ readonly cause: unknown }> {}

/** The newsletter's contacts at a mailing-list service. */
export interface MailingList {
  /** Creates a contact and returns the service's id for it. */
  readonly createContact: (contact: NewsletterForm) => Effect.Effect<string, ContactTaken | MailingListUnavailable>;
  /** Subscribes a contact to the store's list. Safe to repeat. */
  readonly subscribe: (contactId: string) => Effect.Effect<void, MailingListUnavailable>;
}

/** The newsletter's services: a captcha and a mailing list. */
export interface Newsletter {
  readonly captcha: Captcha;
  readonly list: MailingList;
}

/** The newsletter's services, or null if the store has no newsletter. */
export const Newsletter = Context.Service<Newsletter, Newsletter | null>("backlot/Newsletter");

import * as Context from "effect/Context";
import type { NewsletterForm } from "@backlot/domain";
import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";
import type { Captcha } from "./captcha.ts";

/** The service has a contact of that address. */
export class ContactTaken extends Data.TaggedError("ContactTaken") {}

/** The service gave no answer, or did not take what was asked of it. The same may be asked again. */
export class MailingListUnavailable extends Data.TaggedError("MailingListUnavailable")<{ readonly cause: unknown }> {}

/** The newsletter's contacts, at a service for such lists. (NWS-01) */
export interface MailingList {
  /** Makes a contact and answers the service's id of it. */
  readonly createContact: (contact: NewsletterForm) => Effect.Effect<string, ContactTaken | MailingListUnavailable>;
  /** Puts a contact onto the store's list, subscribed. Again it changes nothing. */
  readonly subscribe: (contactId: string) => Effect.Effect<void, MailingListUnavailable>;
}

/** What a newsletter needs: a captcha in front of a mailing list. (NWS-01) */
export interface Newsletter {
  readonly captcha: Captcha;
  readonly list: MailingList;
}

/** The newsletter, or null for a store without one. */
export const Newsletter = Context.Service<Newsletter, Newsletter | null>("backlot/Newsletter");

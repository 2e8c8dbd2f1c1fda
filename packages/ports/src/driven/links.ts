import * as Context from "effect/Context";
import type { Instant } from "@backlot/domain";

/** Signs what a link says, so that nothing is kept for it. */
export interface Signed<A extends { readonly expires_at: Instant }> {
  readonly sign: (claims: A) => string;
  /** What a link says; null where it is changed, over, or was signed for something else. */
  readonly open: (token: string) => A | null;
}

/** What opens an order, while its links have this version, until a moment. (ORD-03) */
export interface OrderLink {
  readonly order_id: string;
  readonly version: number;
  readonly expires_at: Instant;
}

/** What confirms that an account reads the mail of its address, until a moment. (ACC-04) */
export interface EmailConfirmation {
  readonly account_id: string;
  readonly email: string;
  readonly expires_at: Instant;
}

/** What lets somebody join a team, until a moment. (ACC-08) */
export interface InvitationLink {
  readonly invitation_id: string;
  readonly expires_at: Instant;
}

/** What lets a visitor, by the address that they come from, sign up for the newsletter, until a moment. (NWS-01) */
export interface CaptchaPass {
  readonly address: string;
  readonly expires_at: Instant;
}

/** A contact of the newsletter that was made here, until a moment. (NWS-01) */
export interface NewContact {
  readonly contact_id: string;
  readonly expires_at: Instant;
}

/** Links in mails, and claims that go with a visitor from one request to the next. */
export interface Links {
  readonly order: Signed<OrderLink>;
  readonly confirmation: Signed<EmailConfirmation>;
  readonly invitation: Signed<InvitationLink>;
  readonly captcha: Signed<CaptchaPass>;
  readonly contact: Signed<NewContact>;
}

/** The signer of links. */
export const Links = Context.Service<Links>("backlot/Links");

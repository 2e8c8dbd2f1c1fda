import * as Context from "effect/Context";
import type { Instant } from "@backlot/domain";

/** Signs claims into tokens, which can be verified later without storing anything. */
export interface Signed<A extends { readonly expires_at: Instant }> {
  readonly sign: (claims: A) => string;
  /** Returns a token's claims, or null if it was changed, has expired, or was signed for another purpose. */
  readonly open: (token: string) => A | null;
}

/** The claims of a link that opens an order until it expires, or until the order's link version changes. */
export interface OrderLink {
  readonly order_id: string;
  readonly version: number;
  readonly expires_at: Instant;
}

/** The claims of the link that confirms an account's email address. */
export interface EmailConfirmation {
  readonly account_id: string;
  readonly email: string;
  readonly expires_at: Instant;
}

/** The claims of the link that invites someone to a team. */
export interface InvitationLink {
  readonly invitation_id: string;
  readonly expires_at: Instant;
}

/**
 * The claims of the newsletter sign-up pass issued for a solved captcha. `address` is the visitor's network address.
 */
export interface CaptchaPass {
  readonly address: string;
  readonly expires_at: Instant;
}

/** The claim that this store created a newsletter contact, which allows the contact to join the mailing list. */
export interface NewContact {
  readonly contact_id: string;
  readonly expires_at: Instant;
}

/** Signed links in emails, and signed claims that a browser sends back. */
export interface Links {
  readonly order: Signed<OrderLink>;
  readonly confirmation: Signed<EmailConfirmation>;
  readonly invitation: Signed<InvitationLink>;
  readonly captcha: Signed<CaptchaPass>;
  readonly contact: Signed<NewContact>;
}

export const Links = Context.Service<Links>("backlot/Links");

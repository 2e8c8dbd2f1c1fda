import {
  type NewsletterForm,
  captchaPassExpiry,
  captchaRefusalText,
  joinMessages,
  mailName,
  message,
  newsletterProblems,
  soughtEmail,
} from "@backlot/domain";
import {
  CurrentCaller,
  Forbidden,
  InvalidRequest,
  Links,
  Newsletter,
  NotFound,
  ProviderUnreachable,
  currentTime,
} from "@backlot/ports";
import { Newsletter as Contract } from "@backlot/ports/engagement/newsletter.contract";
import * as Effect from "effect/Effect";
import { addressOf } from "../caller.ts";
import { implement } from "../implement.ts";
import { Settings } from "../settings.ts";
import { takeTry } from "../take-try.ts";

/** Returns the newsletter's services; fails if the store has no newsletter. */
const requireNewsletter = Newsletter.use((newsletter) =>
  newsletter === null ? Effect.fail(new NotFound({ message: message("not_found") })) : Effect.succeed(newsletter),
);

/**
 * Logs why a service is unavailable, then fails. The store's owner needs the log, because the error doesn't distinguish
 * a wrong key from an outage.
 */
const unavailable =
  (words: "captcha_unreachable" | "newsletter_failed") =>
  (down: { readonly cause: unknown }): Effect.Effect<never, ProviderUnreachable> =>
    Effect.andThen(
      Effect.logWarning("the newsletter provider can't be reached", down.cause),
      Effect.fail(new ProviderUnreachable({ message: message(words) })),
    );

/** Returns the error for a pass that has expired, was changed, or belongs to another network address. */
const passRefused = (): Forbidden => new Forbidden({ message: message("captcha_first") });

/** Fails for a form with invalid fields. The error names each field. */
const requireSound = (form: NewsletterForm): Effect.Effect<void, InvalidRequest> => {
  const problems = Object.entries(newsletterProblems(form));
  if (problems.length === 0) return Effect.void;
  const issues = problems.map(([field, name]) => ({ path: `payload.contact.${field}`, message: message(name) }));
  return Effect.fail(new InvalidRequest({ message: joinMessages(problems.map(([, name]) => name)), issues }));
};

/**
 * Handlers for the newsletter's three steps. Solving a captcha issues a pass, bound to the visitor's network address.
 * The pass lets the visitor create a contact. A contact created here can then be added to the list.
 */
export const newsletter = implement(Contract, {
  validateCaptcha: Effect.fnUntraced(function* ({ payload }) {
    const { captcha } = yield* requireNewsletter;
    const address = addressOf(yield* CurrentCaller);
    yield* takeTry((yield* Settings).limits.newsletter, `captcha:${address}`);
    const result = yield* captcha
      .verify(payload.recaptchaToken)
      .pipe(Effect.catchTag("CaptchaUnavailable", unavailable("captcha_unreachable")));
    if (result._tag === "refused") return { success: false, message: captchaRefusalText(result.codes), pass: null };
    const expires_at = captchaPassExpiry(yield* currentTime);
    return { success: true, message: "", pass: (yield* Links).captcha.sign({ address, expires_at }) };
  }),
  createContact: Effect.fnUntraced(function* ({ payload: { contact, pass } }) {
    const { list } = yield* requireNewsletter;
    const links = yield* Links;
    const address = addressOf(yield* CurrentCaller);
    if (links.captcha.open(pass)?.address !== address) return yield* passRefused();
    yield* requireSound(contact);
    // A pass can be reused until it expires. This limit caps the number of contacts that a visitor can create with one
    // pass.
    yield* takeTry((yield* Settings).limits.newsletter, `contact:${address}`);
    const { email, firstName, lastName } = contact;
    // The list's emails greet contacts by these names, and anyone can enter another person's address.
    const kept = {
      email: soughtEmail(email),
      firstName: mailName(firstName) ?? "",
      lastName: mailName(lastName) ?? "",
    };
    const expires_at = captchaPassExpiry(yield* currentTime);
    return yield* list.createContact(kept).pipe(
      Effect.map((contact_id) => ({ contact: { id: links.contact.sign({ contact_id, expires_at }) } })),
      Effect.catchTags({
        ContactTaken: () =>
          Effect.succeed({ errors: [{ code: "duplicate" as const, title: message("contact_taken") }] }),
        MailingListUnavailable: unavailable("newsletter_failed"),
      }),
    );
  }),
  addContactToList: Effect.fnUntraced(function* ({ payload: { contactList } }) {
    const { list } = yield* requireNewsletter;
    const claims = (yield* Links).contact.open(contactList.contact);
    if (claims === null) return yield* passRefused();
    yield* list
      .subscribe(claims.contact_id)
      .pipe(Effect.catchTag("MailingListUnavailable", unavailable("newsletter_failed")));
    return { contactList: { contact: contactList.contact, status: 1 as const } };
  }),
});

import {
  type NewsletterForm,
  captchaPassExpiry,
  captchaRefusalText,
  joinMessages,
  message,
  newsletterProblems,
} from "@backlot/domain";
import {
  type Captcha,
  Forbidden,
  InvalidRequest,
  type MailingList,
  NotFound,
  ProviderUnreachable,
  type Store,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type Caller, addressOf } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { takeTry } from "../take-try.ts";

type NewsletterPorts = Pick<StorePorts, "clock" | "links" | "newsletter" | "rateLimits" | "settings">;

/** What the newsletter stands on; not found where the store has none. */
const requireNewsletter = ({
  newsletter,
}: NewsletterPorts): Effect.Effect<{ readonly captcha: Captcha; readonly list: MailingList }, NotFound> =>
  newsletter === null ? Effect.fail(new NotFound({ message: message("not_found") })) : Effect.succeed(newsletter);

/** Notes for the owner why a service is away: a wrong key looks the same to visitors. */
const isAway =
  (words: "captcha_unreachable" | "newsletter_failed") =>
  (down: { readonly cause: unknown }): Effect.Effect<never, ProviderUnreachable> =>
    Effect.andThen(
      Effect.logWarning("newsletter", down.cause),
      Effect.fail(new ProviderUnreachable({ message: message(words) })),
    );

/** A claim that is over, changed, or somebody else's: the captcha comes first. */
const passRefused = (): Forbidden => new Forbidden({ message: message("captcha_first") });

/** Refuses a form that the page would not send, by its fields. */
const requireSound = (form: NewsletterForm): Effect.Effect<void, InvalidRequest> => {
  const problems = Object.entries(newsletterProblems(form));
  if (problems.length === 0) return Effect.void;
  const issues = problems.map(([field, name]) => ({ path: `payload.contact.${field}`, message: message(name) }));
  return Effect.fail(new InvalidRequest({ message: joinMessages(problems.map(([, name]) => name)), issues }));
};

/**
 * The newsletter's three steps for a visitor: the captcha, whose pass is bound to their address; a contact, for who has
 * such a pass; and the list, for a contact that was made here. (NWS-01)
 */
export const newsletterOperations = (ports: NewsletterPorts, caller: Caller): Store["newsletter"] => {
  const address = addressOf(caller);
  const { newsletterTries } = ports.settings;
  return {
    validateCaptcha: ({ payload }) =>
      Effect.gen(function* () {
        const { captcha } = yield* requireNewsletter(ports);
        yield* takeTry(ports, newsletterTries, `captcha:${address}`);
        const result = yield* captcha
          .verify(payload.recaptchaToken)
          .pipe(Effect.catchTag("CaptchaUnavailable", isAway("captcha_unreachable")));
        if (result._tag === "refused") return { success: false, message: captchaRefusalText(result.codes), pass: null };
        const expires_at = captchaPassExpiry(ports.clock.now());
        return { success: true, message: "", pass: ports.links.captcha.sign({ address, expires_at }) };
      }),
    createContact: ({ payload: { contact, pass } }) =>
      Effect.gen(function* () {
        const { list } = yield* requireNewsletter(ports);
        if (ports.links.captcha.open(pass)?.address !== address) return yield* passRefused();
        yield* requireSound(contact);
        // One captcha lets a visitor go on for a while, and make no more contacts than captchas are judged.
        yield* takeTry(ports, newsletterTries, `contact:${address}`);
        const { email, firstName, lastName } = contact;
        const trimmed = { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim() };
        const expires_at = captchaPassExpiry(ports.clock.now());
        return yield* list.createContact(trimmed).pipe(
          Effect.map((contact_id) => ({ contact: { id: ports.links.contact.sign({ contact_id, expires_at }) } })),
          Effect.catchTags({
            ContactTaken: () =>
              Effect.succeed({ errors: [{ code: "duplicate" as const, title: message("contact_taken") }] }),
            MailingListUnavailable: isAway("newsletter_failed"),
          }),
        );
      }),
    addContactToList: ({ payload: { contactList } }) =>
      Effect.gen(function* () {
        const { list } = yield* requireNewsletter(ports);
        const made = ports.links.contact.open(contactList.contact);
        if (made === null) return yield* passRefused();
        yield* list
          .subscribe(made.contact_id)
          .pipe(Effect.catchTag("MailingListUnavailable", isAway("newsletter_failed")));
        return { contactList: { contact: contactList.contact, status: 1 as const } };
      }),
  };
};

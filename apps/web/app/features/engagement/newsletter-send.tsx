import { message } from "@backlot/domain/message-catalog";
import {
  LIST_STATUS_SUBSCRIBED,
  type NewsletterFailure,
  type NewsletterForm as Form,
  maySubmitNewsletter,
  newsletterProblems,
  newsletterReducer,
  refusedStep,
  showsFieldError,
} from "@backlot/domain/engagement/newsletter";
import { newsletterFailureMessage } from "@backlot/domain/engagement/newsletter-messages";
import { useEffect, useReducer, useRef, useState } from "react";
import { postJson } from "#app/browser/api.ts";
import { useShop } from "#app/hooks/use-store.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Captcha, type CaptchaSettings } from "../accounts/captcha.tsx";

/** Error messages by field, only for fields that have one. */
export type FieldErrors = Readonly<Partial<Record<keyof Form, string>>>;

const FIELDS = ["firstName", "lastName", "email"] as const;

/** Returns the error messages for fields that the user has left. */
const fieldErrors = (form: Form, visited: ReadonlySet<keyof Form>): FieldErrors => {
  const problems = newsletterProblems(form);
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const problem = showsFieldError(form, name, visited) ? problems[name] : undefined;
      return problem === undefined ? [] : [[name, message(problem)]];
    }),
  );
};

/**
 * Verifies the captcha, calls `passed` once the captcha is valid, then creates the newsletter contact. Returns the
 * contact's id, or the failure.
 */
const makeContact = async (
  contact: Form,
  recaptchaToken: string,
  passed: () => void,
): Promise<{ readonly id: string } | { readonly failure: NewsletterFailure }> => {
  const judged = await postJson("/api/validate_captcha", {
    recaptchaToken,
  });
  if (!judged.ok) return { failure: { _tag: "CaptchaUnreachable", message: judged.refusal.message } };
  if (!judged.value.success) return { failure: { _tag: "CaptchaRefused", message: judged.value.message } };
  passed();
  const response = await postJson("/api/active-campaign/create-contact", { contact, pass: judged.value.pass ?? "" });
  if (!response.ok) return { failure: refusedStep(response.refusal, "ContactFailed") };
  const id = response.value.contact?.id;
  return id === undefined ? { failure: { _tag: "AlreadySubscribed" } } : { id };
};

/** The captcha and the button of the newsletter form. A failed step can be retried. */
export default function NewsletterSend({
  captcha,
  form,
  visited,
  onErrors,
  onDone,
}: {
  captcha: CaptchaSettings;
  form: Form;
  visited: ReadonlySet<keyof Form>;
  onErrors: (errors: FieldErrors) => void;
  onDone: () => void;
}) {
  const [state, dispatch] = useReducer(newsletterReducer, { _tag: "form" });
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const shop = useShop();
  const alertBox = useRef<HTMLDivElement>(null);
  useEffect(() => onErrors(fieldErrors(form, visited)), [form, visited, onErrors]);
  useEffect(() => {
    if (state._tag === "done" || state._tag === "failed") alertBox.current?.focus();
  }, [state]);
  const isSending = state._tag !== "form" && state._tag !== "failed" && state._tag !== "done";

  const fail = (failure: NewsletterFailure): void => {
    dispatch({ _tag: "failed", failure });
    setRound((before) => before + 1);
  };

  const send = async (): Promise<void> => {
    if (token === null) return;
    const submitted = { _tag: "submit", form, captchaPassed: true } as const;
    const begun = newsletterReducer(state, submitted);
    if (begun === state) return;
    dispatch(submitted);
    const contact =
      begun._tag === "adding-to-list"
        ? { id: begun.contact }
        : await makeContact(form, token, () => dispatch({ _tag: "captcha-valid" }));
    if ("failure" in contact) return fail(contact.failure);
    dispatch({ _tag: "contact-created", contact: contact.id, email: form.email });
    const added = await postJson("/api/active-campaign/add-contact-to-list", {
      contactList: { contact: contact.id, status: LIST_STATUS_SUBSCRIBED },
    });
    if (!added.ok) return fail(refusedStep(added.refusal, "ListFailed"));
    dispatch({ _tag: "added-to-list" });
    onDone();
  };

  if (state._tag === "done")
    return (
      <div ref={alertBox} tabIndex={-1}>
        <Alert variant="success">{message("newsletter_done")}</Alert>
      </div>
    );
  return (
    <div className="grid gap-3">
      <Captcha settings={captcha} round={round} onToken={setToken} />
      {state._tag === "failed" ? (
        <div ref={alertBox} tabIndex={-1}>
          <Alert variant={state.failure._tag === "AlreadySubscribed" ? "notice" : "error"}>
            {newsletterFailureMessage(state.failure, shop.name)}
          </Alert>
        </div>
      ) : null}
      <Button
        type="submit"
        variant="secondary"
        disabled={!maySubmitNewsletter(form, token !== null)}
        pending={isSending}
        onClick={send}
      >
        Sign up
      </Button>
    </div>
  );
}

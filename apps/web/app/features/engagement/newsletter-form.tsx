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
import { type FormEvent, useEffect, useReducer, useRef, useState } from "react";
import { postJson } from "#app/api.ts";
import { SITE_NAME } from "#app/page-title.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Captcha, type CaptchaSettings } from "../accounts/captcha.tsx";

const FIELDS = [
  { name: "firstName", label: "First name", type: "text", autoComplete: "given-name" },
  { name: "lastName", label: "Last name", type: "text", autoComplete: "family-name" },
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
] as const;

/**
 * Verifies the captcha, calls `passed` once it is valid, then creates the newsletter contact. Returns the contact's id,
 * or the failure.
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
  const made = await postJson("/api/active-campaign/create-contact", { contact, pass: judged.value.pass ?? "" });
  if (!made.ok) return { failure: refusedStep(made.refusal, "ContactFailed") };
  const id = made.value.contact?.id;
  return id === undefined ? { failure: { _tag: "AlreadySubscribed" } } : { id };
};

/** The newsletter sign-up form with a captcha. A failed step can be retried. */
export default function NewsletterForm({ captcha }: { captcha: CaptchaSettings }) {
  const [state, dispatch] = useReducer(newsletterReducer, { _tag: "form" });
  const [form, setForm] = useState<Form>({ firstName: "", lastName: "", email: "" });
  const [visited, setVisited] = useState<ReadonlySet<keyof Form>>(new Set());
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const fields = useRef<HTMLFormElement>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    if (state._tag === "done" || state._tag === "failed") said.current?.focus();
  }, [state]);
  const isSending = state._tag !== "form" && state._tag !== "failed" && state._tag !== "done";
  const problems = newsletterProblems(form);

  const fail = (failure: NewsletterFailure): void => {
    dispatch({ _tag: "failed", failure });
    setRound((before) => before + 1);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (token === null) return;
    const submitted = { _tag: "submit", form, captchaPassed: true } as const;
    const begun = newsletterReducer(state, submitted);
    if (begun === state) return;
    dispatch(submitted);
    const made =
      begun._tag === "adding-to-list"
        ? { id: begun.contact }
        : await makeContact(form, token, () => dispatch({ _tag: "captcha-valid" }));
    if ("failure" in made) return fail(made.failure);
    dispatch({ _tag: "contact-created", contact: made.id, email: form.email });
    const added = await postJson("/api/active-campaign/add-contact-to-list", {
      contactList: { contact: made.id, status: LIST_STATUS_SUBSCRIBED },
    });
    if (!added.ok) return fail(refusedStep(added.refusal, "ListFailed"));
    dispatch({ _tag: "added-to-list" });
  };

  if (state._tag === "done")
    return (
      <div ref={said} tabIndex={-1} className="max-w-form">
        <Alert variant="success">{message("newsletter_done")}</Alert>
      </div>
    );
  return (
    <form ref={fields} onSubmit={submit} className="grid max-w-form gap-4" noValidate aria-label="Newsletter">
      {FIELDS.map(({ name, ...field }) => {
        const problem = showsFieldError(form, name, visited) ? problems[name] : undefined;
        return (
          <Field
            key={name}
            {...field}
            name={name}
            required
            maxLength={200}
            value={form[name]}
            onChange={({ target }) => setForm((before) => ({ ...before, [name]: target.value }))}
            onBlur={() => setVisited((before) => new Set(before).add(name))}
            error={problem === undefined ? undefined : message(problem)}
          />
        );
      })}
      <Captcha settings={captcha} round={round} onToken={setToken} />
      {state._tag === "failed" ? (
        <div ref={said} tabIndex={-1}>
          <Alert variant={state.failure._tag === "AlreadySubscribed" ? "notice" : "error"}>
            {newsletterFailureMessage(state.failure, SITE_NAME)}
          </Alert>
        </div>
      ) : null}
      <div>
        <Button type="submit" disabled={!maySubmitNewsletter(form, token !== null)} pending={isSending}>
          Sign up
        </Button>
      </div>
    </form>
  );
}

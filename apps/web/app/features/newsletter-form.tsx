import { message } from "@backlot/domain/message-catalog";
import {
  type NewsletterFailure,
  type NewsletterForm as Form,
  maySubmitNewsletter,
  newsletterProblems,
  newsletterReducer,
  showsFieldError,
} from "@backlot/domain/engagement/newsletter";
import { newsletterFailureMessage } from "@backlot/domain/engagement/newsletter-messages";
import { type FormEvent, useEffect, useReducer, useRef, useState } from "react";
import { postJson } from "#app/api.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Captcha, type CaptchaSettings } from "./captcha.tsx";

const SHOP = "Backlot";
const FIELDS = [
  { name: "firstName", label: "First name", type: "text", autoComplete: "given-name" },
  { name: "lastName", label: "Last name", type: "text", autoComplete: "family-name" },
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
] as const;

/** Goes through captcha, contact and list. Answers why one of them failed; null once all are done. */
const signUp = async (
  contact: Form,
  recaptchaToken: string,
  went: (step: "captcha-valid" | { readonly contact: string }) => void,
): Promise<NewsletterFailure | null> => {
  const judged = await postJson<{ success: boolean; message: string; pass: string | null }>("/api/validate_captcha", {
    recaptchaToken,
  });
  if (!judged.ok) return { _tag: "CaptchaUnreachable", message: judged.refusal.message };
  if (!judged.value.success) return { _tag: "CaptchaRefused", message: judged.value.message };
  went("captcha-valid");
  const made = await postJson<{ contact?: { id: string }; errors?: readonly { code: string }[] }>(
    "/api/active-campaign/create-contact",
    { contact, pass: judged.value.pass },
  );
  if (!made.ok) return { _tag: "ContactFailed" };
  if (made.value.errors?.some(({ code }) => code === "duplicate")) return { _tag: "AlreadySubscribed" };
  const id = made.value.contact?.id ?? "";
  went({ contact: id });
  const contactList = { contact: id, status: 1 };
  const added = await postJson("/api/active-campaign/add-contact-to-list", { contactList });
  return added.ok ? null : { _tag: "ListFailed" };
};

/** The sign-up for the newsletter: a name, an address and a captcha. What failed can be tried again. (NWS-01) */
export default function NewsletterForm({ captcha }: { captcha: CaptchaSettings }) {
  const [state, dispatch] = useReducer(newsletterReducer, { _tag: "form" });
  const [form, setForm] = useState<Form>({ firstName: "", lastName: "", email: "" });
  const [visited, setVisited] = useState<ReadonlySet<keyof Form>>(new Set());
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const fields = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    if (state._tag === "done") done.current?.focus();
  }, [state._tag]);
  const isSending = state._tag !== "form" && state._tag !== "failed" && state._tag !== "done";
  const problems = newsletterProblems(form);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending || token === null || !maySubmitNewsletter(form, true)) return;
    dispatch({ _tag: "submit", form, captchaPassed: true });
    const failure = await signUp(form, token, (step) =>
      dispatch(step === "captcha-valid" ? { _tag: step } : { _tag: "contact-created", contact: step.contact }),
    );
    if (failure === null) return dispatch({ _tag: "added-to-list" });
    dispatch({ _tag: "failed", failure });
    setRound((before) => before + 1);
  };

  if (state._tag === "done")
    return (
      <div ref={done} tabIndex={-1} className="max-w-form">
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
        <Alert variant={state.failure._tag === "AlreadySubscribed" ? "notice" : "error"}>
          {newsletterFailureMessage(state.failure, SHOP)}
        </Alert>
      ) : null}
      <div>
        <Button type="submit" disabled={!maySubmitNewsletter(form, token !== null)} pending={isSending}>
          Sign up
        </Button>
      </div>
    </form>
  );
}

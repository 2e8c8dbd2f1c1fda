import type { NewsletterForm as Form } from "@backlot/domain/engagement/newsletter";
import { Suspense, useState } from "react";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { CaptchaSettings } from "../accounts/captcha.tsx";
import type { FieldErrors } from "./newsletter-send.tsx";

const NewsletterSend = lazyPart(() => import("./newsletter-send.tsx"));

const NAMES = [
  { name: "firstName", label: "First name", autoComplete: "given-name" },
  { name: "lastName", label: "Last name", autoComplete: "family-name" },
] as const;

/** The newsletter sign-up form. The captcha and the code that submits the form load once a field has the focus. */
export function NewsletterForm({ captcha }: { captcha: CaptchaSettings }) {
  const [form, setForm] = useState<Form>({ firstName: "", lastName: "", email: "" });
  const [visited, setVisited] = useState<ReadonlySet<keyof Form>>(new Set());
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isUsed, setUsed] = useState(false);
  const [isDone, setDone] = useState(false);
  const field = (name: keyof Form) => ({
    name,
    required: true,
    value: form[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setForm((before) => ({ ...before, [name]: target.value })),
    onBlur: () => setVisited((before) => new Set(before).add(name)),
    error: errors[name],
  });
  const unused = (
    <div className="grid gap-3">
      <p className="captcha-place p-3">The captcha loads when you start filling out the form.</p>
      <Button type="submit" variant="secondary" disabled>
        Sign up
      </Button>
    </div>
  );
  return (
    <form
      id="newsletter"
      onFocus={() => setUsed(true)}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-x-2 gap-y-3"
      noValidate
      aria-label="Newsletter"
    >
      {isDone ? null : (
        <>
          {NAMES.map(({ name, ...rest }) => (
            <Field key={name} type="text" {...rest} {...field(name)} />
          ))}
          <div className="col-span-2">
            <Field label="Email" type="email" autoComplete="email" {...field("email")} />
          </div>
        </>
      )}
      <div className="col-span-2">
        {isUsed ? (
          <Suspense fallback={unused}>
            <NewsletterSend
              captcha={captcha}
              form={form}
              visited={visited}
              onErrors={setErrors}
              onDone={() => setDone(true)}
            />
          </Suspense>
        ) : (
          unused
        )}
      </div>
    </form>
  );
}

import { asLine } from "@backlot/domain/kernel/characters";
import * as Result from "effect/Result";
import { useRef } from "react";
import { Form, Link, data, useNavigation, useSearchParams } from "react-router";
import { attempt, fieldErrors, formString, getPage, readForm } from "#app/server/store.server.ts";
import { titleOf } from "#ui/page-title.ts";
import { useShop } from "#app/hooks/use-store.ts";
import { paths } from "#app/paths.ts";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";
import { NewPasswordField } from "#features/accounts/account-fields.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmailField } from "#ui/field.tsx";
import type { Route } from "./+types/reset-password";

type Answered =
  | { readonly _tag: "sent"; readonly email: string }
  | { readonly _tag: "chosen"; readonly email: string }
  | { readonly _tag: "over"; readonly message: string }
  | {
      readonly _tag: "refused";
      readonly message: string;
      readonly errors: Readonly<Record<string, string>>;
      readonly email: string;
    };

export async function action({ context, request }: Route.ActionArgs) {
  const { store } = getPage(context);
  const form = await readForm(request);
  const token = formString(form, "token");
  if (token === "") {
    const email = formString(form, "email");
    const sent = await attempt(store.accounts.sendPasswordReset({ payload: { email } }));
    if (Result.isSuccess(sent)) return { _tag: "sent", email } satisfies Answered;
    const { failure } = sent;
    return data<Answered>(
      { _tag: "refused", message: failure.message, errors: fieldErrors(failure), email },
      { status: 422 },
    );
  }
  const password = String(form.get("password") ?? "");
  const chosen = await attempt(store.accounts.resetPassword({ payload: { token: asLine(token), password } }));
  if (Result.isSuccess(chosen)) return { _tag: "chosen", email: chosen.success.data.email } satisfies Answered;
  const { failure } = chosen;
  return failure._tag === "forbidden"
    ? data<Answered>({ _tag: "over", message: failure.message }, { status: 409 })
    : data<Answered>(
        { _tag: "refused", message: failure.message, errors: fieldErrors(failure), email: "" },
        { status: 422 },
      );
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

function AskForMail({ answered, isPending }: { answered: Answered | undefined; isPending: boolean }) {
  const refused = answered?._tag === "refused" ? answered : null;
  return (
    <Form method="post" className="grid gap-4" noValidate>
      {answered?._tag === "over" ? <Alert variant="error">{answered.message}</Alert> : null}
      {refused === null || refused.errors.email !== undefined ? null : <Alert variant="error">{refused.message}</Alert>}
      <p className="text-muted-foreground">We'll email you a link to reset your password.</p>
      <EmailField defaultValue={refused?.email} error={refused?.errors.email} />
      <Button type="submit" pending={isPending}>
        Send the link
      </Button>
    </Form>
  );
}

function ChoosePassword({
  token,
  answered,
  isPending,
}: {
  token: string;
  answered: Answered | undefined;
  isPending: boolean;
}) {
  const refused = answered?._tag === "refused" ? answered : null;
  return (
    <Form method="post" className="grid gap-4" noValidate>
      <input type="hidden" name="token" value={token} />
      {refused === null || refused.errors.password !== undefined ? null : (
        <Alert variant="error">{refused.message}</Alert>
      )}
      <NewPasswordField more=". This signs you out everywhere else." errors={refused?.errors ?? {}} />
      <Button type="submit" pending={isPending}>
        Set password
      </Button>
    </Form>
  );
}

/** The page to reset a forgotten password: sends a link, then sets the new password. */
export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isPending = useNavigation().state === "submitting";
  const token = search.get("token") || null;
  const part = useRef<HTMLDivElement>(null);
  const answered = actionData as Answered | undefined;
  const isOver = answered?._tag === "over";
  const title = token === null || isOver ? "Forgot your password?" : "Choose your password";
  // The submitted form unmounts, so move the focus to the result.
  useFocusOnChange(part, answered?._tag === "sent" || answered?._tag === "chosen" ? answered._tag : "");
  return (
    <div className="container-page pt-12">
      <title>{titleOf(title, useShop().name)}</title>
      <div ref={part} tabIndex={-1} className="mx-auto max-w-form focus:outline-none">
        <h1 className="mb-6 text-2xl">{title}</h1>
        {answered?._tag === "sent" ? (
          <Alert variant="success">
            If there's an account for <span className="wrap-anywhere">{answered.email}</span>, we've sent a reset link.
            Check your spam folder, too.{" "}
            <Link className="underline" to={paths.signIn()}>
              Back to sign in
            </Link>
          </Alert>
        ) : answered?._tag === "chosen" ? (
          <div className="grid gap-5">
            <Alert variant="success">
              Your password has been changed. Sign in as <span className="wrap-anywhere">{answered.email}</span>.
            </Alert>
            <ButtonLink to={paths.signIn()}>Sign in</ButtonLink>
          </div>
        ) : token === null || isOver ? (
          <AskForMail answered={answered} isPending={isPending} />
        ) : (
          <ChoosePassword token={token} answered={answered} isPending={isPending} />
        )}
      </div>
    </div>
  );
}

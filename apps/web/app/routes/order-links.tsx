import { emailProblem } from "@backlot/domain/accounts/account";
import { message } from "@backlot/domain/message-catalog";
import { Form, Link, useNavigation } from "react-router";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { formString, getPage, loadOrThrow, readForm } from "#app/server/store.server.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/field.tsx";
import type { Route } from "./+types/order-links";

export function loader({ url }: Route.LoaderArgs) {
  return { isOver: url.searchParams.get("over") === "1", isPaid: url.searchParams.get("paid") === "1" };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const email = formString(await readForm(request), "email");
  const problem = emailProblem(email);
  if (problem !== null) return { sentTo: null, problem: message(problem), email };
  await loadOrThrow(getPage(context).store.orders.sendLinks({ payload: { email } }), url);
  return { sentTo: email, problem: null, email };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Find your order", matches) },
  { name: "robots", content: "noindex" },
];

/** The page where a guest requests new links to their orders by email. */
export default function OrderLinks({ loaderData: { isOver, isPaid }, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === "submitting";
  return (
    <div className="container-page pt-10">
      <div className="max-w-form">
        <h1 className="mb-3 text-2xl">Find your order</h1>
        <p className="mb-6 text-muted-foreground">
          Bought without an account? Enter the email address you used. We'll email you links to your orders.
        </p>
        <div className="mb-5 grid gap-3">
          {isOver && actionData === undefined ? (
            <Alert variant="notice">That link has expired. Request a new one.</Alert>
          ) : null}
          {isPaid && actionData === undefined ? (
            <Alert variant="notice">
              You started this payment in another browser. Once it's confirmed, we'll email you a link to your order.
              You won't be charged twice.
            </Alert>
          ) : null}
          {actionData?.sentTo ? (
            <Alert variant="success">
              {`If there are orders for ${actionData.sentTo}, we've emailed you the links. Check your spam ` +
                "folder, too."}
            </Alert>
          ) : null}
        </div>
        <Form method="post" className="grid gap-4" noValidate>
          <EmailField defaultValue={actionData?.email} error={actionData?.problem ?? undefined} />
          <Button type="submit" pending={isPending}>
            Send my links
          </Button>
        </Form>
        <p className="mt-5 text-muted-foreground">
          If you have an account, find your orders in{" "}
          <Link className="link text-foreground" to={paths.orders()}>
            Order History
          </Link>
          .
        </p>
      </div>
    </div>
  );
}

import { DELETION_KEEPS } from "@backlot/domain/accounts/deletion";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/account-deleted";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Your account has been deleted", matches) },
  { name: "robots", content: "noindex" },
];

/** The page after an account was deleted. */
export default function AccountDeleted() {
  return (
    <div className="container-page pt-12">
      <h1 className="text-2xl">Your account has been deleted</h1>
      <p className="measure mt-3 mb-6 text-muted-foreground">
        {`You've been signed out everywhere. ${DELETION_KEEPS} You can sign up again with the same email at any time.`}
      </p>
      <ButtonLink to={paths.home}>Back to the library</ButtonLink>
    </div>
  );
}

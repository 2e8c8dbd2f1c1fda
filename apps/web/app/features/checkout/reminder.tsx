import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** The reminder before payment to confirm the email address. */
export function Reminder({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className="mt-5 rounded-md border border-border px-4 py-3 text-sm text-muted-foreground wrap-anywhere">
      <span>{text}</span>{" "}
      <Link className="link text-foreground" to={paths.confirmation} target="_blank">
        Confirm now
      </Link>
    </p>
  );
}

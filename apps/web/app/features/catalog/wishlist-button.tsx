import { Link, useFetcher, useLocation } from "react-router";
import { useAnnouncement } from "#ui/announcement.tsx";
import { paths } from "#app/paths.ts";

const LOOK = "inline-flex min-h-11 items-center gap-2 rounded-md px-3 hover:bg-card";

function Heart({ filled }: { filled: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`size-5 ${filled ? "fill-mark text-mark" : "fill-none"}`}
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M12 20s-7.5-4.6-9.3-9A5.2 5.2 0 0 1 12 6.6 5.2 5.2 0 0 1 21.3 11c-1.8 4.4-9.3 9-9.3 9z" />
    </svg>
  );
}

/** The button that saves or removes an item. Sends a visitor to sign-up and back. */
export function WishlistButton({
  collection,
  signedIn,
}: {
  collection: { readonly id: number; readonly name: string; readonly wishlisted: boolean };
  signedIn: boolean;
}) {
  const { pathname } = useLocation();
  const fetcher = useFetcher<{ readonly problem: string | null }>();
  const isDone = fetcher.state === "idle" && fetcher.data?.problem === null;
  useAnnouncement(
    isDone ? `${collection.name} ${collection.wishlisted ? "saved to" : "removed from"} your wishlist.` : null,
  );
  if (!signedIn) {
    return (
      <Link to={paths.signUp(pathname)} className={LOOK}>
        <Heart filled={false} />
        Save for later
      </Link>
    );
  }
  const intent = fetcher.formData?.get("intent");
  const isSaved = intent === undefined ? collection.wishlisted : intent === "save";
  const text = isSaved ? "Saved" : "Save for later";
  return (
    <fetcher.Form method="post" action={paths.wishlists()}>
      <input type="hidden" name="collection_id" value={collection.id} />
      <button
        type="submit"
        name="intent"
        value={isSaved ? "remove" : "save"}
        className={LOOK}
        aria-label={`${text}: ${collection.name}`}
      >
        <Heart filled={isSaved} />
        <span>{text}</span>
      </button>
      {fetcher.data?.problem == null || fetcher.state !== "idle" ? null : (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.problem}
        </p>
      )}
    </fetcher.Form>
  );
}

import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { useCreditsOpener } from "./buy-credits-opener.tsx";

/** The button to get the credits that the user still needs for an item, or the reason why they can't buy any. */
export function MissingCreditsButton({
  slug,
  refusal,
  onOpen,
}: {
  slug: string;
  refusal: string | null;
  /** Called when the credits dialog opens. */
  onOpen?: () => void;
}) {
  const onClick = useCreditsOpener(slug, onOpen);
  if (refusal !== null) return <p className="mt-2 text-muted-foreground">{refusal}</p>;
  return (
    <ButtonLink to={paths.creditsFor(slug)} className="mt-3 w-full" onClick={onClick}>
      Get more credits
    </ButtonLink>
  );
}

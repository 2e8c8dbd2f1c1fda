import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { useCreditsOpener } from "./credits-opener.tsx";

/** The way to the credits that an item lacks, or, as the refusal says, who else pays for them. (CRD-06, ACC-08) */
export function GetCredits({
  slug,
  refusal,
  onOpen,
}: {
  slug: string;
  refusal: string | null;
  /** The dialog of credits opens. */
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

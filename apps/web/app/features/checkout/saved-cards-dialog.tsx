import { message } from "@backlot/domain/message-catalog";
import { SAVED_CARDS_MAX_HEIGHT_PX } from "#ui/pixels.ts";
import { cardLabel } from "@backlot/domain/checkout/saved-card";
import type { SavedCard } from "@backlot/ports";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { postJson } from "#app/browser/api.ts";
import { CardMark } from "./card-mark.tsx";
import { cardName, cardNote } from "@backlot/domain/checkout/saved-card";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Alert } from "#ui/alert.tsx";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";

/** The id of a saved card, or "new" for the card being entered. */
export type ChosenCard = string;

const quiet = "min-h-7 rounded-md px-2 text-right text-xs hover:bg-card";

/**
 * A ref callback that focuses a button after it replaces another button. It must be a stable function, so that React
 * calls it only on mount.
 */
const focusAtFirst = (button: HTMLButtonElement | null): void => button?.focus();

function CardChoice({
  chosen,
  onChoose,
  name,
  note,
  mark,
  disabled = false,
  radio,
  children,
}: {
  chosen: boolean;
  onChoose: () => void;
  name: string;
  note: string;
  /** The card brand whose mark is shown. */
  mark?: string;
  disabled?: boolean;
  radio?: Ref<HTMLInputElement>;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-center gap-2 rounded-md border border-border pl-4 has-checked:border-ring">
      <label className="flex min-h-15 grow cursor-pointer items-center gap-3 py-2">
        <input
          ref={radio}
          type="radio"
          name="card"
          checked={chosen}
          onChange={onChoose}
          disabled={disabled}
          className="size-4 accent-accent"
        />
        {mark === undefined ? null : <CardMark brand={mark} />}
        <span>
          <span className="tabular-nums block text-sm font-medium">{name}</span>
          <span className="tabular-nums block text-sm text-muted-foreground">{note}</span>
        </span>
      </label>
      <div className="grid shrink-0 py-0.5 pr-1">{children}</div>
    </div>
  );
}

/** A saved card that can be chosen, made the default, or deleted after a confirmation. */
function SavedCardTile({
  saved,
  chosen,
  onChoose,
  onGone,
  onProblem,
}: {
  saved: SavedCard;
  chosen: boolean;
  onChoose: () => void;
  onGone: () => void;
  onProblem: (words: string | null) => void;
}) {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  // The pressed button unmounts, so move the focus to the card's radio.
  const radio = useRef<HTMLInputElement>(null);
  const { card } = saved;
  const name = cardLabel(card);
  const tell = async (path: "/api/delete_payment_method" | "/api/default_payment_method"): Promise<boolean> => {
    const done = await postJson(path, { payment_method_id: saved.id });
    onProblem(done.ok ? null : done.refusal.message);
    radio.current?.focus();
    if (done.ok) await revalidate();
    return done.ok;
  };
  const forget = async (): Promise<void> => {
    if (await tell("/api/delete_payment_method")) onGone();
    else setAsking(false);
  };
  return (
    <CardChoice
      radio={radio}
      chosen={chosen}
      onChoose={onChoose}
      name={cardName(saved.card)}
      note={cardNote(saved)}
      mark={card.display_brand}
      disabled={saved.is_expired}
    >
      {asking ? (
        <>
          <span className="px-2 text-xs">{message("are_you_sure")}</span>
          <span className="flex justify-end">
            <button
              type="button"
              className={`${quiet} text-danger`}
              aria-label={`Yes, delete ${name}`}
              onClick={() => void forget()}
            >
              Yes
            </button>
            <button
              type="button"
              className={quiet}
              ref={focusAtFirst}
              onClick={() => {
                radio.current?.focus();
                setAsking(false);
              }}
            >
              No
            </button>
          </span>
        </>
      ) : (
        <>
          {saved.is_default || saved.is_expired ? null : (
            <button
              type="button"
              className={`${quiet} text-muted-foreground`}
              aria-label={`Make default: ${name}`}
              onClick={() => void tell("/api/default_payment_method")}
            >
              Make default
            </button>
          )}
          <button
            type="button"
            className={`${quiet} text-muted-foreground`}
            aria-label={`Delete ${name}`}
            onClick={() => setAsking(true)}
          >
            Delete
          </button>
        </>
      )}
    </CardChoice>
  );
}

function Choices({
  cards,
  chosen,
  onConfirm,
  onGone,
}: {
  cards: readonly SavedCard[];
  chosen: ChosenCard;
  onConfirm: (card: ChosenCard) => void;
  onGone: (id: string) => void;
}) {
  const [picked, pick] = useState<ChosenCard>(chosen);
  const [problem, setProblem] = useState<string | null>(null);
  const all = useRef<HTMLFieldSetElement>(null);
  useFocusOnChange(all, String(cards.length));
  // The card may have been deleted elsewhere or have expired.
  const status = cards.some((each) => each.id === picked && !each.is_expired) ? picked : "new";
  return (
    <fieldset ref={all} tabIndex={-1} className="focus:outline-none">
      <legend className="sr-only">Card</legend>
      {problem === null ? null : (
        <div className="mb-3">
          <Alert variant="error">{problem}</Alert>
        </div>
      )}
      <div className="grid gap-2 overflow-y-auto sm:grid-cols-2" style={{ maxHeight: SAVED_CARDS_MAX_HEIGHT_PX }}>
        {cards.map((saved) => (
          <SavedCardTile
            key={saved.id}
            saved={saved}
            chosen={status === saved.id}
            onChoose={() => pick(saved.id)}
            onGone={() => onGone(saved.id)}
            onProblem={setProblem}
          />
        ))}
      </div>
      <div className="mt-2">
        <CardChoice chosen={status === "new"} onChoose={() => pick("new")} name="Add New" note="Another card" />
      </div>
      <Button type="button" className="mt-5 w-full" onClick={() => onConfirm(status)}>
        Confirm
      </Button>
    </fieldset>
  );
}

/** The dialog to choose a saved card or a new one. The choice applies once it is confirmed. */
export function SavedCardsDialog({
  open,
  onClose,
  ...choices
}: {
  open: boolean;
  onClose: () => void;
  cards: readonly SavedCard[];
  chosen: ChosenCard;
  onConfirm: (card: ChosenCard) => void;
  onGone: (id: string) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose Payment Method">
      <Choices {...choices} />
    </Dialog>
  );
}

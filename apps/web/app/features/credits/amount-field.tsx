import {
  MAXIMUM_CUSTOM_AMOUNT,
  customAmount,
  decreaseAmount,
  increaseAmount,
  minimumCustomAmount,
} from "@backlot/domain/credits/credit-pack";
import { useId } from "react";

/**
 * A number field with steppers for an amount of credits. The minimum is `missing`: the credits that the user still
 * needs.
 */
export function AmountField({
  typed,
  valid,
  missing,
  onType,
}: {
  typed: string;
  valid: boolean;
  missing: number;
  onType: (text: string) => void;
}) {
  const id = useId();
  const minimum = minimumCustomAmount(missing);
  const amount = customAmount(typed, missing).amount ?? minimum;
  const step =
    "grid size-11 place-items-center rounded-md border border-input text-lg hover:bg-card aria-disabled:opacity-50";
  return (
    <div className="mt-3">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Number of credits
      </label>
      <div className="flex items-center gap-2">
        <button
          type="button"
          className={step}
          aria-label="Remove one credit"
          aria-disabled={amount <= minimum}
          onClick={() => onType(String(decreaseAmount(amount, missing)))}
        >
          −
        </button>
        <input
          id={id}
          className="input tabular-nums max-w-32 text-center"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          aria-invalid={valid ? undefined : true}
          aria-describedby={`${id}-note`}
        />
        <button
          type="button"
          className={step}
          aria-label="Add one credit"
          onClick={() => onType(String(increaseAmount(amount)))}
        >
          +
        </button>
      </div>
      <p id={`${id}-note`} className={`mt-1.5 text-sm ${valid ? "text-muted-foreground" : "text-danger"}`}>
        {valid
          ? "Larger packs can cost less per credit."
          : `Enter a whole number from ${minimum} to ${MAXIMUM_CUSTOM_AMOUNT.toLocaleString("en-US")}.`}
      </p>
    </div>
  );
}

import { useState } from "react";
import { Folded } from "#ui/folded.tsx";
import { Button } from "#ui/button.tsx";

/** The promo code field, folded until it is opened. Ignores an empty code. */
export function PromoField({ onApply, pending = false }: { onApply: (code: string) => void; pending?: boolean }) {
  const [code, setCode] = useState("");
  const apply = (): void => {
    if (code.trim() !== "") onApply(code.trim());
  };
  return (
    <Folded title="Promo code">
      <div className="flex gap-2">
        <input
          aria-label="Promo code"
          className="input"
          autoComplete="off"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            apply();
          }}
        />
        <Button type="button" variant="secondary" pending={pending} onClick={apply}>
          Apply
        </Button>
      </div>
    </Folded>
  );
}

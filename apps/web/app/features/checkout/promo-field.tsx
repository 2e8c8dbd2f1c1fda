import { useState } from "react";
import { Button } from "#ui/button.tsx";

/** The promo code field. Ignores an empty code. */
export function PromoField({ onApply, pending = false }: { onApply: (code: string) => void; pending?: boolean }) {
  const [code, setCode] = useState("");
  const apply = (): void => {
    if (code.trim() !== "") onApply(code.trim());
  };
  return (
    <div>
      <label htmlFor="promo" className="mb-1.5 block text-muted-foreground">
        Promo code
      </label>
      <div className="flex gap-2">
        <input
          id="promo"
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
    </div>
  );
}

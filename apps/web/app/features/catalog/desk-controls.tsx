import { useId } from "react";
import {
  BLENDS,
  type Blend,
  DESK_RANGES,
  type DeskNumber,
  type DeskRange,
  type DeskSettings,
  withNumber,
} from "./desk-settings.ts";

const BLEND_NAMES: Readonly<Record<Blend, string>> = { over: "Over", screen: "Screen", add: "Add" };

const UNITS: Readonly<Partial<Record<DeskNumber, (value: number) => string>>> = {
  scale: (value) => `${Math.round(value * 100)}%`,
  rotation: (value) => `${value}°`,
  start: (value) => `${value.toFixed(2)} s`,
  exposure: (value) => `${value > 0 ? "+" : ""}${value.toFixed(1)} stops`,
  saturation: (value) => `${Math.round(value * 100)}%`,
};
const unitText = (name: DeskNumber, value: number): string => UNITS[name]?.(value) ?? `${Math.round(value * 100)}%`;

function Slider({ range, value, onChange }: { range: DeskRange; value: number; onChange: (value: number) => void }) {
  const id = useId();
  return (
    <div>
      <div className="flex justify-between gap-3 text-sm">
        <label htmlFor={id}>{range.label}</label>
        <output htmlFor={id} className="tabular-nums text-muted-foreground">
          {unitText(range.name, value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={range.minimum}
        max={range.maximum}
        step={range.step}
        value={value}
        aria-valuetext={unitText(range.name, value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="min-h-9 w-full accent-accent"
      />
    </div>
  );
}

/** The blend and the sliders of the desk. `duration` is the element's length in seconds, or null until it is known. */
export function DeskControls({
  settings,
  duration,
  onChange,
}: {
  settings: DeskSettings;
  duration: number | null;
  onChange: (settings: DeskSettings) => void;
}) {
  return (
    <>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-sm">Blend</legend>
        {BLENDS.map((blend) => (
          <label
            key={blend}
            className="flex min-h-9 cursor-pointer items-center rounded-md border border-border px-3 text-sm
              text-muted-foreground has-checked:border-ring has-checked:text-foreground has-focus-visible:outline-2
              has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="blend"
              value={blend}
              checked={settings.blend === blend}
              onChange={() => onChange({ ...settings, blend })}
              className="sr-only"
            />
            <span>{BLEND_NAMES[blend]}</span>
          </label>
        ))}
      </fieldset>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {DESK_RANGES.map((range) => (
          <Slider
            key={range.name}
            range={range.name === "start" && duration !== null ? { ...range, maximum: duration } : range}
            value={settings[range.name]}
            onChange={(value) => onChange(withNumber(settings, range.name, value))}
          />
        ))}
      </div>
    </>
  );
}

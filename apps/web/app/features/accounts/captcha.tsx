import type { ShopSettings } from "@backlot/ports";
import { useEffect, useRef, useState } from "react";
import { loadScript } from "#app/browser/load-script.ts";

/** The part of the reCAPTCHA script's API that we use. */
interface Recaptcha {
  readonly ready: (go: () => void) => void;
  readonly render: (
    container: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly theme: "dark" | "light";
      readonly size: "compact" | "normal";
      readonly callback: (token: string) => void;
      readonly "expired-callback": () => void;
      /** Called if the service becomes unreachable. */
      readonly "error-callback": () => void;
    },
  ) => number;
  readonly reset: (id: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

let loading: Promise<void> | undefined;

const recaptcha = async (scriptUrl: string): Promise<Recaptcha> => {
  loading ??= loadScript(scriptUrl).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  await loading;
  const captcha = window.grecaptcha;
  if (captcha === undefined) throw new Error("the captcha script loaded, but grecaptcha is undefined");
  await new Promise<void>((go) => captcha.ready(go));
  return captcha;
};

/** The width of a captcha of normal size, in pixels. */
const NORMAL_WIDTH = 304;

/** Returns the page's current theme. */
const shownTheme = (): "dark" | "light" => {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return window.matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
};

export type CaptchaSettings = NonNullable<ShopSettings["newsletter"]>;

/**
 * A captcha. Calls `onToken` with the token of a solved captcha, and with null once the token can no longer be used. A
 * token is valid once. Increment `round` to show a new captcha.
 */
export function Captcha({
  settings: { siteKey, scriptUrl },
  round,
  onToken,
}: {
  settings: CaptchaSettings;
  round: number;
  onToken: (token: string | null) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef<{ readonly captcha: Recaptcha; readonly id: number } | null>(null);
  const tell = useRef(onToken);
  tell.current = onToken;
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isGone = false;
    recaptcha(scriptUrl)
      .then((captcha) => {
        const place = container.current;
        if (isGone || place === null || shown.current !== null) return;
        const id = captcha.render(place, {
          sitekey: siteKey,
          theme: shownTheme(),
          size: place.clientWidth < NORMAL_WIDTH ? "compact" : "normal",
          callback: (token) => tell.current(token),
          "expired-callback": () => tell.current(null),
          "error-callback": () => {
            tell.current(null);
            setMissing(true);
          },
        });
        shown.current = { captcha, id };
      })
      .catch(() => setMissing(true));
    return () => {
      isGone = true;
    };
  }, [scriptUrl, siteKey]);
  useEffect(() => {
    if (round === 0 || shown.current === null) return;
    shown.current.captcha.reset(shown.current.id);
    tell.current(null);
  }, [round]);
  return (
    <div className="captcha-place">
      <div ref={container} />
      {isMissing ? <p className="p-3 text-sm text-danger">The captcha didn't load. Reload the page.</p> : null}
    </div>
  );
}

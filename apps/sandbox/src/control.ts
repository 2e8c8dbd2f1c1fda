import { Hono } from "hono";
import { addInterval } from "./calendar.ts";
import type { Clock } from "./clock.ts";
import { isFromPerson, readFields } from "./fields.ts";
import type { FaultSwitches } from "./faults.ts";
import { ALL_FAULTS, NO_FAULTS } from "./faults.ts";

const DAY = 86_400;

/**
 * Creates the routes that control the sandbox, for people and tests: clock, faults, card expiry, and whether all
 * webhooks are delivered. A browser is redirected to the page; other clients get JSON or an empty 204.
 */
export const control = (
  clock: Clock,
  advanceTo: (moment: number) => void,
  draftsEnd: () => number | null,
  switches: FaultSwitches,
  idle: () => boolean,
  expireCards: (customer: string) => void,
): Hono => {
  const app = new Hono();
  app.get("/clock", (c) => c.json({ now: clock.now(), offset: clock.offset }));
  app.post("/clock/advance", async (c) => {
    const given = await readFields(c);
    const from = clock.now();
    const to =
      given["to"] === undefined
        ? addInterval(from, "month", Number(given["months"] ?? 0)) + Number(given["days"] ?? 0) * DAY
        : Number(given["to"]);
    if (!Number.isFinite(to) || to < from)
      return c.json({ error: "Give days, months, or a future time in Unix seconds." }, 400);
    advanceTo(to);
    // If the request names a duration, extend it until the draft renewals in it have been charged. If it names a time,
    // stop exactly then.
    const charged = given["to"] === undefined ? draftsEnd() : null;
    if (charged !== null) advanceTo(charged);
    return isFromPerson(c) ? c.redirect("/", 303) : c.json({ now: clock.now(), offset: clock.offset });
  });
  app.get("/faults", (c) => c.json(switches.faults));
  app.post("/faults", async (c) => {
    const given = await readFields(c);
    switches.set(given["all"] === "on" ? { ...ALL_FAULTS } : given["all"] === "off" ? { ...NO_FAULTS } : given);
    return isFromPerson(c) ? c.redirect("/", 303) : c.json(switches.faults);
  });
  app.post("/cards/expire", async (c) => {
    expireCards(String((await readFields(c))["customer"] ?? ""));
    return isFromPerson(c) ? c.redirect("/", 303) : c.body(null, 204);
  });
  app.get("/idle", (c) => c.json({ idle: idle() }));
  return app;
};

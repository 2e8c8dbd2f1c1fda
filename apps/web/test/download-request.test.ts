import { downloadDialog } from "@backlot/domain";
import { describe, expect, it } from "vitest";
import { opensDialog } from "#features/downloads/download-request.ts";

describe("a refused download", () => {
  it("DWN-02 DWN-03 opens a dialog exactly if the rules have one for it", () => {
    const refusals = [
      { _tag: "SignInToDownload" },
      { _tag: "NeedsPaidPlan" },
      { _tag: "NeedsPurchase", credits: 8 },
      { _tag: "NeedsPlanFor4K" },
      { _tag: "PaymentDisputed" },
      { _tag: "DailyLimitReached", used: 10, limit: 10 },
    ] as const;
    for (const refusal of refusals) {
      const refused = { reason: refusal._tag, message: "", download_limit: null, downloads_today: null };
      expect(opensDialog(refused), refusal._tag).toBe(downloadDialog(refusal, "subscriber") !== null);
    }
  });
});

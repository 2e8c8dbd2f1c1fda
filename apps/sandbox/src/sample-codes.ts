/** Sample promo codes for plans: a percentage off for a number of months. */
const SAMPLE_CODES = [
  { code: "FILM20", percent_off: 20, months: 3 },
  { code: "FIRST50", percent_off: 50, months: 1 },
] as const;

const HEADERS = { authorization: "Bearer sk_test_sandbox" };

const post = async (url: string, form: Record<string, string>): Promise<{ readonly id: string }> => {
  const answer = await fetch(url, { method: "POST", headers: HEADERS, body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`the sandbox refused a sample code: ${await answer.text()}`);
  return (await answer.json()) as { readonly id: string };
};

/** Creates the sample promo codes in a sandbox, as a merchant would in the dashboard. Skips existing ones. */
export const addSampleCodes = async (url: string): Promise<void> => {
  for (const { code, percent_off, months } of SAMPLE_CODES) {
    const response = await fetch(`${url}/v1/promotion_codes?code=${code}&limit=1`, { headers: HEADERS });
    const { data } = (await response.json()) as { readonly data: readonly unknown[] };
    if (data.length > 0) continue;
    const { id: coupon } = await post(`${url}/v1/coupons`, {
      percent_off: String(percent_off),
      duration: "repeating",
      duration_in_months: String(months),
    });
    await post(`${url}/v1/promotion_codes`, { code, "promotion[type]": "coupon", "promotion[coupon]": coupon });
  }
};

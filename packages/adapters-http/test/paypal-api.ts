/** A JSON response of PayPal's API, and its status. */
interface Responded {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns a function that calls PayPal's API as its dashboard would, with an app's credentials. */
export const payPalApi = ({
  clientId,
  clientSecret,
  baseUrl,
}: {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl?: string | undefined;
}) => {
  const base = baseUrl ?? "https://api-m.sandbox.paypal.com";
  return async (method: string, path: string, body?: unknown): Promise<Responded> => {
    const token = await fetch(`${base}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const { access_token } = (await token.json()) as { readonly access_token: string };
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Responded["body"]) };
  };
};

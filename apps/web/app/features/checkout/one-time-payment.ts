import type { PostBody } from "@backlot/ports";
import { type ApiAnswer, postJson } from "#app/browser/api.ts";
import type { useCardPayment } from "./card.tsx";

type WithoutCard<Body> = Body extends unknown ? Omit<Body, "payment_method_id"> : never;

/**
 * The requests of a one-time card purchase. `start` creates the payment. `record` records the paid purchase, given the
 * id of its payment intent, or null if the purchase is free.
 */
interface OneTimePurchase<A> {
  /** The request fields without the card. */
  readonly start: WithoutCard<PostBody<"/api/payment_intent">>;
  readonly record: (paymentIntent: string | null) => Promise<ApiAnswer<A>>;
}

/** The recorded purchase, or the error message. */
export type Bought<A> = { readonly value: A } | { readonly problem: string; readonly reason?: string | undefined };

const refusal = (answer: Extract<ApiAnswer<unknown>, { readonly ok: false }>) => ({
  problem: answer.refusal.message,
  reason: answer.refusal.reason,
});

/**
 * Pays a one-time purchase with the chosen card. The server charges a saved card; a new card is confirmed in the
 * browser.
 */
export const payByCard = async <A>(
  card: ReturnType<typeof useCardPayment>,
  { start, record }: OneTimePurchase<A>,
): Promise<Bought<A>> => {
  const saved = card.chosen === "new" ? null : card.chosen;
  const opened = await postJson("/api/payment_intent", { ...start, payment_method_id: saved });
  if (!opened.ok) return refusal(opened);
  let { client_secret, status } = opened.value;
  const { id } = opened.value;
  if (status !== "succeeded") {
    if (saved !== null) {
      const confirmed = await postJson("/api/payment_intent_confirm", { payment_intent_id: id });
      if (!confirmed.ok) return refusal(confirmed);
      ({ client_secret, status } = confirmed.value);
    }
    const asks = saved === null || status === "requires_action";
    const refused = asks ? await card.pay(client_secret, saved === null) : null;
    if (refused !== null) return { problem: refused };
  }
  // A free purchase has no payment intent.
  const recorded = await record(id === "" ? null : id);
  return recorded.ok ? { value: recorded.value } : refusal(recorded);
};

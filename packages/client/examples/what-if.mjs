// What would a plan change cost a customer? Usage: node what-if.mjs https://shop.example EMAIL PASSWORD PLAN
import { StoreError, createStoreClient, unwrap } from "@backlot/client";

const [, , baseUrl, email, password, plan] = process.argv;
const { data } = await unwrap(createStoreClient({ baseUrl }).POST("/api/sessions", { body: { email, password } }));
const customer = createStoreClient({ baseUrl, token: data.token });
try {
  const query = { plan_variant_id: Number(plan) };
  const { data: change } = await unwrap(customer.GET("/api/subscriptions/change_preview", { params: { query } }));
  console.log(`${change.kind}: ${change.charge_today / 100} dollars today`);
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  console.log(error.message);
} finally {
  await customer.DELETE("/api/sessions/current");
}

export * from "./caller.ts";
export * from "./catalogue/import-catalogue.ts";
export * from "./store.ts";
export * from "./store-ports.ts";
export { endOverduePlans, reconcile, runDueJobs } from "./jobs/run-jobs.ts";
export { followPlan } from "./subscriptions/follow-plan.ts";
export { heedWebhook } from "./subscriptions/heed-webhook.ts";
export { recoverOrders } from "./subscriptions/recover.ts";

import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { startWaiting, waitingRouter } from "#app/browser/connection.ts";

startWaiting();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[waitingRouter]} />
    </StrictMode>,
  );
});

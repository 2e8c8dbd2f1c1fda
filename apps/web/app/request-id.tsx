import { createContext, useContext, useSyncExternalStore } from "react";

/** The id of the request that the page answers, on the server. */
export const RequestId = createContext<string | null>(null);

const never = () => () => {};
const inDocument = (): string | null =>
  typeof document === "undefined"
    ? null
    : (document.querySelector<HTMLElement>("[data-request-id]")?.dataset["requestId"] ?? null);

/** Shows the id of a request that failed, by which its lines in the log are found. Nothing after a navigation. */
export function RequestReference() {
  const given = useContext(RequestId);
  const id = useSyncExternalStore(never, inDocument, () => given ?? inDocument());
  return id === null ? null : (
    <p data-request-id={id} className="mt-6 text-sm text-muted-foreground">
      {`If you contact support, mention request ${id}.`}
    </p>
  );
}

import { createContext } from "react";

/** What names a request that failed, on the server. Its characters need no escaping in HTML. */
export const FailedRequest = createContext("");

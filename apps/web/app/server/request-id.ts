import { createContext } from "react";

/** The id of a failed request. Set only on the server. Its characters need no escaping in HTML. */
export const FailedRequest = createContext("");

import type { PageContext } from "@backlot/ports";
import { createContext } from "react-router";

/** The router context key of the page context, which the API server passes in with each request. */
export const pageContext = createContext<PageContext>();

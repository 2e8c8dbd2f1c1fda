import type { PageContext } from "@backlot/ports";
import { createContext } from "react-router";

/** The page context that the API server passes in with each request. */
export const pageContext = createContext<PageContext>();

import type { PageContext } from "@backlot/ports";
import { createContext } from "react-router";

/** What the host hands in with each request. */
export const pageContext = createContext<PageContext>();

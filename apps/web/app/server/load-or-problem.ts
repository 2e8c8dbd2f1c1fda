import { isRouteErrorResponse } from "react-router";

/**
 * Loads the offers of a dialog. Returns an error message instead on failure, so that the page below the dialog stays.
 * `otherwise` is the message if the store gave none. Redirects, such as to sign-in, still apply.
 */
export const loadOrProblem = async <A>(
  load: () => Promise<A>,
  otherwise: string,
): Promise<A | { readonly problem: string }> => {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Response) throw error;
    const answered: unknown = isRouteErrorResponse(error) ? Reflect.get(Object(error.data), "message") : null;
    return { problem: typeof answered === "string" ? answered : otherwise };
  }
};

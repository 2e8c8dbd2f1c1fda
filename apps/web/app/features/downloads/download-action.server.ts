import * as Result from "effect/Result";
import { type RouterContextProvider, data, redirect, redirectDocument } from "react-router";
import { paths } from "#app/paths.ts";
import { attempt, formString, getPage } from "#app/server/store.server.ts";

/**
 * Redirects to the requested file, or returns why it is refused. Redirects a visitor to sign-up. Used by browsers
 * without JavaScript.
 */
export const downloadWith = async (context: Readonly<RouterContextProvider>, form: FormData, from: URL) => {
  const { downloads } = getPage(context).store;
  const request = { params: { id: Number(formString(form, "variant_id")) } };
  const link = await attempt(
    formString(form, "part") === "scene" ? downloads.scene(request) : downloads.download(request),
  );
  if (Result.isSuccess(link)) return redirectDocument(link.success.url, 303);
  if (link.failure._tag === "unauthorized") throw redirect(paths.signUp(from.pathname), 303);
  return data({ message: link.failure.message }, { status: 403 });
};

import * as Result from "effect/Result";
import { type RouterContextProvider, data, redirectDocument } from "react-router";
import { attempt, formString, getPage } from "#app/store.server.ts";

/** Leads to a file that a form asks for, or says why it is refused. (DWN-01) */
export const downloadWith = async (context: Readonly<RouterContextProvider>, form: FormData) => {
  const { downloads } = getPage(context).store;
  const link = await attempt(downloads.download({ params: { id: Number(formString(form, "variant_id")) } }));
  return Result.isSuccess(link)
    ? redirectDocument(link.success.url, 303)
    : data({ message: link.failure.message }, { status: 403 });
};

import { type ByStaff, type Caller, Staff } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { logged } from "../log-change.ts";

/**
 * Logs that support staff uploaded a product file, or replaced one, and why. `path` is the file's path, such as
 * `files/ground-fire-2k.zip`. Throws unless the caller is staff.
 */
export const logUpload = (caller: Caller, path: string, by: ByStaff) => {
  if (caller._tag !== "Support") throw new Error("only staff can upload product files");
  const { staff: name, role } = caller;
  const entry = logged(by, Effect.void, () => ({ kind: "upload_file", name: path }));
  return Effect.provideService(entry, Staff, { name, role });
};

import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Instant } from "@backlot/domain";

/** What of a variant a file is: all of it as a ZIP, or the 3D scene of a model alone. (DWN-01) */
export type FilePart = "zip" | "scene";

/** Who may open a link: an account that is signed in, or the browser of a guest by its key. (DWN-01, ORD-03) */
export type LinkHolder =
  | { readonly _tag: "Account"; readonly id: string }
  | { readonly _tag: "Browser"; readonly key: string };

/** What a link opens: one file, for one account or one browser, until a moment. */
export interface FileGrant {
  readonly variant_id: number;
  readonly part: FilePart;
  readonly file_name: string;
  readonly holder: LinkHolder;
  readonly expires_at: Instant;
}

/** Sold files, behind links that are good for a short while and for one account or browser. (DWN-01) */
export interface Files {
  readonly link: (grant: FileGrant) => Effect.Effect<string>;
}

/** The links to sold files. */
export const Files = Context.Service<Files>("backlot/Files");

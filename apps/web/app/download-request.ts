import { FILE_NOT_MADE_TEXT } from "@backlot/domain/downloads/file-making";
import type { DownloadRefusal } from "@backlot/domain";
import type { FilePart } from "@backlot/ports";

/** The kind of plan that decides what a user may download. */
export type DownloadPlan = "none" | "free" | "paid";

/** Why a download is refused. "Unreachable" if the store did not respond, "NotMade" if rendering the file failed. */
export interface RefusedDownload {
  readonly reason: DownloadRefusal["_tag"] | "Unreachable" | "NotMade";
  readonly message: string;
  readonly download_limit: number | null;
  readonly downloads_today: number | null;
}

/** The refusals that a dialog explains. The message of any other appears next to the button. */
const IN_DIALOG: readonly RefusedDownload["reason"][] = ["DailyLimitReached", "SignInToDownload", "NeedsPlanFor4K"];

/** Returns whether a dialog explains a refusal. */
export const opensDialog = ({ reason }: RefusedDownload): boolean => IN_DIALOG.includes(reason);

/** A file link, or the reason for refusing it. */
type DownloadAnswer = { readonly url: string } | { readonly refused: RefusedDownload };

interface AnswerBody {
  readonly url: string;
}

/** The order that includes a file, and the secret link to the order; null if the browser's session has access. */
export interface SoldBy {
  readonly order: string;
  readonly link: string | null;
}

const UNREACHABLE: RefusedDownload = {
  reason: "Unreachable",
  message: "Your browser can't connect to the store. Check your connection and try again.",
  download_limit: null,
  downloads_today: null,
};

const ask = (variantId: number, by: SoldBy | null, part: FilePart): Promise<Response> =>
  by === null
    ? part === "scene"
      ? fetch(`/api/variant_downloads/${variantId}/scene`, { method: "POST" })
      : fetch(`/api/variant_downloads/${variantId}/download`)
    : fetch(`/api/orders/${encodeURIComponent(by.order)}/downloads`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ variant_id: variantId, ...(by.link === null ? {} : { link: by.link }) }),
      });

/**
 * Requests a link to a variant's file: for the order in `by`, or for the signed-in user if `by` is null. `part` chooses
 * the ZIP or only the 3D scene.
 */
export const requestDownload = async (
  variantId: number,
  by: SoldBy | null,
  part: FilePart = "zip",
): Promise<DownloadAnswer> => {
  try {
    const answer = await ask(variantId, by, part);
    const body = (await answer.json()) as Partial<AnswerBody> & {
      readonly data?: AnswerBody;
      readonly error?: { readonly message: string } & Partial<RefusedDownload>;
    };
    const answered = body.data ?? body;
    if (answer.ok && answered.url !== undefined) return { url: answered.url };
    const reason = answer.status === 401 ? ("SignInToDownload" as const) : UNREACHABLE.reason;
    return { refused: { ...UNREACHABLE, reason, ...body.error } };
  } catch {
    return { refused: UNREACHABLE };
  }
};

const NOT_MADE: RefusedDownload = {
  ...UNREACHABLE,
  reason: "NotMade",
  message: FILE_NOT_MADE_TEXT,
};

/**
 * Starts rendering a file unless it is ready. Returns the estimated seconds until it is ready, or why it failed.
 * Returns null if there is nothing to wait for: the file is ready, or the link was refused.
 */
export const secondsUntilMade = async (url: string): Promise<number | null | { readonly refused: RefusedDownload }> => {
  try {
    const answer = await fetch(url, { method: "HEAD" });
    if (answer.status >= 500) return { refused: NOT_MADE };
    const seconds = Number(answer.headers.get("retry-after"));
    return answer.status === 202 && Number.isInteger(seconds) && seconds > 0 ? seconds : null;
  } catch {
    return { refused: UNREACHABLE };
  }
};

/** Returns whether a download has started. The file's response sets a cookie with `name`, which the page chose. */
export const hasBegun = (name: string): boolean => document.cookie.split("; ").includes(`backlot_download=${name}`);

import { FILE_NOT_MADE_TEXT } from "@backlot/domain/downloads/file-making";
import type { DownloadRefusal } from "@backlot/domain";
import type { FilePart } from "@backlot/ports";
import { type ApiAnswer, callApi } from "#app/browser/api.ts";

/** The kind of plan that decides what a user may download. */
export type DownloadPlan = "none" | "free" | "paid";

/**
 * Why a download is refused. The reason is "Unreachable" if the store did not respond, or "NotMade" if rendering the
 * file failed.
 */
export interface RefusedDownload {
  readonly reason: DownloadRefusal["_tag"] | "Unreachable" | "NotMade";
  readonly message: string;
  readonly download_limit: number | null;
  readonly downloads_today: number | null;
}

/** The refusals that a dialog explains. For any other refusal, the message appears next to the button. */
const IN_DIALOG: readonly RefusedDownload["reason"][] = ["DailyLimitReached", "SignInToDownload", "NeedsPlanFor4K"];

export const opensDialog = ({ reason }: RefusedDownload): boolean => IN_DIALOG.includes(reason);

/** A file link, or the reason for refusing it. */
type DownloadAnswer = { readonly url: string } | { readonly refused: RefusedDownload };

interface DownloadLink {
  readonly url: string;
}

/**
 * The order that includes a file, and the secret link to the order, which is null if the browser's session has access.
 */
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

/** Requests a file link, using the operation for a user or for an order. */
const linkTo = async (variantId: number, by: SoldBy | null, part: FilePart): Promise<ApiAnswer<DownloadLink>> => {
  if (by !== null) {
    const payload = { variant_id: variantId, ...(by.link === null ? {} : { link: by.link }) };
    const answer = await callApi("POST /api/orders/:id/downloads", { params: { id: by.order }, payload });
    return answer.ok ? { ok: true, value: answer.value.data } : answer;
  }
  const params = { id: variantId };
  return part === "scene"
    ? callApi("POST /api/variant_downloads/:id/scene", { params })
    : callApi("GET /api/variant_downloads/:id/download", { params });
};

/**
 * Requests a link to a variant's file: for the order in `by`, or for the signed-in user if `by` is null. `part` chooses
 * the ZIP or only the 3D scene.
 */
export const requestDownload = async (
  variantId: number,
  by: SoldBy | null,
  part: FilePart = "zip",
): Promise<DownloadAnswer> => {
  const answer = await linkTo(variantId, by, part);
  if (answer.ok) return { url: answer.value.url };
  if (answer.refusal.code === "unreachable") return { refused: UNREACHABLE };
  const reason = answer.refusal.code === "unauthorized" ? ("SignInToDownload" as const) : UNREACHABLE.reason;
  // A refused download has the reason in its fields.
  return { refused: { ...UNREACHABLE, reason, ...(answer.refusal as Partial<RefusedDownload>) } };
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

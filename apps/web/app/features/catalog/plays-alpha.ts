/** Transparent frames of VP9, 64 × 64 pixels, in base64. */
const CLEAR_FRAME = [
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAJQEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZU",
  "rmtTrIHYTbuMU6uEElTDZ1OsggEpTbuMU6uEHFO7a1OsggI67AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmsirXsYMPQkBNgI1M",
  "YXZmNTkuMjcuMTAwV0GNTGF2ZjU5LjI3LjEwMESJiEBpAAAAAAAAFlSua8yuAQAAAAAAAEPXgQFzxYhcNkiZMnSfqZyBACK1nIN1",
  "bmSIgQCGhVZfVlA5g4EBI+ODhAX14QDglLCBQLqBQJqBAlPAgQFVsIRVuYEBElTDZ0CBc3OgY8CAZ8iaRaOHRU5DT0RFUkSHjUxh",
  "dmY1OS4yNy4xMDBzc9tjwItjxYhcNkiZMnSfqWfIpUWjh0VOQ09ERVJEh5hMYXZjNTkuMzcuMTAwIGxpYnZweC12cDlnyKJFo4hE",
  "VVJBVElPTkSHlDAwOjAwOjAwLjIwMDAwMDAwMAAAH0O2dUCE54EAoMyhooEAAACCSYNCAAPwA/YAOCQcGU4AADBgAABnP//4nSTu",
  "zAB1oaWmo+6BAaWegkmDQgAD8AP2ADgkHBlOAAAwYAAAZz//+egk7swAoLGhk4EAZACGAECSHABeAAADIAAAVHB1oZamlO6BAaWP",
  "hgBAkhwAXgAAAyAAAFRw+4GcHFO7a5G7j7OBALeK94EB8YIBsPCBAw==",
].join("");

/**
 * How long a browser may take to show the frame, in milliseconds. A browser that takes longer counts as one without
 * transparency.
 */
const LONGEST_MS = 3_000;

/** Resolves when a video has its first frame, and rejects if it can't be played or takes too long. */
const firstFrame = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve, reject) => {
    video.onloadeddata = () => resolve();
    video.onerror = () => reject(new Error("the video can't be played"));
    setTimeout(() => reject(new Error("the video takes too long")), LONGEST_MS);
  });

/** The alpha below which a pixel counts as clear. Compression may leave a little alpha. */
const HALF = 128;

const test = async (): Promise<boolean> => {
  const bytes = Uint8Array.from(atob(CLEAR_FRAME), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
  const video = document.createElement("video");
  video.muted = true;
  video.preload = "auto";
  video.src = url;
  try {
    await firstFrame(video);
    const canvas = document.createElement("canvas");
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) return false;
    context.drawImage(video, 0, 0, 1, 1);
    const [, , , alpha = 255] = context.getImageData(0, 0, 1, 1).data;
    return alpha < HALF;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
};

let tested: Promise<boolean> | null = null;

/** Returns whether the browser supports VP9 transparency. Safari plays such videos, but shows them as opaque. */
export const playsAlpha = (): Promise<boolean> => {
  tested ??= test();
  return tested;
};

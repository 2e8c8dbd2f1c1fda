/** The path for uploading product files in parts, with the tus protocol. */
export const UPLOADS_PATH = "/api/support/uploads";

/** The headers that describe an upload and its sender. Text values are percent-encoded. */
export const UPLOAD_HEADERS = {
  /** The file's name in the store, such as `files/1011`. */
  name: "x-upload-name",
  /** The SHA-256 of its bytes, in hexadecimal. */
  sha256: "x-content-sha256",
  /** Its size in bytes. */
  size: "x-upload-size",
  /** The staff member's name, and the reason, for the audit log. */
  actor: "x-upload-actor",
  reason: "x-upload-reason",
} as const;

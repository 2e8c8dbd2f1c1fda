/** Returns a PDF, base64-encoded, as a file that the browser downloads and doesn't store. */
export const pdfResponse = (file: { readonly file_name: string; readonly pdf: string }): Response =>
  new Response(new Uint8Array(Buffer.from(file.pdf, "base64")), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${file.file_name}"`,
      "cache-control": "private, no-store",
    },
  });

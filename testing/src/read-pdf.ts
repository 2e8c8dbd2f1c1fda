import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A PDF as its reader sees it. `text` has no spaces, because a PDF splits text wherever the font changes. */
interface ReadPdf {
  readonly text: string;
  readonly pages: number;
  /** The end of each piece of text, in points from the left edge of its page. */
  readonly ends: readonly number[];
}

/** Reads a PDF's text back. */
export const readPdf = async (file: Uint8Array): Promise<ReadPdf> => {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => ("str" in item ? [item] : []));
    }),
  );
  return {
    text: pages
      .flatMap((items) => items.map(({ str }) => str))
      .join("")
      .replace(/\s+/g, ""),
    pages: document.numPages,
    ends: pages.flatMap((items) => items.map(({ transform, width }) => Number(transform[4]) + width)),
  };
};

/** The width of an A4 page, in points. */
export const PAGE_WIDTH = 595;

import type { ReactNode } from "react";

/** The body of an article, as HTML. */
export function ArticleBody({ body }: { body: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the store sanitizes it when staff publish it
  return <div className="measure article" dangerouslySetInnerHTML={{ __html: body }} />;
}

/** An article. On wide screens, its head is on the left and its text on the right. On others, they are stacked. */
export function ArticlePage({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <article
      className="container-page pt-12 lg:grid lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:items-start
        lg:gap-x-16"
    >
      <div className="mb-6 lg:sticky lg:top-28">{head}</div>
      <div>{children}</div>
    </article>
  );
}

/** The body of an article, as HTML. */
export function ArticleBody({ body }: { body: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the store makes it safe when staff publish it
  return <div className="measure article" dangerouslySetInnerHTML={{ __html: body }} />;
}

/** Pages of the site that staff write, and posts of its blog. */
export const articles: readonly string[] = [
  `create table articles (
     id integer generated always as identity primary key,
     kind text not null check (kind in ('page', 'post')), slug text not null,
     title text not null, description text not null, category text, cover text,
     source text not null, body text not null, published_at timestamptz not null,
     unique (kind, slug), check ((kind = 'post') = (category is not null)))`,
  `create trigger articles_shown after insert or update or delete or truncate on articles
   for each statement execute function move_storefront()`,
];

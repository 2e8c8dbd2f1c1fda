// Versions are only ever added, so that customers can read the version they agreed to.
export const statements = [
  `create table legal_texts (
     slug text constraint legal_texts_slug_check check (slug in ('terms-of-service', 'privacy-policy', 'license'))
       not null,
     version text not null, title text not null, description text not null, source text not null, body text not null,
     published_at timestamptz not null, constraint legal_texts_pkey primary key (slug, version))`,
  `create trigger legal_texts_shown after insert or update or delete or truncate on legal_texts
     for each statement execute function move_storefront()`,
];

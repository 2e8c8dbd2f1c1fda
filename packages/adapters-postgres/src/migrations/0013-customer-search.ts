// Indexes for staff searches for customers, so that a search doesn't read every account.
export const statements = [
  `create index accounts_words on accounts
     using gin (lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops)`,
  `create index licensee_profiles_words on licensee_profiles
     using gin (lower(coalesce(company_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
       || ' ' || token) gin_trgm_ops)`,
];

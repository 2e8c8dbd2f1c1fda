// Searches without results, by UTC month.
export const statements = [
  `create table empty_searches (
     month text not null constraint empty_searches_month_check check (month ~ '^20\\d\\d-(0[1-9]|1[0-2])$'),
     words text not null constraint empty_searches_words_check check (char_length(words) between 1 and 60),
     count integer not null constraint empty_searches_count_check check (count > 0),
     constraint empty_searches_pkey primary key (month, words))`,
];

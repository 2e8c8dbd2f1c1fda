// The sample's invented testimonials leave the shop. Those that staff have written stay.
export const statements = [
  `delete from articles where kind = 'page' and slug = 'testimonials'
     and source like 'These quotes are samples that came with the store.%'`,
];

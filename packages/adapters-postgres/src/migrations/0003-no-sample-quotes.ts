// Removes the sample's invented testimonials. Keeps any that staff wrote or changed.
const SAMPLE = `These quotes are samples that came with the store. Replace them with real ones.

> The ground fire dropped straight into a night plate. No roto, no matte line, and the loop held for a 20-second shot.
>
> **Sample quote**, compositor

> We keep one Startup plan for the whole team. Nobody asks who owns which element anymore.
>
> **Sample quote**, studio owner

> I learned keying on the practice footage before I ever touched a client shot.
>
> **Sample quote**, student
`;

export const statements = [
  `delete from articles where kind = 'page' and slug = 'testimonials' and source = $text$${SAMPLE}$text$`,
];

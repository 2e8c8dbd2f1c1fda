import { paths } from "#app/paths.ts";

/** The still image of a collection. Its size is fixed at 16:9 to avoid a layout shift. */
export function PosterImage({ slug, sizes, eager = false }: { slug: string; sizes: string; eager?: boolean }) {
  return (
    <img
      src={paths.media(slug, "small")}
      srcSet={`${paths.media(slug, "small")} 640w, ${paths.media(slug, "still")} 1280w`}
      sizes={sizes}
      width={1280}
      height={720}
      alt=""
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      className="block aspect-video w-full bg-screen object-cover"
    />
  );
}

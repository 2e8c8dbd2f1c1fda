import { paths } from "#app/paths.ts";

/** The still of a collection on the screen color it was shot for. 16:9, so nothing moves when it arrives. */
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

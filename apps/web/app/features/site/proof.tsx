import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import type { Card } from "#features/catalog/card.ts";

/** A small picture of a collection, used in a drawing. */
function Still({ slug, className }: { slug: string; className: string }) {
  return (
    <img
      src={paths.media(slug, "small")}
      alt=""
      width={640}
      height={360}
      loading="lazy"
      className={`absolute ${className}`}
    />
  );
}

/** A point with its drawing, which screen readers skip. */
function Point({
  drawing,
  ground,
  title,
  text,
  link,
  to,
}: {
  drawing: ReactNode;
  ground: string;
  title: string;
  text: string;
  link: string;
  to: string;
}) {
  return (
    <li>
      <div aria-hidden="true" className={`relative mb-5 aspect-video overflow-hidden rounded-md ${ground}`}>
        {drawing}
      </div>
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 mb-2 text-muted-foreground">{text}</p>
      <Link className="link" to={to}>
        {link}
      </Link>
    </li>
  );
}

/**
 * The reasons to buy: the files, a preview on the buyer's own shot, and a license. The drawings show the item `shown`.
 */
export function Proof({ shown: { library_id, slug, name } }: { shown: Pick<Card, "library_id" | "slug" | "name"> }) {
  return (
    <section className="container-wide pt-14" aria-labelledby="proof">
      <h2 id="proof" className="mb-5 text-xl">
        Made to be composited
      </h2>
      <ul className="grid gap-x-3 gap-y-10 lg:grid-cols-3">
        <Point
          ground="backdrop-checker"
          drawing={
            <>
              <Still slug={slug} className="inset-y-0 left-0 h-full w-1/2 object-cover" />
              <Still
                slug={slug}
                className="inset-y-0 right-0 h-full w-1/2 object-cover brightness-200 contrast-200 grayscale"
              />
            </>
          }
          title="Files you can grade"
          text="Frames with straight alpha, up to 4096 × 2304. Many elements also come as linear OpenEXR."
          link="Browse 2D elements"
          to={paths.library(1)}
        />
        <Point
          ground="backdrop-plate"
          drawing={
            <>
              <Still slug={slug} className="top-[18%] left-[24%] w-3/5 -rotate-6 mix-blend-screen" />
              <div className="absolute top-[18%] left-[24%] aspect-video w-3/5 -rotate-6 border border-on-screen/70" />
            </>
          }
          title="Try it on your shot"
          text="Lay an element over your own picture or clip. Your footage never leaves your browser."
          link={`Try ${name}`}
          to={paths.product(library_id, slug)}
        />
        <Point
          ground="grid place-content-center bg-sunken text-xs"
          drawing={
            <div className="w-48 -rotate-3 rounded-sm border border-border bg-card p-3 shadow-panel">
              <p className="font-semibold">License certificate</p>
              <p className="mt-2 text-muted-foreground">Licensee</p>
              <p>Northlight Pictures</p>
              <p className="mt-1 text-muted-foreground">License</p>
              <p>Startup</p>
              <p className="mt-2 border-t border-border pt-1 text-muted-foreground">BL-2026-000148</p>
            </div>
          }
          title="A license you can show"
          text="Confirm your license, then download a certificate that names you, the assets, and the license."
          link="Compare licenses"
          to={paths.licenses}
        />
      </ul>
    </section>
  );
}

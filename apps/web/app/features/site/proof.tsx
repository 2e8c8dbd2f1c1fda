import { Link } from "react-router";
import { paths } from "#app/paths.ts";

const POINTS = [
  {
    title: "Files you can grade",
    text: "PNG and OpenEXR sequences up to 4096 × 2304 with straight alpha. Nothing is baked in.",
    link: "Browse 2D elements",
    to: paths.library(1),
  },
  {
    title: "Try it on your shot",
    text: "Lay an element over your own picture or clip, right on its page. Your footage never leaves your browser.",
    link: "Try the flamethrower",
    to: paths.product(1, "flamethrower"),
  },
  {
    title: "A license you can show",
    text: "Every purchase comes with a certificate that names you, the assets, and the license they are under.",
    link: "Compare licenses",
    to: paths.licenses,
  },
] as const;

/** A drawing of a license certificate. Screen readers skip it. */
function CertificateDrawing() {
  return (
    <div
      aria-hidden="true"
      className="mb-5 grid aspect-video place-content-center rounded-md bg-sunken text-left text-xs"
    >
      <div className="w-48 -rotate-3 rounded-sm border border-border bg-card p-3 shadow-panel">
        <p className="font-semibold">License certificate</p>
        <p className="mt-2 text-muted-foreground">Licensee</p>
        <p>Northlight Pictures</p>
        <p className="mt-1 text-muted-foreground">License</p>
        <p>Startup</p>
        <p className="mt-2 border-t border-border pt-1 text-muted-foreground">BL-2026-000148</p>
      </div>
    </div>
  );
}

/** A drawing of an element over a plate, with its frame and handles. Screen readers skip it. */
function DeskDrawing() {
  return (
    <div aria-hidden="true" className="backdrop-plate relative mb-5 aspect-video overflow-hidden rounded-md">
      <img
        src={paths.media("flamethrower", "small")}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        className="absolute top-[18%] left-[24%] w-3/5 -rotate-6 mix-blend-screen"
      />
      <div className="absolute top-[18%] left-[24%] aspect-video w-3/5 -rotate-6 border border-on-screen/70" />
    </div>
  );
}

/** A drawing of a picture and its alpha channel. Screen readers skip it. */
function AlphaDrawing() {
  return (
    <div aria-hidden="true" className="backdrop-checker relative mb-5 aspect-video overflow-hidden rounded-md">
      <img
        src={paths.media("pool-fire", "small")}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        className="absolute inset-y-0 left-0 h-full w-1/2 object-cover"
      />
      <img
        src={paths.media("pool-fire", "small")}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        className="absolute inset-y-0 right-0 h-full w-1/2 object-cover brightness-200 contrast-200 grayscale"
      />
    </div>
  );
}

const DRAWINGS = [AlphaDrawing, DeskDrawing, CertificateDrawing];

/** What a buyer gets besides a picture: the files, a try on their own shot, and a license. */
export function Proof() {
  return (
    <section className="container-wide pt-14" aria-labelledby="proof">
      <h2 id="proof" className="mb-5 text-xl">
        Made to be composited
      </h2>
      <ul className="grid gap-x-3 gap-y-10 lg:grid-cols-3">
        {POINTS.map(({ title, text, link, to }, index) => {
          const Drawing = DRAWINGS[index];
          return (
            <li key={title}>
              {Drawing === undefined ? null : <Drawing />}
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 mb-2 text-muted-foreground">{text}</p>
              <Link className="link" to={to}>
                {link}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
